/* test_check_mounts.c - boardgraph check: file systems that could be faster. */
#include <stdlib.h>

#include "machine.h"
#include "unit.h"

static void ntfs_without_big_writes_or_noatime_is_told(void **state)
{
	static const char mount[] = "/dev/sda1 /srv/a\\040b fuseblk rw,relatime 0 0\n";
	static const char words[] = "mount.ntfs\0/dev/sda1\0/srv/a b\0-o\0rw,big_writes";
	struct machine *m = *state;

	scratch_write(&m->root, mount, "proc/mounts");
	machine_expect_other(m, "advice   /srv/a b",
			     "add big_writes,noatime to its options in /etc/fstab; "
			     "sudo umount '/srv/a b'");
	machine_process(m, 30, "mount.ntfs", words, sizeof(words));
	machine_expect_other(m, "advice   /srv/a b", "add noatime to its options");
	scratch_remove(&m->root, "proc/30/comm");
	scratch_write(&m->root, "/dev/sda1 /srv/a\\040b ntfs big_writes,noatime 0 0\n",
		      "etc/fstab");
	scratch_write(&m->root, "/dev/sda1 /srv/a\\040b fuseblk rw,noatime 0 0\n", "proc/mounts");
	machine_expect_healthy(m);
	scratch_write(&m->root, "/dev/sda1 /mnt ntfs3 rw,relatime 0 0\nx /y fuse.lxcfs rw 0 0\n",
		      "proc/mounts");
	machine_expect_other(m, "advice   /mnt", "add noatime to its options");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MACHINE_TEST(ntfs_without_big_writes_or_noatime_is_told),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

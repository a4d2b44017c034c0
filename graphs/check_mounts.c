/* check_mounts.c - file systems that could be faster: /proc/mounts, /etc/fstab */
#include <mntent.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "shell.h"
#include "banned.h"

#define DRIVERS_MAX 256

/* What is served by a FUSE driver to disks, and what is NTFS in the kernel. */
static bool is_fuse_disk(const char *type)
{
	static const char *const types[] = { "fuseblk",		"fuse.ntfs-3g", "fuse.ntfs",
					     "fuse.lowntfs-3g", "fuse.exfat",	"fuse.mergerfs" };

	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		if (strcmp(type, types[i]) == 0)
			return true;
	}
	return false;
}

/* The processes that serve mounts, all at once: there may be many of either. */
struct drivers {
	struct process *at; /* NULL: not yet looked for */
	size_t count;
};

static void find_drivers(const struct system *system, struct drivers *ret)
{
	static const char *const names[] = { "mount.ntfs", "mount.ntfs-3g",  "ntfs-3g",
					     "lowntfs-3g", "mount.lowntfs-", "mount.exfat-fus",
					     "mergerfs" };

	ret->at = calloc(DRIVERS_MAX, sizeof(*ret->at));
	for (size_t i = 0; ret->at && i < ARRAY_SIZE(names); i++)
		ret->count += system_processes(system, names[i], ret->at + ret->count,
					       DRIVERS_MAX - ret->count);
}

/* The kernel does not show big_writes: it is in the words of the driver, or in fstab. */
static bool has_big_writes(const struct check *check, const struct mntent *mount,
			   struct drivers *drivers)
{
	char path[PATH_MAX], text[4096];
	struct mntent line;
	bool has = false;
	FILE *fstab;

	if (!drivers->at)
		find_drivers(check->system, drivers);
	for (size_t i = 0; i < drivers->count; i++) {
		const struct process *driver = &drivers->at[i];

		has |= memmem(driver->cmdline, driver->len, mount->mnt_dir,
			      strlen(mount->mnt_dir) + 1) &&
		       memmem(driver->cmdline, driver->len, "big_writes", 10);
	}
	fstab = setmntent(system_path(check->system, path, "/etc/fstab"), "re");
	while (fstab && getmntent_r(fstab, &line, text, sizeof(text)))
		has |= strcmp(line.mnt_dir, mount->mnt_dir) == 0 &&
		       strstr(line.mnt_opts, "big_writes");
	if (fstab)
		endmntent(fstab);
	return has;
}

static void check_mount(struct check *check, const struct mntent *mount, struct drivers *drivers)
{
	struct findings *f = &check->findings;
	bool is_fuse = is_fuse_disk(mount->mnt_type);
	bool no_atime, big_writes;
	char word[SHELL_WORD_SIZE];

	if (!is_fuse && strcmp(mount->mnt_type, "ntfs") != 0 &&
	    strcmp(mount->mnt_type, "ntfs3") != 0)
		return;
	no_atime = hasmntopt(mount, "noatime") != NULL;
	big_writes = !is_fuse || has_big_writes(check, mount, drivers);
	if (no_atime && big_writes)
		return;
	findings_add(f, SEVERITY_ADVICE, "%s", mount->mnt_dir);
	findings_text(f, "%s, %s: ", mount->mnt_fsname, mount->mnt_type);
	if (!big_writes)
		findings_text(f, "without big_writes each 4 KiB go to the driver alone%s",
			      no_atime ? "" : "; ");
	if (!no_atime)
		findings_text(f, "without noatime a read can cost a write");
	findings_cure(f, "add %s%s%s to its options in /etc/fstab; sudo umount %s; sudo mount -a",
		      big_writes ? "" : "big_writes", !big_writes && !no_atime ? "," : "",
		      no_atime ? "" : "noatime", shell_word(mount->mnt_dir, word));
}

void check_mounts(struct check *check)
{
	char path[PATH_MAX], text[4096];
	struct drivers drivers = { 0 };
	struct mntent mount;
	FILE *mounts = setmntent(system_path(check->system, path, "/proc/mounts"), "re");

	while (mounts && getmntent_r(mounts, &mount, text, sizeof(text)))
		check_mount(check, &mount, &drivers);
	if (mounts)
		endmntent(mounts);
	free(drivers.at);
}

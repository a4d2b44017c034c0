#!/bin/sh
# debian_scenes.sh - within a chroot: what an owner does with the packages; debian.sh runs it.
#
# usage: debian_scenes.sh fresh|started|owner|omv
# shellcheck disable=SC2317,SC2046 # functions are called by name; lists of packages
set -u
conf_d=/etc/collectd/collectd.conf.d
images=/var/lib/openmediavault/rrd
assets=/var/www/openmediavault/assets

check() {
	name=$1
	shift
	if "$@" >/tmp/said 2>&1; then
		echo "ok - $name"
	else
		tail -n 20 /tmp/said
		echo "not ok - $name"
	fi
}

get() {
	apt-get -qy -o Dpkg::Use-Pty=0 --allow-downgrades "$@"
}

# What the package needs, so that later only its own files come and go.
depends() {
	dpkg-deb -f /debs/debs/boardstat_*.deb Depends | sed 's/([^)]*)//g; s/,/ /g'
}

install_new() {
	get install /debs/debs/boardstat_*.deb
}

install_previous() {
	get install /debs/previous/boardstat_*.deb
}

version_is() {
	case $(dpkg-query -W -f '${Version}' boardstat) in
	*~previous) [ "$1" = previous ] ;;
	*) [ "$1" = new ] ;;
	esac
}

collectd_runs() {
	sleep 2
	pidof collectd
}

# What is loaded, of the process itself: a module stays mapped.
is_loaded() {
	grep -q "/usr/lib/collectd/$1.so" "/proc/$(pidof collectd | awk '{ print $1 }')/maps"
}

is_not_loaded() {
	! is_loaded "$1"
}

# The first value comes when collectd starts, and the file with it.
measures() {
	for _ in 1 2 3 4 5 6 7 8; do
		[ -z "$(find "$1"/*/cpuirq-total -name 'irq-cpu*.rrd' 2>/dev/null)" ] || return 0
		sleep 3
	done
	return 1
}

# rrdcached writes it at once if asked, and only what it has.
through_rrdcached() {
	for _ in 1 2 3 4 5 6 7 8 9; do # the first rate takes two or three samples
		sleep 5
		boardgraph draw interrupts --period hour --output /tmp/interrupts.png && return 0
	done
	return 1
}

nothing_loads_a_missing_module() {
	sed -n 's/^[[:space:]]*LoadPlugin[[:space:]]*"\{0,1\}\([a-z_]*\).*/\1/p' \
		/etc/collectd/collectd.conf $conf_d/*.conf | while read -r module; do
		[ -e "/usr/lib/collectd/$module.so" ] || echo "$module" >&2
	done 2>/tmp/missing
	cat /tmp/missing
	[ ! -s /tmp/missing ]
}

files() {
	find / -xdev \( -path /proc -o -path /sys -o -path /tmp -o -path /run -o -path /debs \
		-o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \
		-o -path /root -o -path /var/lib/rrdcached/journal \
		-o -path '/var/lib/collectd/rrd/*' -o -path '/var/lib/rrdcached/db/*' \) -prune \
		-o -print | LC_ALL=C sort
}

# Compared with /tmp/before. The values of other plugins may stay, ours not.
nothing_is_left() {
	files >/tmp/after
	diff /tmp/before /tmp/after &&
		[ -z "$(find /var/lib/collectd /var/lib/rrdcached -path '*/cpu*rq*' -o -path '*/cputemp*' \
			-o -path '*/clusterfreq*' -o -path '*/usbio*')" ]
}

fresh() {
	check "install" install_new
	check "collectd runs" collectd_runs
	check "it measures" measures /var/lib/rrdcached/db
	check "through rrdcached" through_rrdcached
	check "remove" get remove boardstat
	check "collectd runs without it" collectd_runs
	check "no module is loaded" is_not_loaded cpuirq
	check "nothing loads a missing module" nothing_loads_a_missing_module
	check "install again" install_new
	check "collectd runs again" collectd_runs
	check "it is loaded again" is_loaded cpuirq
	check "purge" get purge boardstat
	check "its configuration is gone" test ! -e /etc/collectd/collectd.conf
	check "the rest goes" get autoremove --purge
	check "nothing of that name is left" test -z "$(find / -xdev -path /debs -prune \
		-o -path /proc -prune -o -path /var/cache -prune -o -name '*boardstat*' -print)"
}

# As ./run installs what the package needs: no service starts.
install_unstarted() {
	policy 101 && get install --no-install-recommends $(depends) && policy 0
}

# STATUS: 101 keeps packages from starting services
policy() {
	printf '#!/bin/sh\nexit %s\n' "$1" >/usr/sbin/policy-rc.d
}

started() {
	check "what it needs is installed" install_unstarted
	check "rrdcached is there and does not run" eval \
		'[ -x /usr/bin/rrdcached ] && ! pidof rrdcached'
	check "install" install_new
	check "collectd runs" collectd_runs
	check "through rrdcached" through_rrdcached
}

same_as_before() {
	(cd /etc && md5sum -c /tmp/configuration)
}

owner() {
	# libmnl0: what collectd loads by default does not start without
	check "collectd of the owner" get install --no-install-recommends collectd libmnl0 $(depends)
	find /etc/collectd /etc/default -type f -exec md5sum {} + >/tmp/configuration
	files >/tmp/before
	check "install the previous version" install_previous
	check "the previous version is there" version_is previous
	check "his configuration is as it was" same_as_before
	check "collectd runs" collectd_runs
	check "it measures" measures /var/lib/collectd/rrd
	check "upgrade" install_new
	check "the new version is there" version_is new
	check "collectd runs after the upgrade" collectd_runs
	check "it is loaded" is_loaded cputemp
	echo '# mine' >>$conf_d/boardstat.conf
	check "remove" get remove boardstat
	check "collectd runs without it" collectd_runs
	check "no module is loaded" is_not_loaded cputemp
	check "nothing loads a missing module" nothing_loads_a_missing_module
	check "nothing of it is read" test ! -e $conf_d/boardstat.conf
	check "install again" install_new
	check "what he changed is back" grep -q '^# mine' $conf_d/boardstat.conf
	check "collectd runs again" collectd_runs
	# what goes if a removal is cut short
	rm -r /usr/share/boardstat /usr/lib/collectd/cputemp.so
	invoke-rc.d collectd restart
	check "collectd runs when modules vanish" collectd_runs
	check "reinstall" get install --reinstall /debs/debs/boardstat_*.deb
	check "purge" get purge boardstat
	check "collectd runs after purge" collectd_runs
	check "his configuration is still as it was" same_as_before
	check "nothing is left" nothing_is_left
}

deploy() {
	omv-salt deploy run collectd
}

ours_is_read() {
	[ -e $conf_d/boardstat.conf ] && collectd_runs && is_loaded cpuirq
}

# "No data yet" or values: a picture of each tab and period.
pictures() {
	for tab in temperature interrupts; do
		for period in hour day week month year; do
			[ -s "$images/boardstat-$tab-$period.png" ] || return 1
		done
	done
	[ -s $assets/boardstat.json ]
}

in_the_menu() {
	grep -q boardstat $assets/made
}

not_in_the_menu() {
	! in_the_menu
}

omv() {
	check "openmediavault" get install --no-install-recommends /debs/debs/openmediavault_*.deb \
		$(depends)
	files >/tmp/before
	check "install the previous version" get install /debs/previous/*.deb
	check "collectd runs with it" ours_is_read
	check "pictures" pictures
	check "pages and menu are made" in_the_menu
	check "deploy" deploy
	check "it outlives a deploy" ours_is_read
	check "upgrade" get install /debs/debs/boardstat_*.deb /debs/debs/openmediavault-boardstat_*.deb
	check "collectd runs with it after the upgrade" ours_is_read
	check "it measures" measures /var/lib/rrdcached/db
	omv-mkrrdgraph 2>/tmp/said
	check "no complaint in the journal" test ! -s /tmp/said
	check "remove" get remove openmediavault-boardstat boardstat
	check "collectd runs without it" collectd_runs
	check "no module is loaded" is_not_loaded cpuirq
	check "nothing loads a missing module" nothing_loads_a_missing_module
	check "pages and menu are unmade" not_in_the_menu
	check "deploy without it" deploy
	check "collectd runs after that" collectd_runs
	touch /etc/monitoring-is-off
	check "install with monitoring off" \
		get install /debs/debs/boardstat_*.deb /debs/debs/openmediavault-boardstat_*.deb
	check "pictures all the same" pictures
	rm /etc/monitoring-is-off
	check "remove the plugin only" get remove openmediavault-boardstat
	check "nothing of it is read" test ! -e $conf_d/boardstat.conf
	check "collectd runs after that too" collectd_runs
	check "purge" get purge openmediavault-boardstat boardstat
	check "collectd runs after purge" collectd_runs
	check "nothing is left" nothing_is_left
}

"$1"

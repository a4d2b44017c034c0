#!/bin/sh
# record.sh - record a board as tests/fixtures/NAME: the files the plugins read, nothing else.
#
# usage: tests/record.sh [--root DIR] NAME
#
# boardprobe is taken from build/, or from $BOARDPROBE; $FIXTURES may name another folder.
# Complete origin.txt and review expected.txt before you send the folder in.
set -eu

# What the plugins read, below the root: one shell pattern a line.
patterns='
proc/interrupts
sys/class/thermal/thermal_zone*/type
sys/class/thermal/thermal_zone*/temp
sys/class/thermal/thermal_zone*/trip_point_*_type
sys/class/thermal/thermal_zone*/trip_point_*_temp
sys/class/thermal/cooling_device*/type
sys/class/thermal/cooling_device*/cur_state
sys/class/thermal/cooling_device*/max_state
sys/class/hwmon/hwmon*/name
sys/class/hwmon/hwmon*/fan*_input
sys/class/hwmon/hwmon*/temp*_input
sys/class/hwmon/hwmon*/temp*_label
sys/devices/system/cpu/cpufreq/policy*/related_cpus
sys/devices/system/cpu/cpufreq/policy*/affected_cpus
sys/devices/system/cpu/cpufreq/policy*/scaling_cur_freq
sys/devices/system/cpu/cpufreq/policy*/scaling_max_freq
sys/devices/system/cpu/cpufreq/policy*/cpuinfo_max_freq
sys/devices/system/cpu/cpufreq/policy*/stats/time_in_state
sys/devices/system/cpu/cpu*/cpu_capacity
sys/devices/system/cpu/cpu*/cpufreq/related_cpus
sys/devices/system/cpu/cpu*/cpufreq/affected_cpus
sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq
sys/devices/system/cpu/cpu*/cpufreq/scaling_max_freq
sys/devices/system/cpu/cpu*/cpufreq/cpuinfo_max_freq
sys/devices/system/cpu/cpu*/cpufreq/stats/time_in_state
sys/block/*/stat
sys/class/net/*/statistics/rx_bytes
sys/class/net/*/statistics/tx_bytes
sys/bus/usb/devices/*/devnum
sys/bus/usb/devices/*/speed
sys/bus/usb/devices/*/version
sys/bus/usb/devices/*/bDeviceClass
sys/bus/usb/devices/*/product
sys/bus/usb/devices/*/bos_descriptors
sys/bus/usb/devices/*/port/peer
sys/bus/pci/devices/*/msi_irqs/*
proc/irq/*/smp_affinity_list
proc/irq/*/effective_affinity_list
'

# Hardware addresses. Of those in names the last byte stays: two interfaces must remain two.
anonymous='s/\([0-9A-Fa-f]\{2\}:\)\{5\}[0-9A-Fa-f]\{2\}/00:00:00:00:00:00/g
s/\(enx\|wlx\)[0-9a-f]\{10\}\([0-9a-f]\{2\}\)/\10000000000\2/g'

die()
{
	echo "record.sh: $*" >&2
	exit 2
}

# A path as it is recorded
clean()
{
	case $1 in
	*enx* | *wlx*) printf '%s\n' "$1" | sed "$anonymous" ;;
	*) printf '%s\n' "$1" ;;
	esac
}

# Make $1 a link as it is in the root. Where it leads is made a directory.
record_link()
{
	[ -L "$board/$(clean "$1")" ] && return
	link=$(readlink "$root/$1")
	case $link in /*) die "$root/$1 is an absolute link" ;; esac
	ln -s "$(clean "$link")" "$board/$(clean "$1")"
	mkdir -p "$board/$(clean "${1%/*}/$link")"
}

# Copy $1 with the links on the way to it as they are, the last directory's as a directory.
record()
{
	dir=
	rest=$1
	while [ "$rest" != "${rest#*/}" ]; do
		dir=${dir:+$dir/}${rest%%/*}
		rest=${rest#*/}
		if [ -L "$root/$dir" ]; then
			record_link "$dir"
		else
			mkdir -p "$board/$(clean "$dir")"
		fi
	done
	copy=$board/$(clean "$1")
	if [ -L "$root/$1" ]; then
		record_link "$1"
	elif [ -d "$root/$1" ]; then # a recording's own way to say that it could not be read
		mkdir -p "$copy"
		cp "$root/$1"/.E* "$copy"
	elif [ "${1%/bos_descriptors}" != "$1" ]; then # is no text
		cp "$root/$1" "$copy"
	elif text=$(LC_ALL=C cat "$root/$1" 2>&1 && echo .); then
		printf %s "${text%.}" | sed "$anonymous" >"$copy"
	else
		mkdir -p "$copy"
		: >"$copy/.$(errno_name "$text")"
	fi
}

# cat's message of a failed read, in the C locale, as the name of the error.
errno_name()
{
	case $1 in
	*'Invalid argument') echo EINVAL ;;
	*'No data available') echo ENODATA ;;
	*'Resource temporarily unavailable') echo EAGAIN ;;
	*'Device or resource busy') echo EBUSY ;;
	*'Permission denied') echo EACCES ;;
	*'No such device') echo ENODEV ;;
	*'Connection timed out') echo ETIMEDOUT ;;
	*'Input/output error') echo EIO ;;
	*) echo EUNKNOWN ;;
	esac
}

machine()
{
	for file in proc/device-tree/model sys/class/dmi/id/product_name; do
		[ -r "$root/$file" ] && tr -d '\0' <"$root/$file" && return
	done
	echo unknown
}

kernel()
{
	if [ "$root" = / ]; then uname -srm; else echo 'that of the recording'; fi
}

root=/
if [ "${1-}" = --root ]; then
	[ $# -eq 3 ] || die "usage: record.sh [--root DIR] NAME"
	root=$2
	shift 2
fi
[ $# -eq 1 ] || die "usage: record.sh [--root DIR] NAME"
case $1 in '' | */* | .*) die "'$1' is no name for a board" ;; esac
[ -d "$root" ] || die "$root is not a directory"
top=$(cd "$(dirname "$0")/.." && pwd)
boardprobe=${BOARDPROBE:-$top/build/plugins/boardprobe}
[ -x "$boardprobe" ] || die "build boardprobe first: meson setup build && meson compile -C build"
board=${FIXTURES:-$top/tests/fixtures}/$1
[ ! -e "$board" ] || die "$board is there already"

mkdir -p "$board"
for pattern in $patterns; do
	for path in "${root%/}"/$pattern; do
		[ -e "$path" ] && record "${path#"${root%/}"/}"
	done
done
cat >"$board/origin.txt" <<END
machine: $(machine)
kernel:  $(kernel)
date:    $(date +%Y-%m-%d)
by:      (who recorded it, and where it was published)
notes:   (what is connected, what is special, which values are not real)
END
LC_ALL=C "$boardprobe" --root "$board" >"$board/expected.txt"
echo "recorded $board: complete origin.txt, review expected.txt"

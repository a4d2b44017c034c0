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
'

# Hardware addresses, and the attributes that hold a serial number.
anonymous='s/\([0-9A-Fa-f]\{2\}:\)\{5\}[0-9A-Fa-f]\{2\}/00:00:00:00:00:00/g
s/\(enx\|wlx\)[0-9a-f]\{12\}/\1000000000000/g'

die()
{
	echo "record.sh: $*" >&2
	exit 2
}

# Copy $1 with the links on the way to it as they are, the last directory's as a directory.
record()
{
	dir=
	rest=$1
	while [ "$rest" != "${rest#*/}" ]; do
		dir=${dir:+$dir/}${rest%%/*}
		rest=${rest#*/}
		if [ -L "$root/$dir" ] && [ ! -L "$board/$dir" ]; then
			link=$(readlink "$root/$dir")
			case $link in /*) die "$root/$dir is an absolute link" ;; esac
			ln -s "$link" "$board/$dir"
			mkdir -p "$board/${dir%/*}/$link"
		elif [ ! -L "$board/$dir" ]; then
			mkdir -p "$board/$dir"
		fi
	done
	if [ -d "$root/$1" ]; then # a recording's own way to say that it could not be read
		mkdir -p "$board/$1"
		cp "$root/$1"/.E* "$board/$1"
	elif text=$(LC_ALL=C cat "$root/$1" 2>&1 && echo .); then
		printf %s "${text%.}" | sed "$anonymous" >"$board/$1"
	else
		mkdir -p "$board/$1"
		: >"$board/$1/.$(errno_name "$text")"
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

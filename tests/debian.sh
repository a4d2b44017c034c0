#!/bin/sh
# debian.sh - build the packages in a chroot, then install and remove them in others; TAP.
#
# usage: debian.sh SOURCE CACHE SUITE [SCENE...]
# A fresh chroot takes minutes; it stays in CACHE. Services run within a namespace of processes,
# and end with it.
# shellcheck disable=SC2317,SC2016 # functions are called by name; $1 of another shell
set -eu
source=$1
base=$2/chroot-$3
suite=$3
shift 3
here=$source/tests

skip() {
	echo "1..0 # SKIP $1"
	exit 0
}

[ "$(id -u)" -eq 0 ] || skip "only root makes chroots"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"
unshare --pid --fork --mount true 2>/dev/null || skip "no namespaces here"

scratch=$(mktemp -d)
trap 'rm -rf --one-file-system "$scratch"' EXIT
tried=0
failed=0

# NAME COMMAND...: what it says is shown if it fails
check() {
	name=$1
	shift
	tried=$((tried + 1))
	"$@" >"$scratch/said" 2>&1 || {
		tail -n 20 "$scratch/said" | sed 's/^/# /'
		printf 'not '
		failed=1
	}
	echo "ok $tried - $name"
}

# ROOT COMMAND...
within() {
	root=$1
	shift
	unshare --pid --fork --kill-child --mount sh -c '
		mount -t proc proc "$1/proc" && mount --rbind -o ro /sys "$1/sys" || exit 1
		root=$1; shift
		exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
			DEBIAN_FRONTEND=noninteractive "$@"' sh "$root" "$@"
}

make_base() {
	[ -e "$base.done" ] || {
		rm -rf "$base"
		mkdir -p "$(dirname "$base")" && debootstrap --variant=minbase "$suite" "$base" &&
			printf '#!/bin/sh\nexit 0\n' >"$base/usr/sbin/policy-rc.d" &&
			chmod +x "$base/usr/sbin/policy-rc.d" &&
			echo "127.0.0.1 localhost $(hostname)" >"$base/etc/hosts" &&
			touch "$base.done"
	}
	chroot "$base" apt-get -q update
}

copy_base() {
	rm -rf "${scratch:?}/$1"
	cp -a "$base" "$scratch/$1"
}

# A copy of the chroot with the source in /src/boardstat, and no service started by packages
copy_with_source() {
	copy_base "$1"
	printf '#!/bin/sh\nexit 101\n' >"$scratch/$1/usr/sbin/policy-rc.d"
	mkdir -p "$scratch/$1/src/boardstat"
	(cd "$source" && tar -cf - --exclude='./build*' --exclude=./.git .) |
		tar -xf - -C "$scratch/$1/src/boardstat"
}

build() {
	copy_with_source build
	within "$scratch/build" sh -ec '
		cd /src/boardstat
		apt-get -qy install --no-install-recommends build-essential lintian
		apt-get -qy build-dep --no-install-recommends ./
		dpkg-buildpackage -us -uc -b'
	mkdir "$scratch/debs"
	cp "$scratch"/build/src/*.deb "$scratch/debs"
	rm "$scratch"/debs/*-dbgsym_*
}

# ARCHITECTURE
cross_build() {
	copy_with_source cross
	within "$scratch/cross" sh -ec '
		cd /src/boardstat
		dpkg --add-architecture "$1"
		apt-get -q update
		apt-get -qy install --no-install-recommends "crossbuild-essential-$1"
		apt-get -qy build-dep --no-install-recommends -a "$1" ./
		dpkg-buildpackage -us -uc -B -a "$1" -Pcross,nocheck
		dpkg-deb -I ../boardstat_*_"$1".deb' sh "$1"
}

no_complaint_of_lintian() {
	within "$scratch/build" sh -c 'lintian --allow-root --tag-display-limit 0 /src/*.changes' \
		>"$scratch/lintian"
	cat "$scratch/lintian"
	[ ! -s "$scratch/lintian" ]
}

# The same packages as an older version, to upgrade from.
make_previous() {
	mkdir "$scratch/previous"
	version=$(dpkg-parsechangelog -l "$source/debian/changelog" -S Version)
	for deb in "$scratch"/debs/*.deb; do
		rm -rf "$scratch/unpacked"
		dpkg-deb -R "$deb" "$scratch/unpacked"
		sed -i "s/$version\b/$version~previous/" "$scratch/unpacked/DEBIAN/control"
		dpkg-deb -b "$scratch/unpacked" "$scratch/previous"
	done
	dpkg-deb -b "$here/openmediavault" "$scratch/debs"
}

# The lines of TAP of a script that runs within a chroot of its own
scene() {
	copy_base scene
	mkdir "$scratch/scene/debs"
	cp -r "$scratch/debs" "$scratch/previous" "$scratch/scene/debs/"
	cp "$here/debian_scenes.sh" "$scratch/scene/debs/"
	within "$scratch/scene" sh /debs/debian_scenes.sh "$1" >"$scratch/tap" 2>"$scratch/said" || {
		echo "not ok - the scene ended early"
		tail -n 20 "$scratch/said" | sed 's/^/# /'
	} >>"$scratch/tap"
	while IFS= read -r line; do
		case $line in
		'ok - '* | 'not ok - '*)
			tried=$((tried + 1))
			[ "${line#not }" = "$line" ] || failed=1
			echo "${line%% - *} $tried - $1: ${line#* - }"
			;;
		*) echo "# $line" ;;
		esac
	done <"$scratch/tap"
}

check "chroot" make_base
[ $failed -eq 0 ] || exit 1
check "dpkg-buildpackage" build
[ $failed -eq 0 ] || exit 1
check "lintian" no_complaint_of_lintian
check "a previous version" make_previous
[ $# -gt 0 ] || set -- armhf arm64 fresh started owner omv
for scene; do
	case $scene in
	arm*) check "cross-build for $scene" cross_build "$scene" ;;
	*) scene "$scene" ;;
	esac
done
echo "1..$tried"
exit $failed

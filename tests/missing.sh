#!/bin/sh
# missing.sh - meson says which Debian package a missing dependency is in; one line of TAP each.
#
# usage: missing.sh SOURCE PACKAGE...   (name of pkg-config:name of Debian)
set -eu
source=$1
shift

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
printf "[binaries]\ncmake = 'none'\n" >"$scratch/native.ini"
tried=0
failed=0
echo "1..$#"
for pair; do
	tried=$((tried + 1))
	name=${pair%%:*}
	rm -rf "$scratch/pc" "$scratch/build"
	mkdir "$scratch/pc"
	for dir in $(pkg-config --variable pc_path pkg-config | tr : ' '); do
		[ ! -d "$dir" ] || find "$dir" -name '*.pc' ! -name "$name.pc" -exec ln -sf {} "$scratch/pc" \;
	done
	PKG_CONFIG_LIBDIR=$scratch/pc meson setup --native-file "$scratch/native.ini" \
		"$scratch/build" "$source" >"$scratch/said" 2>&1 || :
	if grep -q "$name is missing: apt install ${pair#*:}\$" "$scratch/said"; then
		echo "ok $tried - without_$name"
	else
		tail -n 4 "$scratch/said" | sed 's/^/# /'
		echo "not ok $tried - without_$name"
		failed=1
	fi
done
exit $failed

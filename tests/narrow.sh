#!/bin/sh
# narrow.sh - where long has 32 bits, as on armhf, no file has a warning; one line of TAP a folder
# and width of time_t. Only the front end of the compiler runs, so no library for 32 bits is needed.
#
# usage: narrow.sh COMPILER OPTIONS SOURCE FOLDER...
set -eu
compiler=$1
options=$2
source=$3
shift 3

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/gnu"
: >"$scratch/gnu/stubs-32.h" # glibc has it only in its package for 32 bits

# OPTION... FILE...
compiles() {
	# shellcheck disable=SC2086 # words
	$compiler -m32 -funsigned-char -fsyntax-only -O1 -Werror $options -isystem "$scratch" \
		-isystem "/usr/include/$machine" "$@" 2>"$scratch/said"
}

echo '#include <stdio.h>' >"$scratch/try.c"
machine=$($compiler -print-multiarch 2>/dev/null || :)
if ! compiles "$scratch/try.c"; then
	echo "1..0 # SKIP the compiler has no -m32"
	exit 0
fi
tried=0
failed=0
echo "1..$((2 * $#))"
for folder; do
	for bits in 32 64; do
		tried=$((tried + 1))
		wide=
		[ $bits = 32 ] || wide=-D_TIME_BITS=64
		# shellcheck disable=SC2086 # may be none
		if compiles $wide "$source/$folder"/*.c; then
			echo "ok $tried - ${folder}_with_time_t_of_$bits"
		else
			grep -E 'error|warning' "$scratch/said" | sed "s|^$source/|# |"
			echo "not ok $tried - ${folder}_with_time_t_of_$bits"
			failed=1
		fi
	done
done
exit $failed

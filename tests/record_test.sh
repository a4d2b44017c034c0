#!/bin/sh
# record_test.sh - a recording of a recording is the same; one line of TAP a board.
#
# usage: record_test.sh BOARDPROBE FIXTURES BOARD...
# shellcheck disable=SC2317 # functions are called by name
set -eu
BOARDPROBE=$1
recorded=$2
shift 2

FIXTURES=$(mktemp -d)
trap 'rm -rf "$FIXTURES"' EXIT
export BOARDPROBE FIXTURES
tried=0
failed=0

# NAME COMMAND...
check() {
	name=$1
	shift
	tried=$((tried + 1))
	"$@" || {
		printf 'not '
		failed=1
	}
	echo "ok $tried - $name"
}

same() {
	"$recorded/../record.sh" --root "$recorded/$1" "$1" >/dev/null &&
		diff -r --no-dereference "$recorded/$1/sys" "$FIXTURES/$1/sys" >&2 &&
		"$BOARDPROBE" --root "$recorded/$1" | cmp - "$FIXTURES/$1/expected.txt" >&2
}

# What names the machine's owner stays out.
anonymous() {
	mkdir -p "$FIXTURES/root/proc"
	printf '           CPU0\n 1:  5  chip 1 Edge wlx0123456789ab, 00:1a:2B:3c:4d:5e\n' \
		>"$FIXTURES/root/proc/interrupts"
	"$recorded/../record.sh" --root "$FIXTURES/root" anonymous >/dev/null 2>&1 &&
		grep -q 'Edge wlx0000000000ab, 00:00:00:00:00:00$' \
			"$FIXTURES/anonymous/proc/interrupts"
}

refuses() {
	! "$recorded/../record.sh" "$@" >/dev/null 2>&1
}

for board; do
	check "$board" same "$board"
done
check names_and_addresses_are_left_out anonymous
check does_not_overwrite refuses --root / anonymous
check takes_no_path_as_a_name refuses --root / ../x
check needs_a_name refuses
check needs_a_directory refuses --root /no/such/dir x
echo "1..$tried"
exit $failed

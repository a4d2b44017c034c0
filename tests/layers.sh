#!/bin/sh
# layers.sh - prove by undefined symbols that each file keeps to its layer (STYLE.md).
# Usage: layers.sh LIBRARY=RULE...
#   pure    calls nothing but memory, text, numbers and the calendar; has no variables
#   librrd  only the objects fetch.c.o and draw.c.o call librrd
set -eu

PURE='bcmp|mem(chr|cmp|cpy|move|set)|str[a-z]+|snprintf|vsnprintf'
PURE="$PURE|strftime|mktime|timegm|localtime_r"
PURE="$PURE|is[a-z]+|f(abs|loor|max|min)|ceil|round|trunc|__ctype_b_loc|__isoc99_.*|__isoc23_.*"
CHECKS='__[a-z]+_chk|__stack_chk_fail|__asan_.*|__ubsan_.*|__sanitizer_.*|_GLOBAL_OFFSET_TABLE_'
status=0

complain() {
	echo "$*" >&2
	status=1
}

# What the library calls and does not have itself.
needs() {
	nm -A --defined-only "$1" | awk '{ print $NF }' | sort -u >"$tmp/has"
	nm -A --undefined-only "$1" | awk '{ sub(/^[^:]*:/, "", $1); sub(/:$/, "", $1); print $NF, $1 }' |
		sort -u | while read -r symbol object; do
		grep -qxF "$symbol" "$tmp/has" || echo "$symbol $object"
	done
}

check_pure() {
	needs "$1" | grep -vE "^($PURE|$CHECKS) " >"$tmp/bad" || true
	nm -A "$1" | awk '$(NF-1) ~ /^[BbCDdGgSs]$/ && $NF !~ /^(\.|__|_)/ { print $NF, $1 }' \
		>"$tmp/variables"
	# const tables with pointers are in .data.rel.ro, which nm shows as D
	while read -r symbol object; do
		objdump -t "$1" | grep -E "[[:space:]]\.data\.rel\.ro[.a-z]*[[:space:]].* $symbol\$" \
			>/dev/null || echo "$symbol is a variable, in $object" >>"$tmp/bad"
	done <"$tmp/variables"
	[ ! -s "$tmp/bad" ] || complain "$1 is not pure:
$(cat "$tmp/bad")"
}

check_librrd() {
	needs "$1" | grep -E '^rrdc?_' | grep -vE ' .*(fetch|draw)\.c\.o$' >"$tmp/bad" || true
	[ ! -s "$tmp/bad" ] || complain "$1: only fetch.c and draw.c may call librrd:
$(cat "$tmp/bad")"
	nm --defined-only "$1" | grep -E ' rrdc?_' >"$tmp/bad" || true
	[ ! -s "$tmp/bad" ] || complain "$1: names that begin with rrd are librrd's:
$(cat "$tmp/bad")"
}

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for row; do
	case ${row#*=} in
	pure) check_pure "${row%=*}" ;;
	librrd) check_librrd "${row%=*}" ;;
	*) complain "no rule '${row#*=}'" ;;
	esac
done
exit $status

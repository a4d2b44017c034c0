#!/bin/sh
# layers.sh - what a layer may do, told by the symbols of its objects; one line of TAP a file.
#
# usage: layers.sh RULE FILE...
#   pure LIBRARY...      no I/O, no allocation, no data but const tables
#   closed LIBRARY...    no object but kfile.c's opens a file
#   free LIBRARY...      nothing refers to the daemon
#   librrd FILE...       needs neither librrd nor a library of it, and no name is like its
#   draws MODULE         exports draw_view and the encoder alone
#   module MODULE...     exports module_register alone, and needs nothing the daemon has not
#   includes HEADER OWNERS FILE...   no file includes the header but OWNERS, a pattern
# shellcheck disable=SC2317 # functions are called by name
set -eu

# What a pure object may call: text, memory, numbers and the calendar, in the caller's arrays.
calls='bcmp|mem[a-z]+|str(n?len|n?cmp|n?casecmp|r?chr|chrnul|spn|cspn|pbrk|str|casestr|ftime)'
calls="$calls|strto(l|ul|ll|ull|d|imax|umax)|v?snprintf|qsort(_r)?|bsearch|l?l?abs|is[a-z]+"
calls="$calls|f(abs|loor|max|min|mod|ma)|nextafter|ceil|l?l?r(ound|int)|trunc|sqrt|pow|log(10|2)?|exp"
calls="$calls|mktime|timegm|(local|gm)time_r|__errno_location|__assert_fail|__ctype_b_loc"
calls="^($calls|__isoc(99|23)_strto[a-z]+|__[a-z]+_chk|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_)\$"
opens='^(open|openat|creat|fopen|freopen|fdopen|opendir|fdopendir|scandir|mmap|popen|socket|execv.*)(64)?(_2|_chk)?$'
daemon='^(plugin_|daemon_log|cdtime|cf_util|uc_|c_complain|c_do_release|sstr|meta_data_|notification_)'

# Objects, one symbol a line: member, name, class, section
symbols() {
	nm --format=sysv "$@" | awk -F'|' '
		/:$/ || /^Symbols from / {
			member = $0
			sub(/^Symbols from /, "", member)
			gsub(/^.*[[\/]|\].*$|:$/, "", member)
		}
		NF == 7 {
			gsub(/ /, "")
			if ($1 != "Name")
				print member, $1, $3, $7
		}'
}

# stdin: what is wrong, one finding a line; $1: what was tried
report() {
	tried=$((tried + 1))
	findings=$(cat)
	if [ -z "$findings" ]; then
		echo "ok $tried - $1"
	else
		echo "$findings" | sed 's/^/# /'
		echo "not ok $tried - $1"
		failed=1
	fi
}

is_pure() {
	symbols "$1" | awk -v calls="$calls" '
		$3 != "U" && $3 != "w" { defined[$2] }
		$3 ~ /^[BbDdCGgSs]$/ && $4 !~ /^\.data\.rel\.ro/ { print $1 ": has data: " $2 }
		$3 == "U" { needed[$1 " " $2] }
		END {
			for (pair in needed) {
				split(pair, part)
				if (!(part[2] in defined) && part[2] !~ calls)
					print part[1] ": calls " part[2]
			}
		}'
}

is_closed() {
	symbols "$1" | awk -v opens="$opens" '
		$3 == "U" && $2 ~ opens && $1 !~ /kfile\.c/ { print $1 ": opens by " $2 }'
}

is_free() {
	symbols "$1" | awk -v daemon="$daemon" '
		$3 == "U" && $2 ~ daemon { print $1 ": needs the daemon for " $2 }'
}

is_librrd() {
	symbols "$1" | awk '
		$3 == "U" && $2 ~ /^(rrdc?|cairo|png)_/ { print $1 ": calls " $2 }
		$3 != "U" && $2 ~ /^rrdc?_/ { print $1 ": has a name of librrd, " $2 }'
}

is_draws() {
	nm -D --defined-only "$1" | awk '
		{ exported = exported " " $NF }
		END {
			if (exported != " cairo_surface_write_to_png_stream draw_view")
				print "exports" exported
		}'
}

is_module() {
	[ "$(nm -D --defined-only "$1" | awk '{ print $NF }')" = module_register ] ||
		echo "exports not module_register alone"
	[ -x /usr/sbin/collectd ] || return 0
	nm -D --defined-only /usr/sbin/collectd | awk '{ print $NF }' | sort >"$scratch/has"
	nm -D --undefined-only "$1" | awk '$1 == "U" && !/@/ { print $NF }' | sort >"$scratch/needs"
	comm -13 "$scratch/has" "$scratch/needs" | sed 's/^/the daemon does not export /'
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tried=0
failed=0
rule=$1
shift
if [ "$rule" = includes ]; then
	header=$1
	owners=$2
	shift 2
	echo 1..1
	grep -n "#include [<\"]$header" "$@" | grep -Ev "/($owners):" >"$scratch/findings" || :
	report "${header}_is_of_$owners" <"$scratch/findings"
	exit $failed
fi
echo "1..$#"
for file; do
	"is_$rule" "$file" >"$scratch/findings"
	report "${file##*/}_is_$rule" <"$scratch/findings"
done
exit $failed

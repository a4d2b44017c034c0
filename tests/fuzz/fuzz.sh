#!/bin/sh
# fuzz.sh - a fuzzer for some seconds, from real files on; one line of TAP.
#
# usage: fuzz.sh FUZZER SECONDS
set -eu
fuzzer=$1
seconds=$2
here=$(dirname "$(readlink -f "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/corpus" "$scratch/found"

# NAME STEP ROWS: two small RRDs in one file, as fuzz_rrd.c takes them
make_rrds() {
	for part in 1 2; do
		rrdtool create "$scratch/$part.rrd" --start 1790000000 --step "$2" DS:value:GAUGE:60:U:U \
			"RRA:AVERAGE:0.1:1:$3" "RRA:MAX:0.1:3:$3"
		rrdtool update "$scratch/$part.rrd" $((1790000000 + $2)):1 $((1790000000 + 2 * $2)):2
	done
	size=$(stat -c %s "$scratch/1.rrd")
	printf "\\$(printf %o $((size / 256)))\\$(printf %o $((size % 256)))" |
		cat - "$scratch/1.rrd" "$scratch/2.rrd" >"$scratch/corpus/$1"
}

case ${fuzzer##*/} in
fuzz_cpuirq) cp "$here"/../fixtures/interrupts/*.txt "$scratch/corpus/" ;;
fuzz_rrd)
	make_rrds one 10 8
	make_rrds two 1 20
	;;
esac
echo 1..1
if "$fuzzer" -max_total_time="$seconds" -max_len=8192 -timeout=5 -print_final_stats=1 \
	-artifact_prefix="$scratch/found/" "$scratch/corpus" >"$scratch/said" 2>&1; then
	grep number_of_executed_units "$scratch/said" | sed 's/^/# /'
	echo "ok 1 - ${fuzzer##*/}"
else
	tail -n 40 "$scratch/said" | sed 's/^/# /'
	for found in "$scratch/found"/*; do
		[ ! -f "$found" ] || echo "# $(base64 -w 0 "$found")"
	done
	echo "not ok 1 - ${fuzzer##*/}"
	exit 1
fi

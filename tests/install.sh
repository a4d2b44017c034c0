#!/bin/sh
# install.sh - what `meson install` puts where; one line of TAP a file.
#
# usage: install.sh BUILD PREFIX PLUGINDIR LIBDIR MODULE...
# shellcheck disable=SC2317 # functions are called by name
set -eu
build=$1
prefix=$2
plugindir=$3
libdir=$4
shift 4

destination=$(mktemp -d)
trap 'rm -rf "$destination"' EXIT
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

regular() {
	[ -f "$destination$1" ] && [ ! -L "$destination$1" ] && [ -r "$destination$1" ]
}

program() {
	regular "$1" && "$destination$1" --version >/dev/null
}

# collectd takes regular files only, and looks for the one function.
module() {
	regular "$1" &&
		[ "$(nm -D --defined-only "$destination$1" | awk '{ print $NF }')" = module_register ]
}

only() {
	[ "$(cd "$destination$1" && echo *)" = "$2" ]
}

DESTDIR=$destination meson install -C "$build" --quiet >/dev/null
modules=
for module; do
	check "$module" module "$plugindir/$module.so"
	modules="$modules $module.so"
done
check "nothing_else_in_the_plugin_directory" only "$plugindir" "$(
	# shellcheck disable=SC2086 # a list
	printf '%s\n' $modules | LC_ALL=C sort | xargs)"
for program in boardgraph boardprobe; do
	check "$program" program "$prefix/bin/$program"
done
check "boardgraph-draw" regular "$libdir/boardgraph-draw.so"
for file in man/man1/boardgraph.1 man/man1/boardprobe.1 man/man5/collectd-boardstat.conf.5 \
	bash-completion/completions/boardgraph bash-completion/completions/boardprobe \
	boardstat/collectd.conf.d/boardstat.conf boardstat/collectd.conf.d/rrdcached.conf; do
	check "$file" regular "$prefix/share/$file"
done
echo "1..$tried"
exit $failed

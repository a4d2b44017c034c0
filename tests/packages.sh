# packages.sh - install the Debian packages that are missing; sourced by ./run and ./test.
# shellcheck shell=sh
#
# require_packages [PACKAGE...]: those below, and those named.

# To build, tests included, and to run what is built.
packages='gcc libc6-dev meson pkgconf libjson-c-dev librrd-dev libcairo2-dev libpng-dev
	libcmocka-dev collectd-dev collectd-core rrdtool rrdcached fonts-dejavu-core sqlite3
	libxml2-utils python3-jinja2 python3-yaml'

as_root() {
	if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

is_installed() {
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# No service of a package is started. A policy that is there already is left alone: it is
# the owner's, who may want just that.
install_packages() (
	policy=/usr/sbin/policy-rc.d
	if [ ! -e $policy ]; then
		trap 'as_root rm -f $policy' EXIT
		trap 'exit 130' INT
		trap 'exit 143' TERM
		printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null
		as_root chmod 0755 $policy
	fi
	as_root apt-get -q update
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -qy install --no-install-recommends "$@"
)

require_packages() {
	missing=
	for package in $packages "$@"; do
		is_installed "$package" || missing="$missing $package"
	done
	[ -n "$missing" ] || return 0
	echo "installing$missing"
	as_root true || {
		echo "only root may do that: apt-get install --no-install-recommends$missing" >&2
		exit 1
	}
	# shellcheck disable=SC2086 # a list
	install_packages $missing
}

# boardstat.sls - what /etc/collectd/collectd.conf.d/ gets at each deploy, which empties it first
#
# The package boardstat installs the same file; it loads nothing once the package is gone.

configure_collectd_conf_boardstat_plugin:
  file.managed:
    - name: "/etc/collectd/collectd.conf.d/boardstat.conf"
    - contents: |
        # boardstat.conf - load the plugins of boardstat; empty this file to load none
        #
        # Without the package the first file is missing, and collectd starts all the same.
        Include "/usr/share/boardstat/collectd.conf.d/boardstat.conf"
        Include "/etc/boardstat/boardstat.conf"
    - user: root
    - group: root
    - mode: '0644'

/* graphs.c - the graphs, one row of a table each. */
#include "graph.h"
#include "banned.h"

/* RAID, LVM and crypt, caches, mirrors, volumes of ZFS, files, and memory. */
static const char *const upper_disks[] = { "md",   "dm-",  "bcache", "drbd", "zd",
					   "loop", "zram", "ram",    NULL };

/* Bridges, bonds, VLANs, containers, virtual machines and tunnels. */
static const char *const upper_interfaces[] = {
	"br",	"bond", "team", "vlan",	 "macv", "docker",    "podman",	 "veth",  "vnet", "virbr",
	"vmbr", "lxc",	"lxd",	"incus", "cni",	 "cali",      "flannel", "dummy", "ifb",  "ip6tnl",
	"gre",	"sit",	"tun",	"tap",	 "wg",	 "tailscale", "zt",	 NULL,
};
static const char *const unchosen_interfaces[] = { "lo", "veth", "docker", NULL };

const struct graph graphs[] = {
	{
		.name = "temperature",
		.title = "Temperatures",
		.axis = "°C",
		.unit = &number_celsius,
		.style = GRAPH_LINES,
		.colours = GRAPH_BY_ZONE,
		.step = 10,
		.floor = 20,
		.ceiling = 100,
		.rule =
			{
				{"cputemp/temperature-*_passive", "value", GRAPH_TRIP,
				 "passive trip", "8,4"},
				{"cputemp/temperature-*_hot", "value", GRAPH_TRIP, "hot trip",
				 "4,4"},
				{"cputemp/temperature-*_critical", "value", GRAPH_TRIP,
				 "critical trip", "2,3"},
				{"cputemp/temperature-*", "value", GRAPH_VALUE, NULL, NULL},
			},
		.looked_for = "cputemp/temperature-*.rrd",
	},
	{
		.name = "frequency",
		.title = "CPU frequency per cluster",
		.axis = "GHz",
		.unit = &number_hertz,
		.style = GRAPH_LINES,
		.colours = GRAPH_BY_CLUSTER,
		.axis_unit = 1e9,
		.step = 0.2e9,
		.ceiling = 2e9,
		.rows_max = 4,
		.rule =
			{
				/* a count of cycles: its rate is the mean frequency */
				{"clusterfreq-*/derive-cycles", "value", GRAPH_VALUE, NULL, NULL},
				{"clusterfreq-*/cpufreq-current", "value", GRAPH_SAMPLED,
				 "sampled", NULL},
				{"clusterfreq-*/cpufreq-limit", "value", GRAPH_LIMIT, "limit",
				 "6,3"},
			},
		.looked_for = "clusterfreq-*/cpufreq-current.rrd",
	},
	{
		.name = "throttling",
		.title = "Cooling devices",
		.axis = "%",
		.unit = &number_percent,
		.style = GRAPH_LINES,
		.colours = GRAPH_BY_ZONE,
		.step = 5,
		.reach = 100,
		.rule =
			{
				{"cputemp/percent-*", "value", GRAPH_VALUE, NULL, NULL},
			},
		.looked_for = "cputemp/percent-*.rrd",
	},
	{
		.name = "fan",
		.title = "Fans",
		.axis = "rpm",
		.unit = &number_rpm,
		.style = GRAPH_LINES,
		.colours = GRAPH_BY_ZONE,
		.step = 500,
		.ceiling = 1000,
		.is_optional = true,
		.rule =
			{
				{"cputemp/fanspeed-*", "value", GRAPH_VALUE, NULL, NULL},
			},
		.looked_for = "cputemp/fanspeed-*.rrd",
	},
	{
		.name = "interrupts",
		.title = "Interrupts per CPU",
		.axis = "per second",
		.unit = &number_rate,
		.style = GRAPH_STACK,
		.colours = GRAPH_BY_CPU,
		.ceiling = 1,
		.rule =
			{
				{"cpuirq-total/irq-*", "value", GRAPH_VALUE, NULL, NULL},
			},
		.looked_for = "cpuirq-total/irq-cpu*.rrd",
	},
	{
		.name = "interrupts-%",
		.title = "Interrupts of %",
		.axis = "per second",
		.unit = &number_rate,
		.style = GRAPH_STACK,
		.colours = GRAPH_BY_CPU,
		.ceiling = 1,
		.hot = 1,
		.rule =
			{
				{"cpuirq-%/irq-*", "value", GRAPH_VALUE, NULL, NULL},
			},
		.except = "total",
		.looked_for = "cpuirq-%/irq-cpu*.rrd",
	},
	{
		.name = "usb",
		.title = "USB throughput",
		.axis = "B/s",
		.unit = &number_bytes,
		.style = GRAPH_MIRROR,
		.colours = GRAPH_BY_ORDER,
		.ceiling = 1,
		.rule =
			{
				{"usbio-*/if_octets", "rx", GRAPH_VALUE, "to host", NULL},
				{"usbio-*/if_octets", "tx", GRAPH_BELOW, "to device", NULL},
			},
		.looked_for = "usbio-*/if_octets.rrd",
	},
	{
		.name = "usb-%",
		.title = "USB throughput of %",
		.axis = "B/s",
		.unit = &number_bytes,
		.style = GRAPH_MIRROR,
		.colours = GRAPH_BY_ORDER,
		.ceiling = 1,
		.gone_s = 2678400, /* a month: a disk may be plugged in for backups only */
		.rule =
			{
				{"usbio-%/if_octets", "rx", GRAPH_VALUE, "to host", NULL},
				{"usbio-%/if_octets", "tx", GRAPH_BELOW, "to device", NULL},
				{"usbio-%/gauge-link_speed", "value", GRAPH_LINK, "link", "8,4"},
			},
		.looked_for = "usbio-%/if_octets.rrd",
	},
	{
		.name = "network",
		.title = "Network throughput",
		.axis = "B/s",
		.unit = &number_bytes,
		.style = GRAPH_MIRROR,
		.colours = GRAPH_BY_ORDER,
		.ceiling = 1,
		.is_optional = true,
		.omit = {.name = "lo",
			 .idle = {""},
			 .is_part = graph_is_vlan,
			 .upper = upper_interfaces,
			 .unchosen = unchosen_interfaces},
		.rule =
			{
				{"interface-*/if_octets", "rx", GRAPH_VALUE, "received", NULL},
				{"interface-*/if_octets", "tx", GRAPH_BELOW, "sent", NULL},
			},
		.looked_for = "interface-*/if_octets.rrd",
	},
	{
		.name = "disk",
		.title = "Disk throughput",
		.axis = "B/s",
		.unit = &number_bytes,
		.style = GRAPH_MIRROR,
		.colours = GRAPH_BY_ORDER,
		.ceiling = 1,
		.is_optional = true,
		.omit = {.idle = {"loop", "ram", "zram"},
			 .is_part = graph_is_partition,
			 .upper = upper_disks},
		.rule =
			{
				{"disk-*/disk_octets", "read", GRAPH_VALUE, "read", NULL},
				{"disk-*/disk_octets", "write", GRAPH_BELOW, "written", NULL},
			},
		.looked_for = "disk-*/disk_octets.rrd",
	},
	{ 0 },
};

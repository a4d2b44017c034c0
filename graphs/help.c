/* help.c - what --help prints. */
#include "help.h"
#include "banned.h"

const char help_all[] =
	"boardgraph draws what collectd measures on a single-board computer.\n"
	"\n"
	"  boardgraph draw [GRAPH...]   draw pictures (PNG)\n"
	"  boardgraph export GRAPH      write its values as CSV, JSON, TSV or XML\n"
	"  boardgraph list [--json]     name the graphs there are, and how old their data is\n"
	"  boardgraph check [--json]    say why a graph is empty, stale or dear, with the cure\n"
	"  boardgraph migrate           take over the history of older plugins\n"
	"\n"
	"boardgraph COMMAND --help says more; so does the manual, boardgraph(1).\n"
	"boardgraph --version prints the version.\n";

#define HELP_WHERE                                                                                 \
	"  --data-dir DIR    RRD files: a folder of hosts or one host's folder\n"                  \
	"                    (default /var/lib/collectd/rrd)\n"                                    \
	"  --host NAME       which host's (default: this machine's)\n"                             \
	"  --daemon ADDRESS  rrdcached: unix:/PATH, HOST or HOST:PORT\n"                           \
	"                    (default unix:/run/rrdcached.sock, if it is there)\n"

#define HELP_TIME                                                                                  \
	"TIME is seconds since 1970, ISO 8601 (2026-11-30T18:00, local; with Z or +01:00\n"        \
	"elsewhere) or -N with s, min, h, d or w, before now: -90min.\n"

const char help_draw[] =
	"boardgraph draw [OPTION...] [GRAPH...]\n"
	"Draw temperature, frequency, throttling, fan, interrupts, interrupts-NAME, usb,\n"
	"usb-PORT, network or disk; without GRAPH all there are, of the single interrupts\n"
	"the 12 busiest above 1 per second in the last day, of the USB devices those of the\n"
	"last month.\n"
	"\n" HELP_WHERE
	"  --period P[,P...] hour, day, week, month, quarter, year or all (default day)\n"
	"  --start TIME      instead of a period\n"
	"  --end TIME        (default now)\n"
	"  --output PLACE    a folder for GRAPH-PERIOD.png, a file that ends in .png, or\n"
	"                    - for standard output (default: this folder)\n"
	"  --prefix TEXT     begin the names of pictures with it\n"
	"  --theme THEME     light or dark (default light)\n"
	"  --width PIXELS    of the canvas, 100 to 10000 (default 800)\n"
	"  --height PIXELS   of the canvas, 50 to 5000 (default 200)\n"
	"  --lazy            leave pictures alone that could not have changed by a pixel\n"
	"  --help\n"
	"\n" HELP_TIME "\n"
	"Exit status: 0 done; 1 failed, the message names the file and the cure; 2 wrong\n"
	"usage; 3 nothing is known in the span (the pictures say so).\n";

const char help_export[] =
	"boardgraph export [OPTION...] GRAPH\n"
	"Write the values of a graph to standard output: a row for each time, the end of\n"
	"its interval in seconds since 1970; a column for each data source.\n"
	"\n" HELP_WHERE "  --format FORMAT   csv, json, tsv or xml (default csv)\n"
	"  --period P        hour, day, week, month, quarter or year (default day)\n"
	"  --start TIME      instead of a period\n"
	"  --end TIME        (default now)\n"
	"  --step SECONDS    of a row, one of the archives' (default: the finest that\n"
	"                    reaches back to the start)\n"
	"  --cf FUNCTION     what a row has of its samples: average, min or max\n"
	"                    (default average)\n"
	"  --help\n"
	"\n" HELP_TIME "\n"
	"Exit status: 0 done; 1 failed, the message names the file and the cure; 2 wrong\n"
	"usage; 3 nothing is known in the span (what is written is valid all the same).\n";

const char help_list[] =
	"boardgraph list [OPTION...]\n"
	"Name the graphs, their series, and the age of the newest value.\n"
	"\n" HELP_WHERE
	"  --json            for scripts: hosts, graphs, series, units, spans, pictures\n"
	"  --help\n"
	"\n"
	"Exit status: 0 done, 1 failed, 2 wrong usage.\n";

const char help_check[] =
	"boardgraph check [OPTION...]\n"
	"Say why a graph is empty, stale or dear, with the cure: looks at collectd, its\n"
	"plugins, rrdcached, every RRD file, the clock, fonts, openmediavault's switch,\n"
	"what storing costs, mounts, the network and USB.\n"
	"\n" HELP_WHERE "  --json            for scripts: healthy, facts, findings\n"
	"  --help\n"
	"\n"
	"Run as root it sees most. Exit status: 0 healthy, 1 problems found, 2 wrong usage.\n";

const char help_migrate[] =
	"boardgraph migrate [OPTION...] [OLD=NEW...]\n"
	"Fill what our RRD files do not know from those of openmediavault-monitoring-odroid-xu4\n"
	"and of collectd's cpufreq and thermal. These stay as they are; what ours know stays too.\n"
	"collectd and rrdcached may run. Doing it twice adds nothing.\n"
	"\n" HELP_WHERE
	"  --from DIR        from the files of another system or a backup: also those that are\n"
	"                    called as ours; those of a 32-bit ARM may be filled into 64-bit ones\n"
	"  --dry-run         print what would be done\n"
	"  --help\n"
	"\n"
	"OLD=NEW says which of ours goes on with an older file, where their names do not:\n"
	"cpufreq/cpufreq-0=clusterfreq-cpu0-3/cpufreq-current. OLD= leaves it out.\n"
	"\n"
	"Exit status: 0 done; 1 failed or not clear, the message names the file and the cure;\n"
	"2 wrong usage; 3 there is nothing to migrate.\n";

"""boardstat.py - lets boardgraph draw for openmediavault; omv-mkrrdgraph loads it."""
import json
import os
import subprocess

import openmediavault
import openmediavault.mkrrdgraph

BOARDGRAPH = '/usr/bin/boardgraph'
PREFIX = 'boardstat-'
TABS = '/var/www/openmediavault/assets/boardstat.json'
SECONDS = 120


def boardgraph(*args):
    """Returns what boardgraph prints. timeout(1) ends its workers too, and exits with 124."""
    result = subprocess.run(['timeout', '-k', '5', str(SECONDS), BOARDGRAPH, *args],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, encoding='utf-8', errors='replace')
    if result.returncode not in (0, 3):  # 3: the pictures say that there is no data yet
        message = '; '.join(result.stderr.splitlines())
        if result.returncode == 124:
            message = 'not done after {} s: {}'.format(SECONDS, message)
        raise RuntimeError(message or 'exit status {}'.format(result.returncode))
    return result.stdout


def draw(config):
    """Draw all graphs of one period."""
    defaults = config['defaults']
    boardgraph('draw', '--lazy', '--prefix', PREFIX,
               '--period', config['period'], '--output', config['image_dir'],
               '--data-dir', config['data_dir'],
               '--daemon', defaults[defaults.index('--daemon') + 1],
               # What the defaults hold if the owner has set nothing is too small.
               '--width', openmediavault.getenv('OMV_COLLECTD_RRDTOOL_GRAPH_WIDTH', '800'),
               '--height', openmediavault.getenv('OMV_COLLECTD_RRDTOOL_GRAPH_HEIGHT', '200'))


def list_tabs(config):
    """The graphs of one interrupt or device, as the page wants them."""
    graphs = json.loads(boardgraph('list', '--json', '--data-dir', config['data_dir']))['graphs']
    return [{'kind': PREFIX + graph['pictures']['hour'][:-len('-hour.png')],
             'label': graph['title']}
            for graph in graphs if graph['instance'] and graph['default']]


def write_tabs(tabs):
    """Replace the file that the page loads. Without tabs it would be blank."""
    with open(TABS + '.new', 'w', encoding='utf-8') as file:
        json.dump(tabs or [{'kind': PREFIX + 'interrupts', 'label': 'No data yet'}], file)
    os.chmod(TABS + '.new', 0o644)
    os.replace(TABS + '.new', TABS)


class Plugin(openmediavault.mkrrdgraph.IPlugin):
    """Lives for one run of omv-mkrrdgraph, which logs what create_graph raises."""

    def __init__(self):
        self.has_failed = False

    def create_graph(self, config):
        """Draw one period, and after the last one list the tabs."""
        try:
            draw(config)
            if config['period'] == 'year':
                write_tabs(list_tabs(config))
        except Exception:
            if not self.has_failed:  # the other periods fail alike: once is enough
                self.has_failed = True
                raise
        return 0

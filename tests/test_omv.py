#!/usr/bin/env python3
"""test_omv.py - what openmediavault loads: the class, the pages, the state; one line of TAP each.

usage: test_omv.py SOURCE

Plays the host: what omv-mkrrdgraph gives a plugin, and programs in place of boardgraph.
"""
import ast
import glob
import json
import os
import re
import stat
import sys
import tempfile
import time
import uuid

import jinja2
import yaml

SOURCE = sys.argv[1]
OMV = os.path.join(SOURCE, 'web', 'omv')
HOST = os.path.join(SOURCE, 'tests/openmediavault/usr/lib/python3/dist-packages')
PERIODS = ('hour', 'day', 'week', 'month', 'year')
SCRATCH = tempfile.TemporaryDirectory()

LIST = {'graphs': [
    {'instance': '', 'default': True, 'title': 'USB', 'pictures': {'hour': 'usb-hour.png'}},
    {'instance': 'a+b', 'default': True, 'title': 'USB a+b',
     'pictures': {'hour': 'usb-a_b-hour.png'}},
    {'instance': 'idle', 'default': False, 'title': 'Interrupts of idle',
     'pictures': {'hour': 'interrupts-idle-hour.png'}},
]}
DRAWS = '''
[ "$1" = draw ] || { cat "$0.list"; exit 0; }
echo "$@" >>"$0.args"
'''


def scratch(name):
    """A path for the test."""
    return os.path.join(SCRATCH.name, name)


def program(text, listed=None):
    """A program in place of boardgraph."""
    fd, path = tempfile.mkstemp(dir=SCRATCH.name)
    with open(fd, 'w', encoding='utf-8') as file:
        file.write('#!/bin/sh\n' + text)
    with open(path + '.list', 'w', encoding='utf-8') as file:
        json.dump(LIST if listed is None else listed, file)
    os.chmod(path, 0o755)
    boardstat.BOARDGRAPH = path
    return path


def run():
    """What omv-mkrrdgraph does in one run. Returns what it would log."""
    logged = []
    plugin = boardstat.Plugin()
    assert isinstance(plugin, openmediavault.mkrrdgraph.IPlugin)
    common = {'defaults': ['--daemon', 'unix:/run/rrdcached.sock', '--imgformat', 'PNG',
                           '--width', '400', '--height', '120', '--font', 'TITLE:9:.'],
              'data_dir': '/var/lib/rrdcached/db/localhost', 'image_dir': SCRATCH.name}
    before = repr(common)
    for period in PERIODS:
        config = dict(common, period=period)
        keys = set(config)
        try:
            plugin.create_graph(config)
        except Exception as error:  # as omv-mkrrdgraph
            logged.append((period, str(error)))
        assert set(config) == keys, 'the next plugin sees our keys'
    assert repr(common) == before, 'the next plugin sees our defaults'
    return logged


def tabs():
    """What the page would load."""
    with open(boardstat.TABS, encoding='utf-8') as file:
        return json.load(file)


def module_imports_the_standard_library_and_does_nothing():
    path = os.path.join(OMV, 'mkrrdgraph', 'boardstat.py')
    with open(path, encoding='utf-8') as file:
        tree = ast.parse(file.read())
    for node in tree.body:
        assert isinstance(node, (ast.Import, ast.Assign, ast.FunctionDef, ast.ClassDef)) or \
            ast.get_docstring(tree) and node is tree.body[0], ast.dump(node)
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.split('.')[0]
                assert top == 'openmediavault' or top in sys.stdlib_module_names, top
        if isinstance(node, ast.Assign):
            ast.literal_eval(node.value)


def one_draw_for_each_period_with_what_openmediavault_says():
    path = program(DRAWS)
    assert run() == []
    with open(path + '.args', encoding='utf-8') as file:
        lines = file.read().splitlines()
    assert [line.split(' --period ')[1].split()[0] for line in lines] == list(PERIODS), lines
    for line in lines:
        for words in ('draw --lazy ', ' --prefix boardstat- ', ' --output ' + SCRATCH.name,
                      ' --data-dir /var/lib/rrdcached/db/localhost',
                      ' --daemon unix:/run/rrdcached.sock', ' --width 800 --height 200'):
            assert words in line, (words, line)


def size_is_the_owners_if_he_has_set_one():
    path = program(DRAWS)
    openmediavault._owner.update(OMV_COLLECTD_RRDTOOL_GRAPH_WIDTH='400',
                                 OMV_COLLECTD_RRDTOOL_GRAPH_HEIGHT='120')
    logged = run()
    openmediavault._owner.clear()
    assert logged == []
    with open(path + '.args', encoding='utf-8') as file:
        assert file.read().count(' --width 400 --height 120') == len(PERIODS)


def tabs_are_what_is_drawn_by_default_and_has_a_name():
    program(DRAWS)
    assert run() == []
    assert tabs() == [{'kind': 'boardstat-usb-a_b', 'label': 'USB a+b'}], tabs()
    assert stat.S_IMODE(os.stat(boardstat.TABS).st_mode) == 0o644
    assert not os.path.exists(boardstat.TABS + '.new')


def without_devices_there_is_a_tab_that_says_so():
    program(DRAWS, {'graphs': []})
    assert run() == []
    assert tabs() == [{'kind': 'boardstat-interrupts', 'label': 'No data yet'}], tabs()


def no_data_is_success():
    program(DRAWS + 'echo "no data" >&2; exit 3')
    assert run() == []


def failure_is_logged_once_with_the_message():
    program(DRAWS + 'echo "boardgraph: rrdcached is down" >&2; echo "more: 100%" >&2; exit 1')
    assert run() == [('hour', 'boardgraph: rrdcached is down; more: 100%')]


def failure_without_a_message_names_the_status():
    program('exit 7')
    assert run() == [('hour', 'exit status 7')]


def after_a_failure_the_other_periods_are_drawn():
    path = program(DRAWS + 'case "$*" in *day*) echo full >&2; exit 1 ;; esac')
    assert run() == [('day', 'full')]
    with open(path + '.args', encoding='utf-8') as file:
        assert len(file.read().splitlines()) == len(PERIODS)


def absent_boardgraph_is_named():
    boardstat.BOARDGRAPH = scratch('absent')
    logged = run()
    assert len(logged) == 1 and scratch('absent') in logged[0][1], logged


def is_running(pid):
    """A process that has ended may wait for its parent yet."""
    try:
        with open('/proc/{}/stat'.format(pid), encoding='utf-8') as file:
            return file.read().rsplit(')', 1)[1].split()[0] != 'Z'
    except FileNotFoundError:
        return False


def slow_boardgraph_is_ended_with_its_workers():
    path = program('sleep 600 & echo $! >"$0.worker"; echo "waits for rrdcached" >&2; wait')
    boardstat.SECONDS, usual = 3, boardstat.SECONDS
    since = time.monotonic()
    try:
        boardstat.boardgraph('draw')
        raise AssertionError('no failure')
    except RuntimeError as error:
        assert str(error) == 'not done after 3 s: waits for rrdcached', error
    finally:
        boardstat.SECONDS = usual
    with open(path + '.worker', encoding='utf-8') as file:
        worker = file.read().strip()
    while is_running(worker):
        assert time.monotonic() - since < 60, 'the worker runs on'
        time.sleep(0.1)


def tabs_that_cannot_be_written_are_logged_and_the_old_stay():
    program(DRAWS)
    assert run() == []
    before = tabs()
    os.mkdir(boardstat.TABS + '.new')
    logged = run()
    os.rmdir(boardstat.TABS + '.new')
    assert [period for period, _ in logged] == ['year'], logged
    assert tabs() == before


def broken_list_is_logged_and_the_old_tabs_stay():
    program(DRAWS)
    assert run() == []
    before = tabs()
    program(DRAWS, {'nothing': 1})
    assert [period for period, _ in run()] == ['year']
    assert tabs() == before


def manifests(kind):
    """All of one folder, by file name."""
    found = {}
    for path in sorted(glob.glob(os.path.join(OMV, 'workbench', kind, '*.yaml'))):
        with open(path, encoding='utf-8') as file:
            found[os.path.basename(path)] = yaml.safe_load(file)
    assert found
    return found


def fields(data, required, optional=()):
    """Nothing is missing, nothing is unknown."""
    assert set(required) <= set(data) <= set(required) | set(optional), data


def each_manifest_has_version_and_type():
    for kind, name in (('component.d', 'component'), ('navigation.d', 'navigation-item'),
                       ('route.d', 'route'), ('dashboard.d', 'dashboard-widget')):
        for manifest in manifests(kind).values():
            fields(manifest, ('version', 'type', 'data'))
            assert manifest['version'] == '1.0' and manifest['type'] == name


def pages_are_rrd_pages():
    names = set()
    for path, manifest in manifests('component.d').items():
        data = manifest['data']
        fields(data, ('name', 'type', 'config'))
        assert data['type'] == 'rrdPage' and path == data['name'] + '.yaml'
        fields(data['config'], ('graphs',), ('store', 'label'))
        assert ('store' in data['config']) == ('label' in data['config'])
        for graph in data['config']['graphs']:
            fields(graph, ('name', 'label'))
        names.add(data['name'])
    for manifest in manifests('route.d').values():
        fields(manifest['data'], ('url', 'title', 'component'))
        assert manifest['data']['component'] in names


def page_has_the_five_tabs():
    page = manifests('component.d')['omv-diagnostics-performance-statistics-boardstat-rrd-page.yaml']
    graphs = page['data']['config']['graphs']
    assert [graph['label'] for graph in graphs] == [
        '_("{}")'.format(tab)
        for tab in ('Temperature', 'Frequency', 'Interrupts', 'USB', 'Throttling')]
    assert [graph['name'] for graph in graphs] == [
        'boardstat-' + kind
        for kind in ('temperature', 'frequency', 'interrupts', 'usb', 'throttling')]


def page_of_devices_takes_what_the_class_writes():
    page = manifests('component.d')[
        'omv-diagnostics-performance-statistics-boardstat-devices-rrd-page.yaml']
    config = page['data']['config']
    assert '/var/www/openmediavault' + config['store']['url'][1:] == real_tabs
    used = set(re.findall(r'{{ (\w+) }}', json.dumps(config)))
    program(DRAWS)
    assert run() == []
    assert used == set(tabs()[0]), used


def each_page_is_in_the_menu():
    routes = {m['data']['url'] for m in manifests('route.d').values()}
    for path, manifest in manifests('navigation.d').items():
        data = manifest['data']
        fields(data, ('path', 'text', 'icon', 'url'), ('permissions',))
        assert path == data['path'] + '.yaml'
        assert data['url'] == '/' + data['path'].replace('.', '/')
        assert data['permissions'] == {'role': ['admin']}
        routes.remove(data['url'])
    assert not routes


def widgets_serve_old_and_new_openmediavault():
    ids = set()
    for manifest in manifests('dashboard.d').values():
        data = manifest['data']
        fields(data, ('id', 'type', 'title', 'permissions', 'rrd'))
        assert data['type'] == 'rrd' and uuid.UUID(data['id']).version == 4
        fields(data['rrd'], ('kind', 'period', 'name'))
        assert data['rrd']['name'] == '{kind}-{period}.png'.format(**data['rrd'])
        assert data['permissions'] == {'role': ['admin']}
        ids.add(data['id'])
    assert len(ids) == 5


def translated_text_is_the_whole_value():
    for path in glob.glob(os.path.join(OMV, 'workbench', '*', '*.yaml')):
        with open(path, encoding='utf-8') as file:
            for line in file:
                assert '_(' not in line or re.search(r': _\("[^"]+"\)$', line.rstrip()), line


def state_writes_the_file_that_the_package_installs():
    with open(os.path.join(OMV, 'salt', 'boardstat.sls'), encoding='utf-8') as file:
        state = yaml.safe_load(jinja2.Template(file.read()).render())
    (name, calls), = state.items()
    assert name == 'configure_collectd_conf_boardstat_plugin'
    (call, arguments), = calls.items()
    assert call == 'file.managed'
    assert all(len(argument) == 1 for argument in arguments)
    arguments = {key: value for argument in arguments for key, value in argument.items()}
    contents = arguments.pop('contents')
    assert arguments == {'name': '/etc/collectd/collectd.conf.d/boardstat.conf', 'user': 'root',
                         'group': 'root', 'mode': '0644'}, arguments
    with open(os.path.join(SOURCE, 'debian', 'conf', 'snippet.conf'), encoding='utf-8') as file:
        assert contents == file.read()


def check(number, test):
    """One line of TAP."""
    try:
        test()
    except Exception as error:
        print('# {!r}'.format(error))
        print('not ok {} - {}'.format(number, test.__name__))
        return False
    print('ok {} - {}'.format(number, test.__name__))
    return True


sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(OMV, 'mkrrdgraph'), HOST]
openmediavault = __import__('openmediavault')
boardstat = __import__('boardstat')
real_tabs = boardstat.TABS
boardstat.TABS = scratch('tabs.json')
tests = (
    module_imports_the_standard_library_and_does_nothing,
    one_draw_for_each_period_with_what_openmediavault_says,
    size_is_the_owners_if_he_has_set_one,
    tabs_are_what_is_drawn_by_default_and_has_a_name,
    without_devices_there_is_a_tab_that_says_so,
    no_data_is_success,
    failure_is_logged_once_with_the_message,
    failure_without_a_message_names_the_status,
    after_a_failure_the_other_periods_are_drawn,
    absent_boardgraph_is_named,
    slow_boardgraph_is_ended_with_its_workers,
    tabs_that_cannot_be_written_are_logged_and_the_old_stay,
    broken_list_is_logged_and_the_old_tabs_stay,
    each_manifest_has_version_and_type,
    pages_are_rrd_pages,
    page_has_the_five_tabs,
    page_of_devices_takes_what_the_class_writes,
    each_page_is_in_the_menu,
    widgets_serve_old_and_new_openmediavault,
    translated_text_is_the_whole_value,
    state_writes_the_file_that_the_package_installs,
)
print('1..{}'.format(len(tests)))
results = [check(number, test) for number, test in enumerate(tests, 1)]
SCRATCH.cleanup()
sys.exit(not all(results))

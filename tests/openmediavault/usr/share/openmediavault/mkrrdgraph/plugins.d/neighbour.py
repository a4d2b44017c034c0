"""A class that expects to be called as if it were alone."""
import openmediavault.mkrrdgraph


class Plugin(openmediavault.mkrrdgraph.IPlugin):
    """Draws nothing, but looks at what it is given."""

    def create_graph(self, config):
        """Draw one period."""
        if config['defaults'][-1] != '400' or len(config) != 4:
            raise RuntimeError('the neighbour was disturbed')

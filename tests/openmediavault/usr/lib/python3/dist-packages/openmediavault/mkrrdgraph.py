"""What omv-mkrrdgraph expects of a class."""
import abc


class IPlugin(abc.ABC):
    """Is made once for a run, and called once for each period."""

    @abc.abstractmethod
    def create_graph(self, config):
        """Draw one period."""

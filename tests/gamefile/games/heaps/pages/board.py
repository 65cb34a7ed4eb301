"""How a moment is drawn, as the declarations say it, a step having a name of its own."""

from dataclasses import replace

from dhstats.gamefile.door import derived

OWN = replace(derived(__name__, "pages"), step="grab")

"""How a moment is drawn, as the declarations say it, with a legend of its own."""

from dataclasses import replace

from dhstats.gamefile.door import derived

OWN = replace(derived(__name__, "pages"), legend="Whoever leaves a multiple of four wins.")

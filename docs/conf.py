"""How Sphinx makes the site: `make docs` puts its pages together first (`docs/workshop`), then calls it."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from dhstats.release import VERSION  # noqa: E402

project = "dhstats"
author = "the dhstats project"
copyright = "the dhstats project"
version = release = VERSION
language = "en"
smartquotes = False  # options begin with two dashes
extensions = ["myst_parser", "docs.workshop.fences"]
myst_enable_extensions = ["deflist", "colon_fence", "attrs_inline"]
myst_heading_anchors = 3
nitpicky = True
suppress_warnings = ["myst.header", "config.cache"]
html_theme = "furo"
html_title = "dhstats"
html_static_path = [str(ROOT / "docs/static")]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
html_theme_options = {"footer_icons": []}
templates_path: list[str] = []

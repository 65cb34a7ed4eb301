"""The workshop of the site: what of it follows from the code and from games that are played for it.

`make docs` builds it into `build/site`. A block ```{command} is run, and its output is what the page shows; `:first:
N` shows N lines of it, `:picture: FILE` the first picture of a page that it wrote, `:says: WORDS | WORDS` stops the
build if it no longer prints what the text relies on. A block ```{file} NAME is a file that the reader writes: it lies
in the folder before the first command, and `python NAME` is a command as well. Below each command the pages of the
repository have its output (```{printed}, 25 lines at most), so that they can be read where only Markdown is rendered:
`make docs UPDATE=1` writes it, `make docs` stops if it differs. The commands of a page are run in one folder, in their
order, and again when a source of the package changes. `docs/gallery.toml` has the cards of the front page; notebooks
are kept without outputs, and a cell that shows a picture begins with a comment that says what is to be seen.
`tests/docs` holds what the site owes its readers: every command, option, key, metric and exit code, and thirty
questions of newcomers, each found by search and by card.
"""

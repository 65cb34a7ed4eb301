# demo · test · test-all · pages · docs · check · bench · soak: the commands that people and CI run.
# Everything is installed into .venv from hashed lock files; uv is used if it is there, else venv and pip.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
# Bytecode is kept even where the environment forbids it: hundreds of processes would compile the same modules anew.
export PYTHONDONTWRITEBYTECODE :=
WORKERS ?= $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)

.DEFAULT_GOAL := help
.PHONY: help demo test test-all pages docs check lowest wheel audit bench soak lock clean

help:
	@echo "make demo    play 100,000 games of Dragonheart and write reports/demo.html"
	@echo "make test    install what the tests need and run each room's hardest ones, on all cores (WORKERS=2: on two)"
	@echo "make test-all  all but the long ones: more deals, every command, plain Python, workers that fail"
	@echo "make pages   every kind of page on one sheet, looked at on a desk, a phone and paper: build/pages/sheet.html"
	@echo "make docs    the site: commands run, references written from the code, links and weights checked: build/site/index.html"
	@echo "make check   lint, format, types, import floors, and whether what is installed is what is locked"
	@echo "make wheel   whether dhstats works as fast installed outside the tree, and on the newest Python that is there"
	@echo "make lowest  whether the lowest versions that pyproject.toml allows do (needs the network)"
	@echo "make audit   ask a database of known weaknesses about the locked packages (needs the network)"
	@echo "make bench   how fast this machine plays, writes and counts"
	@echo "make soak    the long tests; kills, damage, nonsense, oracles and index checks in full: an hour and more"

define need_python
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "dhstats needs Python 3.11 or newer; '$(PYTHON)' is `$(PYTHON) --version 2>&1`. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; \
	  exit 2; }
endef

ifdef UV
create = $(UV) venv --quiet --allow-existing --python $(PYTHON) $(VENV)
install = $(UV) pip install --quiet --python $(BIN)/python
else
create = $(PYTHON) -m venv $(VENV)
install = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
endif
# A lock names all that is needed, with versions and hashes. What is installed is compiled as it is imported: most never is.
locked = $(install) --no-deps --require-hashes
ours = $(install) --no-deps --no-build-isolation -e .

$(VENV)/run.stamp: requirements/run.txt requirements/build.txt pyproject.toml
	$(need_python)
	@echo "Installing into $(VENV) (once; no question asked) ..."
	@$(create)
	@$(locked) -r requirements/build.txt
	@$(locked) -r requirements/run.txt
	@$(ours)
	@touch $@

$(VENV)/develop.stamp: requirements/develop.txt $(VENV)/run.stamp
	@echo "Installing what tests and checks need ..."
	@$(locked) -r requirements/develop.txt
	@touch $@

$(VENV)/docs.stamp: requirements/docs.txt $(VENV)/develop.stamp
	@echo "Installing what the site needs ..."
	@$(locked) -r requirements/docs.txt
	@touch $@

demo: $(VENV)/run.stamp
	@rm -rf data/demo
	@$(BIN)/dhstats simulate simulations/demo.toml --out data/demo --workers $(WORKERS)
	@$(BIN)/dhstats report data/demo -o reports/demo.html

# What many tests play with is compiled before they start. Each worker begins with a row of files of its own, so that what
# the tests of a file share is made once; who is done takes over half of what another has left.
warm = $(BIN)/python -m tests.warm $(WORKERS)
tests = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --durations=25

# By itself where something else is to find everything compiled (.ci/run).
.PHONY: warm
warm: $(VENV)/develop.stamp
	$(warm)

.PHONY: how-long
how-long:
	@echo "This takes about a quarter of an hour on two cores the first time, as all is installed and compiled, and half of that later."

# The list of tests/spine.toml: each room's few hardest questions, each game and each command once.
test: how-long $(VENV)/develop.stamp
	$(warm) && $(tests) -p tests.spine

# What is marked as long is asked by `make soak`: its mark says what guards the same here.
test-all: $(VENV)/develop.stamp
	$(warm) && $(tests) -m "not long"

# Protects what a reader sees, on small runs of every command that writes a page: a question as title, answer and picture
# on the first screen, plain words, no sentence twice, numbers as in the JSON, nothing wider than the screen, no complaint
# of the browser, below a megabyte. Tests of one chart or one command do not see that.
pages: $(VENV)/develop.stamp
	$(BIN)/python -m tests.pages.sheet build/pages

# Whatever a page prints or shows was run for it; what was run is kept in build/sittings until a source changes. A warning is
# an error, and so is a link that leads nowhere, a page over a megabyte, a file from elsewhere, or an output in docs/ that is
# not what its command prints: UPDATE=1 writes those.
docs: $(VENV)/docs.stamp
	$(BIN)/python -m docs.workshop build/site --processes $(WORKERS) $(if $(UPDATE),--update)
	$(BIN)/python -m pytest -q -p no:cacheprovider tests/docs/site.py

check: $(VENV)/develop.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --config pyproject.toml
	$(BIN)/python tests/house/audit.py

# All in environments of their own, so that the locked one stays as it is.
wheel: $(VENV)/develop.stamp
	$(BIN)/python tests/house/wheel.py

lowest: $(VENV)/develop.stamp
	$(BIN)/python tests/house/lowest.py

audit: $(VENV)/develop.stamp
	$(PYTHON) -m venv --clear $(VENV)/audit
	$(VENV)/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	$(VENV)/audit/bin/pip-audit --disable-pip --require-hashes -r requirements/run.txt -r requirements/develop.txt -r requirements/docs.txt

bench: $(VENV)/develop.stamp
	$(BIN)/python tests/benchmarks/bench.py

# The long tests, then benchmarks of which each prints a table and fails if anything was lost or differs; the tests run short
# forms of all of them, and play in plain Python what `index_checks` plays compiled with every index checked.
SOAKS = kills corruptions malformed cluster referee index_checks experts

soak: $(VENV)/develop.stamp
	$(warm) && $(tests) -m long
	@for name in $(SOAKS); do \
	  echo "tests/benchmarks/$$name.py"; $(BIN)/python -m tests.benchmarks.$$name || exit 1; \
	done

# Lock files hold versions and hashes, and no address: lines that would name one are dropped.
compile = $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --no-header --output-file - pyproject.toml

lock: $(VENV)/develop.stamp
	$(install) pip-tools
	$(compile) | sed '/^-/d' > requirements/run.new
	$(compile) --extra cluster --extra s3 --extra test --extra check | sed '/^-/d' > requirements/develop.new
	mv requirements/run.new requirements/run.txt
	mv requirements/develop.new requirements/develop.txt
	$(compile) --extra docs --constraint requirements/develop.txt | sed '/^-/d' > requirements/docs.new
	mv requirements/docs.new requirements/docs.txt

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Every target makes its own virtual environment in .venv first; what is installed
# there is only looked at again when pyproject.toml or setup.py change, so that later
# runs need no network. PYTHON names the interpreter that creates it (3.11 or newer).

PYTHON ?= python3
VENV := .venv
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV

FLOORS := dialects targets transforms tools
RUNTIME := $(VENV)/.installed-runtime
DEVELOPMENT := $(VENV)/.installed-development
DOCUMENTATION := $(VENV)/.installed-documentation

.PHONY: help demo test test-long lint size bench fuzz mutants goldens libc docs clean
.DEFAULT_GOAL := help

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

demo: $(RUNTIME) ## Take a matrix multiplication through every level and run it
	@python examples/demo.py

test: $(DEVELOPMENT) ## Run unit tests and lit tests (12 minutes on 2 cores)
	@python -m compileall -q $(FLOORS)
	python -m pytest -n 2 --dist loadfile --budget 720

test-long: $(DEVELOPMENT) ## Run campaigns and proofs at full width (two hours on 2 cores)
	@python -m compileall -q $(FLOORS)
	python -m pytest -m long -n 2 --dist worksteal --budget 7200

lint: $(DEVELOPMENT) ## Check style, types and the direction of imports
	ruff check
	ruff format --check
	basedpyright
	lint-imports --no-logo --no-cache
	@python bench/size.py

fuzz: $(DEVELOPMENT) ## Check 1,000 csmith programs against the host's gcc (hours)
	@python -m compileall -q $(FLOORS)
	python bench/fuzz.py --jobs 2

size: $(DEVELOPMENT) ## Count lines: hand-written, code alone, generated
	@python bench/size.py

bench: $(DEVELOPMENT) ## Measure beside peers and print one table
	@python -m compileall -q $(FLOORS)
	python -m pytest bench -q --benchmark-only --benchmark-quiet

mutants: $(DEVELOPMENT) ## Change 60 places of the core, one at a time, and see tests fail
	@python -m compileall -q $(FLOORS)
	python bench/mutants.py

goldens: $(DEVELOPMENT) ## Write the golden files anew (review the diff like code)
	python -m pytest -m "" -k golden --regenerate
	@python -m pytest -m "" -q -k golden --regenerate test/test_reference.py # of new tables

libc: $(DEVELOPMENT) ## Compile the C library that is checked in (needs ziglang)
	python -m circ.tools.libc.build

docs: $(DOCUMENTATION) ## Build the documentation site in build/site, with links checked
	@python -m sphinx --fail-on-warning --keep-going --fresh-env --quiet docs build/site
	@echo build/site/index.html

clean: ## Remove the virtual environment and caches
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis *.egg-info build

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "circ needs Python 3.11 or newer; set PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): pyproject.toml setup.py | $(VENV)/bin/python
	@python -m pip uninstall --quiet --yes circ 2>/dev/null # its name before
	python -m pip install --quiet --disable-pip-version-check -e .
	@python -m compileall -q $(FLOORS)
	@touch $@

$(DEVELOPMENT): pyproject.toml setup.py | $(VENV)/bin/python
	@python -m pip uninstall --quiet --yes circ 2>/dev/null # its name before
	python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@python -m compileall -q $(FLOORS)
	@touch $@ $(RUNTIME)

$(DOCUMENTATION): pyproject.toml setup.py | $(VENV)/bin/python
	python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@touch $@

# make run     the site with a demo club on http://localhost:8000 (SQLite, no other service)
# make test    every check, and every test but the slow ones, on SQLite and on PostgreSQL with Redis; needs only Python
# make test-all  the same with all tests, whole
# make run DEMO=false  the same without the demo club, now and at each later start
# make backup  back the service up while it runs; make restore FILE=...  set it up from a backup (docs/running.md)
# make check   the checks alone; make bench  the measurements; make install  the virtual environment alone

VENV := .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
DATA_DIR ?= var
PYTEST := $(BIN)/python -m pytest --durations 12
# What `make test` samples, `make test-all` tries whole (CONTRIBUTING.md, tests/extent.py).
TESTS ?= sample
ifeq ($(TESTS),all)
ON_SQLITE := not services
ON_POSTGRESQL := not pure and (both_databases or not one_database)
POSTGRESQL_FILES := tests
else
ON_SQLITE := not slow and not services
ON_POSTGRESQL := not slow and (both_databases or services)
POSTGRESQL_FILES := $$(grep -rlE 'both_databases|mark\.services' tests --include='test_*.py')
endif
PRODUCTION := env -u DEBUG -u DATABASE_URL -u REDIS_URL SITE_URL=https://magistrar.example SECRET_KEY=$$(head -c 48 /dev/urandom | base64 | tr -d '\n')

export DATA_DIR TESTS
# Where the environment forbids it, every process of the tests would compile the whole site anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install run remove-demo backup restore test test-all check types rules sqlite postgresql costs bench messages shots pictures release-database clean

install: $(VENV)/.installed-dev

# The first Python that is new enough makes the environment.
$(BIN)/python:
	@for python in "$(PYTHON)" python3 python3.14 python3.13 python3.12 python3.11; do \
	  if [ -n "$$python" ] && "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "Making the virtual environment with $$("$$python" --version)."; \
	    "$$python" -m venv $(VENV) && exit 0; \
	    echo "Could not make it. On Debian and Ubuntu: install python3-venv."; exit 1; \
	  fi; \
	done; echo "Python 3.11 or later is needed (PYTHON=/path/to/python3 says where it is)."; exit 1

$(VENV)/.installed: requirements.txt constraints.txt | $(BIN)/python
	@echo "Installing what the site needs."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

# All in one go, and compiled when it is first used, as most of it never is.
$(VENV)/.installed-dev: requirements.txt requirements-dev.txt constraints.txt | $(BIN)/python
	@echo "Installing what the site and the tests need."
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -r requirements-dev.txt
	@touch $(VENV)/.installed $@

run: $(VENV)/.installed
	@exec $(MANAGE) run

# The demo club with everything in it, once it isn't wanted any more.
remove-demo: $(VENV)/.installed
	@$(MANAGE) remove_demo

backup: $(VENV)/.installed
	@$(MANAGE) backup

# FILE=/media/stick/magistrar-...backup; OPTIONS=--replace puts it in the place of what is there.
restore: $(VENV)/.installed
	@$(MANAGE) restore "$(FILE)" $(OPTIONS)

# The types take the longest: the rest is looked at beside them.
check: $(VENV)/.installed-dev
	@$(MAKE) --no-print-directory -j 2 types rules

types:
	$(BIN)/mypy

rules: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/djlint --check --quiet templates games/pages
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) spectacular --fail-on-warn --format openapi-json | $(BIN)/openapi-spec-validator -
	$(PRODUCTION) $(MANAGE) check --deploy --fail-level WARNING

# Two jobs at once keep two cores busy to the end: the tests on SQLite, in two processes, and everything else in turn.
# What each says is shown as a whole when it has ended.
test: $(VENV)/.installed-dev
	@echo "Format, lint, types and all tests, side by side. This takes up to five minutes (make test-all: thirty)."
	@$(MAKE) --no-print-directory -j 2 --output-sync=target sqlite rules types postgresql
	@echo "Everything holds: format, lint, types, import contract, migrations, deployment check, and the tests on SQLite and on PostgreSQL with Redis."

# Before an issue is resolved, and before a release.
test-all:
	@$(MAKE) --no-print-directory test TESTS=all

# Measures every test and writes down which are slow: after many new tests. A file alone: make costs FILES=tests/games/web
FILES ?= tests
costs:
	$(BIN)/python -m pytest -p tests.costs -m "not services and not browser" $(FILES)

sqlite:
	@echo "== Tests on SQLite"
	$(PYTEST) -n 2 --dist loadgroup -m "$(ON_SQLITE)"

postgresql:
	@echo "== Tests on PostgreSQL, with Redis and Celery workers"
	$(BIN)/python -m tests.services $(PYTEST) -m "$(ON_POSTGRESQL)" $(POSTGRESQL_FILES)

# One after the other to the end, whatever one of them finds; then the names of those that found less than wanted.
# The hall is open for a minute: `python -m bench.hall` keeps it open for ten.
BENCHES := $(filter-out bench/seeding.py,$(wildcard bench/[a-z]*.py))
bench: $(VENV)/.installed-dev
	@failed=; for module in $(subst /,.,$(BENCHES:.py=)); do echo "== $$module"; \
	  case $$module in bench.hall) options="--minutes 1";; *) options=;; esac; \
	  $(BIN)/python -m $$module $$options || failed="$$failed $$module"; done; \
	if [ -n "$$failed" ]; then echo "Less than wanted, or broken:$$failed"; exit 1; fi

# Brings the catalogues in locale/ up to what code and templates say, and compiles them (docs/translating.md).
messages: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.catalogues

# A picture of every page (phone, desk, both schemes, all languages) in DATA_DIR/shots, with a page to look through them.
shots: $(VENV)/.installed-dev
	@mkdir -p "$(DATA_DIR)"
	@$(BIN)/python -m tests.shots

# The pictures of the handbook, from the same pages, in docs/handbook/pictures.
pictures: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.handbook_pictures

# The database of the version that is about to be released, for tests of upgrades (docs/release.md).
release-database: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.upgrades

clean:
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis staticfiles

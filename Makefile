# Everything one does with this repository; `make help` lists it.
SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help deps build run test bench lint format docs release install clean

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

# Warnings are errors where nobody looks at them.
STRICT := $(if $(CI),-Xswiftc -warnings-as-errors)
# Its own folder: other flags in the same one would build everything anew each time.
RELEASE := -c release --static-swift-stdlib --scratch-path .build/static
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
DOCUMENTED := Storefront StorefrontContracts StorefrontPlugins

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## installs what is missing, with apt: libyaml, SQLite, a C compiler, Python
	@missing=(); \
	for command in pkg-config make gcc python3; do \
		command -v "$$command" >/dev/null || missing+=("$$command"); \
	done; \
	[[ -e /usr/include/yaml.h ]] || pkg-config --exists yaml-0.1 2>/dev/null || missing+=(libyaml-dev); \
	[[ -e /usr/include/sqlite3.h ]] || pkg-config --exists sqlite3 2>/dev/null || missing+=(libsqlite3-dev); \
	if (( $${#missing[@]} )); then \
		echo "installing $${missing[*]}"; \
		$(SUDO) apt-get update -qq; \
		DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends "$${missing[@]}"; \
	fi; \
	command -v $(SWIFT) >/dev/null || { echo "Swift 6.2 or later is needed: https://www.swift.org/install" >&2; exit 1; }

build: deps ## builds everything, for debugging
	$(SWIFT) build $(STRICT)

run: build ## a first sale on the example apps, in a data folder that is thrown away
	@bin=$$($(SWIFT) build --show-bin-path); \
	data=$$(mktemp -d); \
	trap 'rm -rf "$$data"' EXIT; \
	say() { printf '\n%s\n' "$$*"; }; \
	storefront() { printf '$$ storefront %s\n' "$$*"; "$$bin/storefront" --data "$$data" "$$@"; }; \
	quietly() { { storefront "$$@" || echo "exit status $$?"; } 2>/dev/null; }; \
	say 'Three apps, each one file:'; \
	storefront validate; \
	storefront apps; \
	say 'What a customer of the Word Game sees in Germany:'; \
	storefront products word-game --locale de-DE --currency EUR; \
	say 'Ada buys coins three times over, and spends some:'; \
	quietly purchase word-game com.acme.wordgame.coins100 --customer ada --quantity 3; \
	quietly spend word-game coins 30 --customer ada --key level-7; \
	say 'The process is killed between the charge and the delivery; the next command delivers, once:'; \
	quietly purchase word-game com.acme.wordgame.hints10 --customer ada --outcome crash-before-delivery; \
	quietly balance word-game --customer ada; \
	say 'Her next purchase is declined, and nothing is given:'; \
	storefront purchase word-game com.acme.wordgame.starter --customer ada --outcome declined --json 2>/dev/null || true; \
	say 'Bob subscribes to the Barcode Scanner, with a free week first:'; \
	quietly purchase barcode-scanner com.acme.scanner.pro.monthly --customer bob; \
	quietly entitlements barcode-scanner pro --customer bob; \
	say 'Cleo buys everything in the Photo Studio, and asks for it again on a new phone:'; \
	quietly purchase photo-studio com.acme.photostudio.everything --customer cleo; \
	quietly restore photo-studio --customer cleo; \
	say 'What the Word Game told to the outside:'; \
	quietly events word-game

test: deps ## all tests, with what they need set up
	$(SWIFT) test $(STRICT)

bench: release ## the benchmarks, each beside its reference measured in the same run
	$(SWIFT) build $(RELEASE) --product StorefrontBench
	Benchmarks/run "$$($(SWIFT) build $(RELEASE) --show-bin-path)"

lint: ## style and package rules, as CI has them
	@! grep -n unsafeFlags Package.swift || { echo 'Package.swift: unsafeFlags keep others from depending on it' >&2; exit 1; }
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks

format: ## writes the sources as lint wants them
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks

docs: deps ## the reference of the public API, as a site under docs/api
	$(SWIFT) package dump-symbol-graph --minimum-access-level public >/dev/null
	@graphs=$$(mktemp -d); \
	trap 'rm -rf "$$graphs"' EXIT; \
	for module in $(DOCUMENTED); do \
		cp "$$($(SWIFT) build --show-bin-path)"/../symbolgraph/"$$module"{,@*}.symbols.json "$$graphs" 2>/dev/null || true; \
	done; \
	rm -rf docs/api; \
	mkdir -p docs; \
	docc convert --fallback-display-name Storefront --fallback-bundle-identifier dev.storefront \
		--additional-symbol-graph-dir "$$graphs" --output-path docs/api
	@echo 'docs/api: serve it with python3 -m http.server --directory docs/api'

release: deps ## the program alone, with Swift's library in it
	$(SWIFT) build $(RELEASE) --product storefront

install: release ## program, templates and completions, under PREFIX (and DESTDIR)
	@bin=$$($(SWIFT) build $(RELEASE) --show-bin-path); \
	root="$(DESTDIR)$(PREFIX)"; \
	install -d "$$root"/bin "$$root"/share/storefront "$$root"/share/bash-completion/completions \
		"$$root"/share/zsh/site-functions "$$root"/share/fish/vendor_completions.d; \
	install -s -m 755 "$$bin/storefront" "$$root/bin/storefront"; \
	rm -rf "$$root/share/storefront/templates"; \
	cp -R templates "$$root/share/storefront/templates"; \
	"$$bin/storefront" completions bash > "$$root/share/bash-completion/completions/storefront"; \
	"$$bin/storefront" completions zsh > "$$root/share/zsh/site-functions/_storefront"; \
	"$$bin/storefront" completions fish > "$$root/share/fish/vendor_completions.d/storefront.fish"; \
	echo "installed under $$root"

clean: ## removes everything that was built
	rm -rf .build docs/api

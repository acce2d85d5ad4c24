# What a newcomer needs: `make demo`, `make test`. The longer recipes are in scripts/.

.PHONY: all build install demo test test-invariants test-threads fuzz bench lint format check-broken clean requirements

all: build

build: requirements
	swift build

# The command `coredata`, for release, in PREFIX/bin.
install: PREFIX ?= /usr/local
install: requirements
	scripts/install.sh "$(PREFIX)"

# A story in eight steps: models, documents, mistakes, queries, edits, the binary twin.
demo: requirements
	scripts/demo.sh

test: requirements
	scripts/test.sh
	scripts/check-generated.sh Schemas
	scripts/test-accessors.sh
	scripts/test-clients.sh

# The tests of live objects once more, with the whole graph checked after every change.
test-invariants: requirements
	scripts/test.sh --invariants

# Contexts that work at the same time, under the Thread Sanitizer.
test-threads: requirements
	scripts/test.sh --threads

# Inputs that libFuzzer makes up, for each reader in turn; SECONDS says how long for each.
fuzz: SECONDS ?= 60
fuzz: requirements
	scripts/fuzz.sh all $(SECONDS)

# Ratios against hand-written C and SQLite. BENCH='--million --pairs 9' hands on arguments.
bench:
	scripts/requirements.sh --bench
	python3 Benchmarks/run.py $(BENCH)

lint: requirements
	scripts/lint.sh

format:
	scripts/format.sh

# The findings on SampleData/Broken against the texts beside the files.
check-broken: requirements
	scripts/check-broken.sh

clean:
	rm -rf .build Benchmarks/.build Benchmarks/Work

requirements:
	@scripts/requirements.sh

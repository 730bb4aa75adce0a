# make install and its kin; included by the Makefile.
#
#   make install DESTDIR=/stage PREFIX=/usr/local
#
# The tool goes into a Valgrind library directory of its own, where all else is a link
# to the installed Valgrind, and a front named valgrind uses that directory.
#: DESTDIR=DIR      install, uninstall: a stage; it comes before the paths below
DESTDIR ?=
#: PREFIX=/usr/local
PREFIX ?= /usr/local
#: bindir, libexecdir, includedir, datadir, mandir, docdir=DIR   where PREFIX/bin, libexec, include,
#:                  share, share/man, share/doc/cgtools are not right; no space in libexecdir
bindir ?= $(PREFIX)/bin
libexecdir ?= $(PREFIX)/libexec
includedir ?= $(PREFIX)/include
datadir ?= $(PREFIX)/share
mandir ?= $(datadir)/man
docdir ?= $(datadir)/doc/cgtools
#: zshdir=DIR       where zsh looks for completions: PREFIX/share/zsh/site-functions; below /usr, where
#:                  Debian's looks elsewhere, share/zsh/vendor-completions
zshdir ?= $(datadir)/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
#: VALGRIND_FRONT=no   install the tool alone, without bin/valgrind and its links: for
#:                  packages that put it where the installed Valgrind looks anyway
VALGRIND_FRONT ?= yes
#: INSTALL=install  the program that copies
INSTALL ?= install
#: STRIP=-s         its option for commands; STRIP= keeps their debugging information, a hundred MB
STRIP ?= -s
#: SOURCE_DATE_EPOCH=SECONDS   dist: the time of the files; that of the last commit without it
#: VERBOSE=1        check: print passed tests too

completions_out := $(OUT)/completions
completions := $(foreach c,$(commands),$(completions_out)/$(c).bash $(completions_out)/_$(c) \
                                       $(completions_out)/$(c).fish)

all: completions
.PHONY: completions
completions: $(completions)

$(completions_out)/%.bash: $(BIN)/%
	@mkdir -p $(@D)
	@$< --write-completion=bash > $@
$(completions_out)/_%: $(BIN)/%
	@mkdir -p $(@D)
	@$< --write-completion=zsh > $@
$(completions_out)/%.fish: $(BIN)/%
	@mkdir -p $(@D)
	@$< --write-completion=fish > $@

# They go through the environment, so that none of their bytes means anything to make or the
# shell.
VALGRIND_LIBEXEC = $(valgrind_libexec)
$(foreach v,DESTDIR PREFIX bindir libexecdir includedir datadir mandir docdir zshdir VALGRIND_FRONT STRIP \
            INSTALL OUT BIN VALGRIND_LIBEXEC, \
    $(eval install install-strip uninstall: export $(v) := $$($(v))))

.PHONY: install install-strip uninstall installcheck
install: all ## install below PREFIX (/usr/local), staged by DESTDIR
	@packaging/install-files install

# By the convention of GNU, for those who look for it.
install-strip: install

uninstall: ## remove what install put there
	@packaging/install-files uninstall

# All that runs the commands and the tool from outside: the same tests that `make check` runs,
# against what install made.
installed := $(abspath $(OUT))/installed
installcheck: all $(tool_tests) ## install into a folder and run the tests against that
	@rm -rf '$(installed)'
	@$(MAKE) --no-print-directory install PREFIX='$(installed)' DESTDIR= >/dev/null
	@BIN='$(installed)/bin' PROGRAMS='$(abspath $(tool_program_dir))' \
	    tests/run $(filter-out gtest:%,$(suites))

# ---- releases ------------------------------------------------------------------
dist_name := cgtools-$(version)
dist_tar := build/$(dist_name).tar.gz

.PHONY: dist deb rpm check-packaging check-recipes check-release check-suite
# From the committed files, or, without git, from the tarball's own list of them. The same
# input gives the same bytes: times, owners and order are fixed.
dist: ## make build/cgtools-VERSION.tar.gz
	@mkdir -p build
	@if [ -e .git ]; then git ls-files > build/files; else cp packaging/files build/files; fi
	@rm -rf build/dist && mkdir -p build/dist/$(dist_name)
	@tar cf - -T build/files | tar xf - -C build/dist/$(dist_name)
	@cp build/files build/dist/$(dist_name)/packaging/files
	@tar cf - -C build/dist --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
	    --mtime='@$(source_date)' $(dist_name) | gzip -9n > $(dist_tar)
	@rm -rf build/dist build/files
	@echo $(dist_tar)

# In a tarball every file has the release's time.
source_date = $(or $(SOURCE_DATE_EPOCH),$(if $(wildcard .git),\
    $(shell git log -1 --format=%ct)),$(shell stat -c %Y VERSION))

deb: dist ## build the Debian packages in build/deb; runs the unit tests, unless DEB_BUILD_OPTIONS=nocheck
	@packaging/install-deps build deb
	packaging/make-deb $(dist_tar) build/deb

rpm: dist ## build the RPM packages in build/rpm
	@packaging/install-deps build rpm
	packaging/make-rpm $(dist_tar) build/rpm

# One of each: another order of bytes, a newer Debian. Three at once, since they also wait for the network
# and the disk. The unit tests are those of `make check`: not once more.
check-packaging: export DEB_BUILD_OPTIONS ?= nocheck
check-packaging: deb ## the Debian packages in a fresh Debian; a build in the next one and for other processors
	@packaging/install-deps build foreign rpm package
	@SUITES_AT_ONCE=3 tests/run 'tap:env SUITE=trixie tests/packaging/clone --short' tap:tests/packaging/debian \
	    'tap:tests/foreign/run --short arm64 s390x' tap:tests/packaging/recipes

check-recipes: dist ## the RPM, and the package for Arch, are built and tried (two whole builds)
	@packaging/install-deps build rpm
	@SUITE_SECONDS=$(or $(SUITE_SECONDS),5400) tests/run 'tap:tests/packaging/built-recipes $(dist_tar)'

check-release: dist all ## the tarball builds to the same bytes anywhere
	@tests/run tap:tests/packaging/release

#: SUITE=bookworm   check-suite: which of Debian's releases; trixie, sid
#: DEBIAN_MIRROR=URL   check-suite, check-foreign: where to get it from
check-suite: ## make demo, check and deb work in a fresh Debian with only git and make (takes an hour)
	@packaging/install-deps package
	@SUITE=$(or $(SUITE),bookworm) SUITE_SECONDS=$(or $(SUITE_SECONDS),10800) \
	    tests/run tap:tests/packaging/clone \
	    'tap:tests/packaging/debian build/suites/$(or $(SUITE),bookworm).deb'

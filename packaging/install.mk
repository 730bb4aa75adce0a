# make install and its kin; included by the Makefile.
#
#   make install DESTDIR=/stage PREFIX=/usr/local
#
# The tool goes into a Valgrind library folder of its own, where all else is a link
# to the installed Valgrind, and a front named valgrind uses that folder.
# VALGRIND_FRONT=no installs only the tool, for packages that put it where the
# installed Valgrind looks anyway.
DESTDIR ?=
PREFIX ?= /usr/local
bindir ?= $(PREFIX)/bin
libexecdir ?= $(PREFIX)/libexec
includedir ?= $(PREFIX)/include
datadir ?= $(PREFIX)/share
mandir ?= $(datadir)/man
VALGRIND_FRONT ?= yes

INSTALL ?= install
man_pages := $(sort $(wildcard man/*.[15]))
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

# What install writes, one path a line, below DESTDIR; uninstall removes the same.
installed_commands = $(commands:%=$(bindir)/%)
installed_tool = $(tool_bin:$(tool_libexec)/%=$(libexecdir)/valgrind/%)
installed_header = $(includedir)/valgrind/cachegrind.h
installed_man = $(foreach m,$(man_pages),$(mandir)/man$(subst .,,$(suffix $(m)))/$(notdir $(m)))
installed_completions = \
    $(commands:%=$(datadir)/bash-completion/completions/%) \
    $(commands:%=$(datadir)/zsh/vendor-completions/_%) \
    $(commands:%=$(datadir)/fish/vendor_completions.d/%.fish)
installed_front = $(if $(filter yes,$(VALGRIND_FRONT)),$(bindir)/valgrind)

.PHONY: install install-folders uninstall installcheck
install: all ## install below PREFIX (/usr/local), staged by DESTDIR
	$(INSTALL) -d $(addprefix '$(DESTDIR)',$(sort $(dir $(installed_commands) $(installed_tool) \
	    $(installed_header) $(installed_man) $(installed_completions))))
	$(INSTALL) -m 755 $(command_bin) '$(DESTDIR)$(bindir)'
	$(INSTALL) -m 755 $(tool_bin) '$(DESTDIR)$(libexecdir)/valgrind'
	$(INSTALL) -m 644 valgrind-tool/cachegrind.h '$(DESTDIR)$(includedir)/valgrind'
	for page in $(man_pages); do \
	    $(INSTALL) -m 644 $$page "$(DESTDIR)$(mandir)/man$${page##*.}" || exit; done
	for c in $(commands); do \
	    $(INSTALL) -m 644 $(completions_out)/$$c.bash \
	        "$(DESTDIR)$(datadir)/bash-completion/completions/$$c" && \
	    $(INSTALL) -m 644 $(completions_out)/_$$c '$(DESTDIR)$(datadir)/zsh/vendor-completions' && \
	    $(INSTALL) -m 644 $(completions_out)/$$c.fish \
	        '$(DESTDIR)$(datadir)/fish/vendor_completions.d' || exit; done
ifeq ($(VALGRIND_FRONT),yes)
	for f in $(valgrind_libexec)/*; do \
	    case " $(notdir $(tool_bin)) " in *" $${f##*/} "*) ;; \
	    *) ln -sf "$$f" '$(DESTDIR)$(libexecdir)/valgrind/' || exit ;; esac; done
	sed -e 's|@VALGRIND@|$(valgrind_command)|' -e '/^here=/d' \
	    -e 's|^VALGRIND_LIB=.*|VALGRIND_LIB=$(libexecdir)/valgrind|' valgrind-tool/valgrind.in \
	    > '$(DESTDIR)$(bindir)/valgrind'
	chmod 755 '$(DESTDIR)$(bindir)/valgrind'
endif

uninstall: ## remove what install put there
	rm -f $(addprefix '$(DESTDIR)',$(installed_commands) $(installed_tool) $(installed_header) \
	    $(installed_man) $(installed_completions) $(installed_front))
ifeq ($(VALGRIND_FRONT),yes)
	for f in '$(DESTDIR)$(libexecdir)'/valgrind/*; do [ ! -L "$$f" ] || rm -f "$$f"; done
	-rmdir '$(DESTDIR)$(libexecdir)/valgrind' 2>/dev/null
endif
	-rmdir '$(DESTDIR)$(includedir)/valgrind' 2>/dev/null

installcheck: all ## install into a folder and run the commands' tests against that
	@rm -rf $(OUT)/installed
	@$(MAKE) --no-print-directory install PREFIX=$(abspath $(OUT)/installed) DESTDIR= >/dev/null
	@BIN=$(abspath $(OUT)/installed/bin) tests/run $(bats_src:%=bats:%)

# ---- releases ------------------------------------------------------------------
dist_name := cgtools-$(version)
dist_tar := build/$(dist_name).tar.gz

.PHONY: dist deb rpm check-packaging
# From the committed files, or, without git, from the tarball's own list of them. The same
# input gives the same bytes: times, owners and order are fixed.
dist: ## make build/cgtools-VERSION.tar.gz
	@mkdir -p build
	@if [ -d .git ] || [ -f .git ]; then git ls-files > build/files; \
	 else cp packaging/files build/files; fi
	@rm -rf build/dist && mkdir -p build/dist/$(dist_name)
	@tar cf - -T build/files | tar xf - -C build/dist/$(dist_name)
	@cp build/files build/dist/$(dist_name)/packaging/files
	@tar cf - -C build/dist --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
	    --mtime='@$(source_date)' $(dist_name) | gzip -9n > $(dist_tar)
	@rm -rf build/dist build/files
	@echo $(dist_tar)

source_date = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null),$(shell stat -c %Y VERSION))

deb: dist ## build the Debian package in build/deb
	@packaging/install-deps build package
	packaging/make-deb $(dist_tar) build/deb

rpm: dist ## build the RPM packages in build/rpm
	@packaging/install-deps build package
	packaging/make-rpm $(dist_tar) build/rpm

check-packaging: deb ## two builds are equal; the Debian package works in a fresh Debian and goes
	@packaging/install-deps package
	@tests/run tap:tests/packaging/reproducible tap:tests/packaging/debian

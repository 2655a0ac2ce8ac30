# SPDX-License-Identifier: GPL-2.0-or-later
# commroute: plain make.  The targets people use:
#
#   make            build both plugins and the command (needs Slurm >= 24.11 with headers)
#   make demo       watch the pair route jobs on a real Slurm cluster, in the sandbox
#   make check      all tests, in the sandbox
#   make install    DESTDIR=, prefix=, PLUGINDIR=
#   make sandbox    make or refresh the sandbox's root file system
#   make help       the rest
#
# Variables: CC, CFLAGS, SLURM=/opt/slurm, CROSS=aarch64-linux-gnu, SAN=1 (ASan and
# UBSan), WERROR= (warnings stay warnings), V=1 (show commands).
# A new .c file in a room needs no line here: sources are found by room.

VERSION := 0.1.0

# --- where things are -------------------------------------------------------
prefix ?= /usr
bindir ?= $(prefix)/bin
mandir ?= $(prefix)/share/man
completiondir ?= $(prefix)/share/bash-completion/completions
datadir ?= $(prefix)/share/commroute
SLURM ?= /usr
slurm_h := $(firstword $(wildcard $(SLURM)/include/slurm/slurm.h))
PLUGINDIR ?= $(patsubst %/,%,$(dir $(firstword $(wildcard $(SLURM)/lib/slurm/auth_munge.so \
	$(SLURM)/lib64/slurm/auth_munge.so $(SLURM)/lib/*/slurm-wlm/auth_munge.so \
	$(SLURM)/lib/*/slurm/auth_munge.so) $(SLURM)/lib/slurm/x)))

# --- tools ------------------------------------------------------------------
ifdef CROSS
CC := $(CROSS)-gcc
AR := $(CROSS)-gcc-ar
OBJCOPY := $(CROSS)-objcopy
PKG_CONFIG := env PKG_CONFIG_LIBDIR=/usr/lib/$(CROSS)/pkgconfig:/usr/share/pkgconfig pkg-config
else
PKG_CONFIG ?= pkg-config
OBJCOPY ?= objcopy
endif
# One build directory for each way of building, so that none undoes another.
where := $(or $(COMMROUTE_SANDBOX),host)
O ?= build/$(where)/$(subst /,_,$(notdir $(firstword $(CC))))$(if $(SAN),-san)$(if $(TSAN),-tsan)$(if $(FUZZ),-fuzz)

Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-4s %s\n' $(1) $(2);)

# --- flags ------------------------------------------------------------------
CFLAGS ?= -O2 -g
WERROR ?= -Werror
comma := ,
hardening := -fstack-protector-strong $(if $(SAN)$(TSAN)$(FUZZ),,-D_FORTIFY_SOURCE=2)
sanitize := $(if $(SAN),-fsanitize=address$(comma)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
sanitize += $(if $(TSAN),-fsanitize=thread)
sanitize += $(if $(FUZZ),-fsanitize=fuzzer-no-link$(comma)address$(comma)undefined -fno-sanitize-recover=all)
libraries := yaml-0.1 json-c
lib_cflags := $(shell $(PKG_CONFIG) --cflags $(libraries) 2>/dev/null)
lib_libs := $(shell $(PKG_CONFIG) --libs $(libraries) 2>/dev/null)
# Lua is linked statically and hidden: slurmctld may hold another one, of Slurm's
# own plugins.  LUA_A= names the archive where it is elsewhere.
lua_pc := $(firstword $(foreach p,lua5.4 lua-5.4 lua54 lua,$(shell $(PKG_CONFIG) --exists '$p >= 5.4' && echo $p)))
lib_cflags += $(if $(lua_pc),$(shell $(PKG_CONFIG) --cflags $(lua_pc)))
LUA_A ?= $(firstword $(wildcard $(addprefix $(shell $(PKG_CONFIG) --variable=libdir $(lua_pc) 2>/dev/null)/lib, \
	$(addsuffix .a,$(lua_pc) lua5.4 lua-5.4 lua))))
lib_libs += -lm
warnings := -Wall -Wextra -Wshadow -Wvla -Wformat=2 -Wstrict-prototypes -Wmissing-prototypes \
	-Wpointer-arith -Wwrite-strings -Wundef $(WERROR)
ALL_CFLAGS = -std=gnu11 -D_GNU_SOURCE -DCR_VERSION='"$(VERSION)"' -I. \
	-isystem $(SLURM)/include $(lib_cflags) -fPIC -fvisibility=hidden -pthread \
	$(warnings) $(hardening) $(sanitize) $(CPPFLAGS) $(CFLAGS)
ALL_LDFLAGS = -pthread -Wl,-z,relro -Wl,--as-needed $(sanitize) $(LDFLAGS)
# nodelete: a thread of ours may still run when Slurm closes the plugin.
PLUGIN_LDFLAGS = -shared -Wl,-z,nodelete -Wl,-z,now $(ALL_LDFLAGS)

# --- sources, by room -------------------------------------------------------
shared_rooms := base topology policies/job launch policies/cluster policies/file policies/decide policies/lua policies/govern environment live
objs = $(patsubst %.c,$(O)/%.o,$(sort $(wildcard $(1:%=%/*.c))))
lib_objs := $(call objs,$(shared_rooms))
job_submit_objs := $(call objs,job_submit)
spank_objs := $(call objs,spank)
cli_objs := $(call objs,cli)
unit_tests := $(patsubst %.c,$(O)/%,$(sort $(wildcard tests/unit/test_*.c)))
# What several tests share: every other .c file beside them.
test_helper_objs := $(patsubst %.c,$(O)/%.o,$(filter-out tests/unit/test_%,$(wildcard tests/unit/*.c)))
benches := $(patsubst %.c,$(O)/%,$(sort $(wildcard tests/bench/bench_*.c)))
fuzzers := $(patsubst %.c,$(O)/%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
cluster_tools := $(patsubst %.c,$(O)/%,$(sort $(wildcard tests/cluster/*.c)))
sources := $(wildcard $(addsuffix /*.[ch],$(shared_rooms) job_submit spank cli tests/unit \
	tests/fuzz tests/bench tests/cluster tests/mutants))

products := $(O)/job_submit_commroute.so $(O)/spank_commroute.so $(O)/commroute

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all plugins help

all: need-slurm $(products)
plugins: need-slurm $(filter %.so,$(products))

.PHONY: need-slurm
need-slurm:
ifeq ($(slurm_h),)
	@echo "make: no Slurm headers in $(SLURM)/include: install libslurm-dev (>= 24.11), set" >&2
	@echo "SLURM=/opt/slurm, or build in the sandbox: sudo tests/sandbox/run make" >&2
	@false
endif

# --- compile and link -------------------------------------------------------
# The objects depend on the flags, so that changed flags rebuild.
$(O)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS))' | cmp -s - $@ || \
		echo '$(subst ','\'',$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS))' >$@
.PHONY: FORCE
FORCE:

$(O)/%.o: %.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(EXTRA_CFLAGS) -MMD -MP -c -o $@ $<

# Its data are files that no compiler tells of.
$(O)/environment/catalogue_data.o: $(wildcard environment/*.yaml)

define archive
	@rm -f $@
	$(call say,AR,$@)$(AR) rcs $@ $^
endef
$(O)/libcommroute.a: $(lib_objs)
	$(archive)
$(O)/libjob_submit.a: $(job_submit_objs)
	$(archive)
$(O)/libspank.a: $(spank_objs)
	$(archive)

# Distributions build the archive for programs, not for plugins: their use of
# stdin, stdout and stderr (files, print, the panic message: none used here) is the one
# thing that keeps it out of a shared object, so these become names of ours; and what
# policies/lua/core.c tells of.
$(O)/liblua.a: $(LUA_A) Makefile
	@mkdir -p $(@D)
	@[ -n "$(LUA_A)" ] || { echo "make: no static Lua 5.4: install liblua5.4-dev, or set LUA_A=" >&2; false; }
	$(call say,COPY,$@)$(OBJCOPY) --redefine-sym stdin=cr_lua_no_stdin \
		--redefine-sym stdout=cr_lua_no_stdout \
		--redefine-sym stderr=cr_lua_no_stderr \
		--redefine-sym strcoll=cr_lua_core_strcoll $< $@
	@cd $(@D) && $(AR) x $(@F) lgc.o && \
		$(OBJCOPY) --redefine-sym luaT_gettm=cr_lua_core_gettm lgc.o && \
		$(AR) r $(@F) lgc.o && rm -f lgc.o

# Neither plugin links libslurm: its names come from the daemon that loads it.
$(O)/job_submit_commroute.so: $(job_submit_objs) $(O)/libcommroute.a $(O)/liblua.a job_submit/plugin.map
	$(call say,LD,$@)$(CC) $(PLUGIN_LDFLAGS) -Wl,--version-script=job_submit/plugin.map \
		-o $@ $(job_submit_objs) $(O)/libcommroute.a $(O)/liblua.a $(lib_libs)
$(O)/spank_commroute.so: $(spank_objs) $(O)/libcommroute.a spank/plugin.map
	$(call say,LD,$@)$(CC) $(PLUGIN_LDFLAGS) -Wl,--version-script=spank/plugin.map \
		-o $@ $(spank_objs) $(O)/libcommroute.a $(lib_libs)

slurm_libs = $(if $(CROSS),/usr/lib/$(CROSS)/$(notdir $(firstword $(wildcard \
	/usr/lib/$(CROSS)/libslurm.so*))),$(addprefix -L,$(wildcard $(SLURM)/lib $(SLURM)/lib64)) -lslurm)
$(O)/commroute: $(cli_objs) $(O)/libcommroute.a $(O)/liblua.a
	$(call say,LD,$@)$(CC) $(ALL_LDFLAGS) -o $@ $(cli_objs) $(O)/libcommroute.a \
		$(O)/liblua.a $(lib_libs) $(slurm_libs)

$(O)/libtest.a: $(test_helper_objs)
	$(archive)
$(O)/libcli.a: $(filter-out $(O)/cli/main.o,$(cli_objs))
	$(archive)
test_libs = $(O)/libtest.a $(O)/libcli.a $(O)/libjob_submit.a $(O)/libspank.a $(O)/libcommroute.a $(O)/liblua.a
$(unit_tests): $(O)/%: $(O)/%.o $(test_libs)
	$(call say,LD,$@)$(CC) $(ALL_LDFLAGS) -o $@ $< $(test_libs) $(lib_libs) $(slurm_libs) -lcmocka
$(benches): $(O)/%: $(O)/%.o $(test_libs)
	$(call say,LD,$@)$(CC) $(ALL_LDFLAGS) -o $@ $< $(test_libs) $(lib_libs) $(slurm_libs)
$(fuzzers): $(O)/%: $(O)/%.o $(test_libs)
	$(call say,LD,$@)$(CC) $(ALL_LDFLAGS) -fsanitize=fuzzer -o $@ $< $(test_libs) $(lib_libs) $(slurm_libs)

$(cluster_tools): $(O)/%: $(O)/%.o $(O)/libcommroute.a
	$(call say,LD,$@)$(CC) $(ALL_LDFLAGS) -o $@ $< $(O)/libcommroute.a $(slurm_libs)

-include $(shell find $(O) -name '*.d' 2>/dev/null)

# --- install ----------------------------------------------------------------
# Each file is written beside its place and renamed: slurmctld has the old one
# mapped, and writing into that would crash it at the next submission.
.PHONY: install
install: all
	$(Q)packaging/install-file 755 $(O)/job_submit_commroute.so '$(DESTDIR)$(PLUGINDIR)/job_submit_commroute.so'
	$(Q)packaging/install-file 755 $(O)/spank_commroute.so '$(DESTDIR)$(PLUGINDIR)/spank_commroute.so'
	$(Q)packaging/install-file 755 $(O)/commroute '$(DESTDIR)$(bindir)/commroute'
	$(Q)for page in docs/man/*.[1-8]; do [ -e "$$page" ] || continue; \
		packaging/install-file 644 "$$page" \
			"$(DESTDIR)$(mandir)/man$${page##*.}/$${page##*/}" || exit; done
	$(Q)packaging/install-file 644 policies/examples/commroute.schema.json '$(DESTDIR)$(datadir)/commroute.schema.json'
	$(Q)packaging/install-file 644 packaging/commroute.bash '$(DESTDIR)$(completiondir)/commroute'

include tests/Makefile.inc

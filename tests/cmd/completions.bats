# SPDX-License-Identifier: GPL-2.0-or-later
# Completions as people meet them: lines with tabs are typed into each shell on a terminal, where
# the command is a function that writes down its arguments.

bats_require_minimum_version 1.5.0

commands='cg_annotate cg_diff cg_filter cg_merge cg_show'

setup() {
    PATH=$BIN:$PATH
    cd "$BATS_TEST_TMPDIR" || return 1
    export HOME=$PWD TERM=dumb LC_ALL=C.UTF-8
    unset XDG_CONFIG_HOME XDG_DATA_HOME ZDOTDIR
    mkdir scripts work
    touch 'work/a file' work/only.out
    mkdir work/directory
}

# writes SHELL SUFFIX PREFIX: all scripts.
writes() {
    local command
    for command in $commands; do
        "$command" --write-completion="$1" >"scripts/$3$command$2" || return
    done
}

# types SHELL...: into it; the commands must have been called with what is wanted.
types() {
    (cd work && "$BATS_TEST_DIRNAME/typed" "$lines" "$@") 2>terminal || true
    cat terminal
    diff work/got - <<<"$wanted"
}
lines='cg_show --as=ht\t\ncg_show -a ht\t\ncg_show --by=fu\t\ncg_show --chan\t\ncg_show a\t\n'\
'cg_show --color=al\t\ncg_show --top fol\t\ncg_diff --fai\tx\ncg_merge --events=com\t\n'\
'cg_annotate --percent-of=b\t\ncg_filter --not-fu\tx\nexit\n'
wanted='<--as=html>
<-a><html>
<--by=function>
<--changed>
<a file>
<--color=always>
<--top><fol>
<--fail-if=x>
<--events=common>
<--percent-of=base>
<--not-function=x>'

@test "bash completes options, words and files" {
    writes bash .bash ''
    {
        echo "PS1='$ '"
        for c in $commands; do
            echo ". '$PWD/scripts/$c.bash'"
            echo "$c() { printf '<%s>' \"\$@\" >>got; echo >>got; }"
        done
    } >rc
    types bash --rcfile "$PWD/rc" -i
    run bash -c ". scripts/cg_show.bash; complete -p cg_show"
    [ "$output" = 'complete -F _cg_show cg_show' ]
}

@test "bash completes directories, and nothing for a number" {
    writes bash .bash ''
    compopt() { :; }
    # shellcheck disable=SC1091
    . scripts/cg_show.bash
    cd work
    COMP_WORDS=(cg_show -I '') COMP_CWORD=2
    _cg_show cg_show '' -I
    [ "${COMPREPLY[*]}" = directory ]
    COMP_WORDS=(cg_show --top '') COMP_CWORD=2
    _cg_show cg_show '' --top
    [ "${COMPREPLY[*]}" = '' ]
    COMP_WORDS=(cg_show --as '=') COMP_CWORD=2
    _cg_show cg_show = --as
    [[ "${COMPREPLY[*]}" = 'table tree markdown html '* ]]
}

@test "zsh completes options, words and files" {
    command -v zsh >/dev/null || skip "zsh is not installed"
    writes zsh '' _
    {
        echo "PS1='% '; fpath=('$PWD/scripts' \$fpath)"
        echo 'autoload -Uz compinit; compinit -u -D'
        for c in $commands; do
            echo "$c() { printf '<%s>' \"\$@\" >>got; echo >>got; }"
        done
    } >.zshrc
    types zsh -i
}

@test "fish completes options, words and files" {
    command -v fish >/dev/null || skip "fish is not installed"
    mkdir -p .config/fish/completions .config/fish/functions
    writes fish .fish ''
    cp scripts/*.fish .config/fish/completions
    for c in $commands; do
        echo "function $c; for a in \$argv; printf '<%s>' \$a; end >>got; echo >>got; end" \
            >".config/fish/functions/$c.fish"
    done
    wanted=${wanted//=x/><x} # fish writes `--fail-if x`
    types fish -i
}

# with_profile: among other files, a profile whose functions have names that shells read.
with_profile() {
    printf '%s\n' 'cmd: c' 'events: Ir D1mr' fl=a.c 'fn=std::sort<int*>(int*)' '1 9 1' 'fn=$(touch evil)' '1 8 1' \
        fn=main '1 7 1' 'summary: 24 3' >work/cachegrind.out.1
    touch work/cache.txt work/words.c work/words.cg work/nginx.conf work/nginx.prof.2
    lines='cg_show cachegrind.out.1 --sort=D\t\ncg_show cachegrind.out.1 --show=Ir,D\t\n'\
'cg_show --cycles cachegrind.out.1 --sort=E\t\n'\
'cg_show cachegrind.out.1 --as=asm --function=ma\t\ncg_show cachegrind.out.1 --function=std\t\n'\
'cg_filter cachegrind.out.1 --function=\\\\\t\ncg_annotate cachegrind.out.1 cache.t\t\ncg_diff cache\t\n'\
'cg_diff words\t\ncg_merge nginx\t\nexit\n'
    wanted='<cachegrind.out.1><--sort=D1mr>
<cachegrind.out.1><--show=Ir,D1mr>
<--cycles><cachegrind.out.1><--sort=EstCycles>
<cachegrind.out.1><--as=asm><--function=main>
<cachegrind.out.1><--function=std::sort<int\*>\(int\*\)>
<cachegrind.out.1><--function=\$\(touch evil\)>
<cachegrind.out.1><cache.txt>
<cachegrind.out.1>
<words.cg>
<nginx.prof.2>'
    # The function of the test writes down arguments; completions run the command.
    [ "$(cg_show --write-words=events work/cachegrind.out.1)" = $'Ir\nD1mr' ]
    [ "$(cg_show --write-words=events --cycles work/cachegrind.out.1)" = $'Ir\nD1mr\nEstCycles' ]
}

@test "bash completes profiles, and the events and functions of one" {
    with_profile
    writes bash .bash ''
    {
        echo "PS1='$ '"
        for c in $commands; do
            echo ". '$PWD/scripts/$c.bash'"
            echo "$c() { printf '<%s>' \"\$@\" >>got; echo >>got; }"
        done
    } >rc
    types bash --rcfile "$PWD/rc" -i
    [ ! -e work/evil ]
}

@test "zsh completes the events and functions of a profile" {
    command -v zsh >/dev/null || skip "zsh is not installed"
    with_profile
    writes zsh '' _
    {
        echo "PS1='% '; fpath=('$PWD/scripts' \$fpath)"
        echo 'autoload -Uz compinit; compinit -u -D'
        for c in $commands; do
            echo "$c() { printf '<%s>' \"\$@\" >>got; echo >>got; }"
        done
    } >.zshrc
    types zsh -i
    [ ! -e work/evil ]
}

@test "fish completes the events and functions of a profile" {
    command -v fish >/dev/null || skip "fish is not installed"
    with_profile
    mkdir -p .config/fish/completions .config/fish/functions
    writes fish .fish ''
    cp scripts/*.fish .config/fish/completions
    for c in $commands; do
        echo "function $c; for a in \$argv; printf '<%s>' \$a; end >>got; echo >>got; end" \
            >".config/fish/functions/$c.fish"
    done
    types fish -i
    [ ! -e work/evil ]
}

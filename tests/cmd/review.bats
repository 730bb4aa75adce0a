#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# cg_show's annotations for GitHub and report for GitLab: which files are in the repository.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    cd "$BATS_TEST_TMPDIR" || return 1
    mkdir -p repository/src elsewhere
    touch repository/src/a.c elsewhere/b.c
    ln -s repository link
}

# counted FILE...: a profile in which the N-th file has 10 N instructions in line N.
counted() {
    local n=0 sum=0 text=()
    for file; do
        n=$((n + 1)) sum=$((sum + 10 * n))
        text+=("fl=$file" fn=f "$n $((10 * n))")
    done
    profile counted "${text[@]}" "summary: $sum"
}

@test "relative paths, and absolute ones below the repository" {
    counted "$PWD/repository/src/a.c" src/a.c ./src/../src/a.c "$PWD/link/src/a.c"
    wanted='::notice file=src/a.c,line=4,title=Ir::40 Ir (40.0%25 of the program), in f
::notice file=src/a.c,line=3,title=Ir::30 Ir (30.0%25 of the program), in f
::notice file=src/a.c,line=2,title=Ir::20 Ir (20.0%25 of the program), in f
::notice file=src/a.c,line=1,title=Ir::10 Ir (10.0%25 of the program), in f'
    prints "$wanted" cg_show --as=github --root=link counted
    cd repository
    sed -i "s|link/src|repository/src|" ../counted
    prints "$wanted" cg_show --as=github ../counted
}

@test "lines of builds in two directories are compared" {
    mkdir base head
    printf 'int f() {\n  return 1;\n}\n' >base/a.c
    printf '// new\nint f() {\n  return 1;\n}\n' >head/a.c
    profile base.out "fl=$PWD/base/a.c" fn=f '1 10' '2 20' 'summary: 30'
    profile head.out "fl=$PWD/head/a.c" fn=f '2 10' '3 25' 'summary: 35'
    run -0 --separate-stderr cg_show --as=github --root=head base.out head.out
    [ "$stderr" = "cg_show: note: $PWD/base/a.c and $PWD/head/a.c are taken for one file" ]
    [ "$output" = "::warning file=a.c,line=3,title=Ir::+5 Ir (+16.7%25 of the program), from 20 to 25, in f" ]
    # The same, if the user says it.
    prints "$output" cg_show --as=github --root=head --mod-filename="s{^$PWD/(base|head)/}{}" \
        --source-a=base --source-b=head base.out head.out
    cg_show -o page.html base.out head.out 2>/dev/null
    grep -qF '"removed":[]' page.html
}

@test "files elsewhere are summed up" {
    counted "$PWD/elsewhere/b.c" ../elsewhere/b.c './string/memset.S' '???' "$PWD/repositorysrc/a.c" src
    prints '::notice title=Ir::210 Ir in 6 lines of files outside the repository' \
        cg_show --as=github --root=repository counted
    prints $'[\n]' cg_show --as=gitlab --root=repository counted
}

@test "a directory that is not there" {
    counted a
    fails 1 'cg_show: error: nosuch: No such file or directory' cg_show --as=github --root=nosuch counted
}

@test "ten lines, or as many as --top says" {
    counted src/a.c src/a.c src/a.c src/a.c src/a.c src/a.c src/a.c src/a.c src/a.c src/a.c src/a.c src/a.c
    cd repository
    [ "$(cg_show --as=github ../counted | grep -c 'line=')" = 10 ]
    [ "$(cg_show --as=github ../counted | tail -1)" = '::notice title=Ir::30 Ir in 2 lines without an annotation' ]
    [ "$(cg_show --as=github --top=0 ../counted | grep -c 'line=')" = 12 ]
    [ "$(cg_show --as=github --min=15 ../counted | grep -c 'line=')" = 1 ]
    [ "$(cg_show --as=gitlab --top=3 ../counted | grep -c '"begin"')" = 3 ]
}

@test "the name of a report for GitLab chooses the format" {
    counted a
    cg_show -o gl-code-quality-report.json counted
    [ "$(cat gl-code-quality-report.json)" = $'[\n]' ]
}

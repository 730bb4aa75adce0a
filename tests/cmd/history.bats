#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# cg_show's trends and SQL: lists of files and labels. What databases make of the SQL is tested by
# tests/engines/sql.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    cd "$BATS_TEST_TMPDIR" || return 1
    profile v1 fl=a.c fn=f '1 1000' 'summary: 1000'
    profile v2 fl=a.c fn=f '1 1200' 'summary: 1200'
}

@test "files from the command line and from a list, with labels" {
    lines v1 v2 again >labels
    lines v2 v1 >list
    wanted=$(cg_show --as=trend --label=labels v1 v2 v1)
    [ "$(wc -l <<<"$wanted")" = 7 ]
    grep -qx 'again  1,000    -200  -16.67% \*' <<<"$wanted"
    prints "$wanted" cg_show --as=trend --label=labels --files-from=list v1
    lines v1 v2 v1 | cg_show --as=trend --label=labels --files-from=- | diff - <(echo "$wanted")
    find v1 v2 -print0 | cg_show --as=trend --files-from=- | diff - <(cg_show --as=trend v1 v2)
}

@test "labels and profiles that don't go together" {
    lines one >labels
    fails 2 "cg_show: error: --label: labels has 1 lines, but there are 2 profiles" \
        cg_show --as=trend --label=labels v1 v2
    : >empty
    fails 2 "cg_show: error: --files-from: the list is empty" cg_show --as=trend --files-from=empty
    lines same same >labels
    fails 2 "cg_show: error: two profiles have the label 'same': see --label" \
        cg_show --as=sql -o x.sql --label=labels v1 v2
    [ ! -e x.sql ]
}

@test "labels are above the columns of a table, too" {
    lines before after >labels
    cg_show --as=csv --label=labels v1 v2 | grep -qx 'function,Ir before,Ir after'
}

@test "the noise" {
    run ! grep -q '\*' <(cg_show --as=trend --noise=20 v1 v2)
    cg_show --as=trend --noise=19.9% v1 v2 | grep -q '\*'
    fails 2 "cg_show: error: --noise takes a percentage from 0 to 100, not '101'" cg_show --as=trend --noise=101 v1
}

@test "the suffix chooses the page, and the dump" {
    cg_show -o x.trend.html v1 v2
    grep -q '<svg ' x.trend.html
    sed -n '/^<svg /,/^<\/svg>/p' x.trend.html | xmllint --noout -
    cg_show -o x.sql v1 v2
    grep -qx 'COMMIT;' x.sql
}

@test "a dump has lines, or functions" {
    profile p fl=a.c fn=f '1 10' '2 20' 'summary: 30'
    [ "$(cg_show --as=sql p | grep -c '^([0-9]*,[0-9]*,[0-9]*,[0-9]*,[0-9]*,[0-9]*)')" = 2 ]
    [ "$(cg_show --as=sql --by=function p | grep -c '^([0-9]*,[0-9]*,[0-9]*,0,[0-9]*,30)')" = 1 ]
    fails 2 "cg_show: error: --by: the format 'sql' has functions and lines only" cg_show --as=sql --by=dir p
}

@test "sqlite3 reads a dump back" {
    command -v sqlite3 >/dev/null || skip "no sqlite3 here"
    cg_show --as=sql v1 v2 | sqlite3 -bail counts.db
    [ "$(sqlite3 counts.db 'SELECT label, SUM(count) FROM profiles JOIN costs ON profile_id = id GROUP BY label ORDER BY position')" = $'v1|1000\nv2|1200' ]
}

@test "a profile that is broken leaves no file" {
    head -c 20 v1 >broken
    run -1 --separate-stderr cg_show --as=sql -o x.sql v1 broken
    run -1 --separate-stderr cg_show -o x.trend.html v1 broken
    [ ! -e x.sql ]
    [ ! -e x.trend.html ]
}

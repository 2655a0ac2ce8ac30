#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What the documents show is what happens: the demo in README.md, refusals in
# docs/users.md.  A line "..." in a document stands for any number of lines.
. "$(dirname "$0")/../lib.sh"
wait_view

# block FILE NAME: what stands between <!-- NAME --> and <!-- /NAME -->, without fences.
block() { sed -n "/^<!-- $2 -->$/,/^<!-- \/$2 -->$/{/^<!--/d;/^\`\`\`/d;/^\$/d;s/^    //;p}" "$1"; }

# plain: what differs from run to run is made equal.
plain() { sed -E 's/^ +//; s/ip-10-1-[0-9.]+-[][0-9,-]+/NODES/g; s/[Jj]ob [0-9]+/job N/g; s/--job [0-9]+/--job N/; s/hash [0-9a-f]{16}/hash H/; s/[0-9]+ seconds/N seconds/; s/\bus[12]\b/BLOCK/g; /^$/d'; }

# shown WANT GOT: every line of WANT is in GOT, in that order; lines may be left out only at "...".
shown() {
	awk 'NR == FNR { got[++n] = $0; next }
	$0 == "..." { skip = 1; next }
	{ while (++at <= n && got[at] != $0) if (!skip && started) { print "expected: " $0; print "found:    " got[at]; exit 1 }
	  if (at > n) { print "not found: " $0; exit 1 }
	  skip = 0; started = 1 }' "$2" "$1"
}

"$here/demo" >"$tap_dir/demo.out" 2>&1
is $? 0 "the demo passes"
plain <"$tap_dir/demo.out" >"$tap_dir/got"
block "$project/README.md" demo | plain >"$tap_dir/want"
ok "README.md shows the demo" test "$(wc -l <"$tap_dir/want")" -gt 20
lacks partition-topologies || ok "as it is" shown "$tap_dir/want" "$tap_dir/got"

block "$project/docs/users.md" refused | plain >"$tap_dir/want"
as alice sbatch --comm-profile='a b' --wrap true 2>&1 | plain >"$tap_dir/got"
ok "docs/users.md shows a refusal as it is" shown "$tap_dir/want" "$tap_dir/got"

for page in "$project"/README.md "$project"/docs/*.md; do
	while read -r link; do
		[[ -z $link ]] || ok "${page#"$project/"}: the link $link leads somewhere" test -e "$(dirname "$page")/$link"
	done <<<"$(grep -o '](\([^):#]*\))' "$page" | sed 's/](//; s/)//' | sort -u | grep .)"
done
done_testing

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The table of sbatch's, salloc's and srun's options against these three: each option that they
# print is in it, and each that it has is one to them, with the argument that it says.
# limit: 240
. "$(dirname "$0")/../lib.sh"

version=$(sbatch --version | cut -d' ' -f2)
table=$tap_dir/table
"$(type -P options)" "$version" >"$table"
ok "the table is printed" test "$(wc -l <"$table")" -gt 150

# What CLIENT says to the words behind it; the faulty word last keeps it from running anything.
said() { timeout 10 "$@" --no-such-option 2>&1 </dev/null; }

for client in sbatch salloc srun; do
	rows=$tap_dir/$client
	awk -v c="$client," 'index($4, c) && $5 == "yes" && $6 !~ /^(pyxis|hyperpod)$/' "$table" >"$rows"

	# --- printed, but not in the table --------------------------------------------------
	missing=
	for name in $({ "$client" --help; "$client" --usage; } 2>&1 | grep -oE -- '(^|[^-[:alnum:]])--[a-z0-9][-_a-z0-9]+' | sed 's/.*--//' | sort -u); do
		cut -d' ' -f1 "$rows" | grep -qx -- "$name" && continue
		# --help still prints some that are gone.
		out=$(timeout 10 "$client" "--$name=x" --no-such-option 2>&1 </dev/null)
		[[ $out == *"unrecognized option '--$name"* ]] || missing+=" --$name"
	done
	is "$missing" "" "$client prints no option that it takes and the table has not"
	missing=
	for letter in $("$client" --help 2>&1 | grep -oE '^ *-[A-Za-z],' | tr -d ' ,-' | sort -u); do
		cut -d' ' -f2 "$rows" | grep -qx -- "$letter" || missing+=" -$letter"
	done
	is "$missing" "" "$client prints no letter that the table has not"

	# --- in the table, but not an option of the client's --------------------------------
	unknown= other=
	while read -r name letter argument _; do
		case $argument in
		none) out=$(said "$client" "--$name=x") want="doesn't allow an argument" ;;
		required) out=$(timeout 10 "$client" "--$name" 2>&1 </dev/null) want="requires an argument" ;;
		optional)
			# Neither fault is one: only the word behind it is.
			out=$(said "$client" "--$name") want="unrecognized option '--no-such-option'"
			[[ $(said "$client" "--$name=x") != *"doesn't allow an argument"* ]] || out=
			;;
		esac
		[[ $out == *"unrecognized option '--$name"* ]] && unknown+=" --$name"
		[[ $out == *"$want"* ]] || other+=" --$name($argument)"
		[[ $letter == - || $argument != required ]] && continue
		out=$(timeout 10 "$client" "-$letter" 2>&1 </dev/null)
		[[ $out == *"requires an argument -- '$letter'"* ]] || other+=" -$letter"
	done <"$rows"
	is "$unknown" "" "the table has no option that $client does not know"
	is "$other" "" "each takes the argument that the table says ($client)"

	# --- of another version --------------------------------------------------------------
	known=
	while read -r name _; do
		grep -q "^$name " "$rows" && continue
		out=$(timeout 10 "$client" "--$name=x" --no-such-option 2>&1 </dev/null)
		[[ $out == *"unrecognized option '--$name"* ]] || known+=" --$name"
	done < <(awk -v c="$client," 'index($4, c) && $5 == "no"' "$table")
	is "$known" "" "what the table gives to another version is unknown to this $client"
done

# --- and so they are read ---------------------------------------------------------------------
fails "explain refuses what sbatch refuses" "unknown option '--unheard-of=x'" \
	as alice commroute explain sbatch --unheard-of=x -N 2
fails "sbatch refuses it" "unrecognized option" as alice sbatch --unheard-of=x -N 2 --wrap true
out=$(as alice commroute explain sbatch --comm-profile=moe --nod=2 2>&1)
like "$out" "could be --nodefile, --nodelist, --nodes" "an ambiguous name is told with what it could be"

# --- variables --------------------------------------------------------------------------------
# What the client makes of them, and what explain does.
variable() { # NAME=VALUE FORMAT REAL TOLD
	local job out
	job=$(as alice env "$1" sbatch --parsable -H -p ultra -N 2 -o /dev/null --wrap true)
	like "$(squeue -h -j "$job" -O "$2:60")" "$3" "sbatch reads ${1%%=*}"
	out=$(as alice env "$1" commroute explain sbatch -p ultra -N 2 2>&1)
	like "$out" "$4" "and so does explain"
	scancel "$job"
}
variable SBATCH_TIMELIMIT=7 TimeLimit '^7:00 ' "time limit 0:07:00"
variable SBATCH_GPUS_PER_NODE=4 tres-per-node 'gpu:4 ' "4 GPUs per node"
out=$(as alice env SBATCH_TIMELIMIT=7 commroute explain sbatch -N 2 -t 9 2>&1)
like "$out" "time limit 0:09:00" "the command line comes over it"
out=$(as alice env SBATCH_TIMELIMIT=7 commroute explain --user bob sbatch -N 2 2>&1)
unlike "$out" "0:07:00" "another user's job has not one's own variables"
done_testing

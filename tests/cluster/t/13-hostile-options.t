#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Option values as attackers and accidents make them: refused with a code, by
# client and controller alike, and never logged as they came.
. "$(dirname "$0")/../lib.sh"
wait_view

forge() { as alice "$(type -P forge)" "$@"; }
carrier=_SLURM_SPANK_OPTION_commroute_comm_profile

long=$(head -c 4096 /dev/zero | tr '\0' a)
values=("" "(null)" " " "a b" $'a\nb' $'a\tb' "a'b" 'a"b' "$(printf 'a\303\251')" $'\001\002' "$long"
	"-x" "moe," "moe,,borrow" "moe,borow" "moe,borrow,noborrow" "../../etc/passwd" '$(id)' '%s%n%n' "a=b")

for value in "${values[@]}"; do
	shown=$(printf '%q' "${value:0:30}")
	for client in sbatch salloc; do
		args=(-N1); [[ $client == sbatch ]] && args+=(-o /dev/null --wrap true) || args+=(true)
		out=$(as alice $client --comm-profile="$value" "${args[@]}" 2>&1); status=$?
		like "$status $out" '^1 .*CR-10[12]' "$client refuses $shown with a code"
		[[ -z $value || $value == "(null)" || $value =~ ^[[:print:]]+$ ]] ||
			unlike "$out" "${value:0:20}" "and does not print it as it came"
	done
	# Without our client's check: straight to the controller.
	out=$(forge -s "$carrier=$value" 2>&1); status=$?
	like "$status $out" '^1 .*CR-10[12]' "so does the controller, whatever the client"
done

out=$(forge -s "$carrier=nosuch" -s "$carrier=moe" -N 2); job=$out
is "$(job_json "$job" .admin_comment | jq -r .profile)" moe "of two entries the last counts"
job=$(forge -s "FOO=$(head -c 100000 /dev/zero | tr '\0' b)" -r 100 -s "$carrier=moe" -N 2)
is "$(job_field "$job" Partition)" ultra "10 MB of other entries do no harm"
job=$(forge -s "$carrier=moe" -r 10000 -N 2)
is "$(job_field "$job" Partition)" ultra "10,000 entries of ours do no harm"
job=$(forge -s "=" -s "" -s "$carrier" -N 1)
like "$job" '^[0-9]+$' "malformed entries do no harm"
job=$(forge -e SLURM_SUBMIT_DIR=/tmp -e COMMROUTE_PROFILE=forged -e SLURM_COMMROUTE_PROFILE=forged -e "$carrier=moe" -N 1)
is "$(job_field "$job" Partition)" p5en "in an environment as sbatch makes it an option is none"

lines=$(ctld_log)
unlike "$lines" "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" "no 4 KB value in slurmctld's log"
unlike "$lines" $'\001' "no control bytes in slurmctld's log"

for wish in borrow noborrow portable order=none env=none check=none; do
	job=$(submit alice --comm-profile="moe,$wish" -N 2 --gpus-per-node=4 --hold --wrap true)
	is "$(job_field "$job" Partition)" ultra "moe,$wish is taken"
done
job=$(submit alice --comm-profile=none -N 2 --gpus-per-node=4 --hold --wrap true)
is "$(job_field "$job" Partition)" p5en "none opts out"
is "$(job_json "$job" .admin_comment | jq -r .verdict)" leave "and is recorded"
job=$(submit alice --comm-profile=moe --comm-profile=allreduce -N 2 --gpus-per-node=8 --hold --wrap true)
is "$(job_json "$job" .admin_comment | jq -r .profile)" allreduce "of two the last counts"
done_testing

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Option values as attackers and accidents make them: refused with a code, by
# client and controller alike, and never logged as they came.
. "$(dirname "$0")/../lib.sh"
wait_view

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
	# A client without our plugin, or a forged one: straight to the controller.
	out=$(as alice env "$(printf 'V=%s' "$value")" sh -c \
		'SLURM_CONF='"$bare_conf"'/slurm.conf sbatch -N1 -o /dev/null --wrap true' 2>&1)
	like "$out" 'Submitted batch job' "a client without the plugin submits as ever"
done

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

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Two slurmctlds that share StateSaveLocation, each on a host of its own (a network and a
# UTS namespace): journal, status and view are those of the one in control, through a
# takeover and the return.  No slurmd: what is decided is only recorded.
# limit: 240
. "$(dirname "$0")/../lib.sh"
wait_view

pair=/etc/slurm-pair pair_state=$state/pair
declare -A holder ctld address=([ctl1]=10.9.0.2 [ctl2]=10.9.0.3)

pair_conf() {
	sed -E '/^(SlurmctldHost|StateSaveLocation|SlurmctldTimeout|SlurmctldLogFile|SlurmctldPidFile)=/d
		/^(AccountingStorage|AccountingStore|Preempt|Priority)/d' "$conf/slurm.conf"
	cat <<-CONF
	SlurmctldHost=ctl1
	SlurmctldHost=ctl2
	StateSaveLocation=$pair_state
	SlurmctldTimeout=10
	SlurmctldPidFile=/run/slurm/slurmctld-pair.pid
	CONF
}

# A host: its own name, its own interface on the bridge, and a /run/slurm of its own: a
# slurmctld that starts ends the one whose number its PID file holds.
make_host() { # NAME
	unshare --net --uts --mount sleep infinity &
	holder[$1]=$!
	poll 10 eval '[[ $(readlink /proc/'"$!"'/ns/net) != $(readlink /proc/self/ns/net) ]]'
	on_host "$1" hostname "$1"
	on_host "$1" mount -t tmpfs -o mode=777 tmpfs /run/slurm
	ip link add "$1" type veth peer name eth0 netns "${holder[$1]}"
	ip link set "$1" master pair0 up
	on_host "$1" ip link set lo up
	on_host "$1" ip address add "${address[$1]}/24" dev eth0
	on_host "$1" ip link set eth0 up
}
on_host() { nsenter --target "${holder[$1]}" --net --uts --mount -- "${@:2}"; }
start_ctld() { # NAME
	nsenter --target "${holder[$1]}" --net --uts --mount -- setpriv --reuid slurm --regid slurm --clear-groups \
		-- slurmctld -D -f "$pair/slurm.conf" -L "$log/slurmctld.$1.log" >/dev/null 2>&1 &
	ctld[$1]=$!
}
status() { jq -r "$1" "$pair_state/commroute.status${2:+.$2}"; }
has_role() { [[ $(status .role "${2:-}" 2>/dev/null) == "$1" ]]; }
counts() { [[ $(status ".counters.$1") == "$2" ]]; }
decided() { grep -c '"event":"submit"' "$pair_state/commroute.journal"; }
submit_to_pair() {
	SLURM_CONF=$pair/slurm.conf sbatch --parsable --hold -o /dev/null -N 1 --wrap true >>"$tap_dir/ids"
}
loads() { grep -c 'commroute: policy .* in force' "$log/slurmctld.$1.log"; }
tidy_pair() {
	kill -KILL "${ctld[@]}" "${holder[@]}" 2>/dev/null
	ip link delete pair0
	rm -rf "$pair" "$pair_state"
	sed -i '/ ctl[12]$/d' /etc/hosts
}

mkdir -p "$pair" "$pair_state"
cp "$conf"/* "$pair/" 2>/dev/null
rm -f "$pair/plugstack.conf"
pair_conf >"$pair/slurm.conf"
chown -R slurm "$pair_state"
for host in ctl1 ctl2; do echo "${address[$host]} $host" >>/etc/hosts; done
ip link add pair0 type bridge
ip address add 10.9.0.1/24 dev pair0
ip link set pair0 up
make_host ctl1
make_host ctl2

start_ctld ctl1
ok "the first host is in control" poll 30 has_role control
start_ctld ctl2
ok "the second stands by, and says so in a file of its own" poll 30 has_role standby ctl2
for i in 1 2 3; do submit_to_pair; done
ok "what is submitted is counted" poll 20 counts submissions 3
is "$(decided)" 3 "and in the journal"

# Something for both to count.
before=$(loads ctl2)
echo "# changed" >>"$pair/commroute.yaml"
ok "both load a policy that changes" poll 20 eval '(($(loads ctl2) > before && $(loads ctl1) > before))'
ok "the one in control counts it" poll 20 counts policies_loaded 2
wrong=''
for i in {1..15}; do
	has_role control && counts submissions 3 || wrong+="$(status -c .) "
	sleep 0.5
done
is "$wrong" "" "the other one never writes over the status"
is "$(grep -c '"event":"policy"' "$pair_state/commroute.journal")" 2 "each load has one line"
unlike "$(ls -A "$pair_state")" 'commroute[^ ]*\.new' "no half-written file is left"

# --- takeover -------------------------------------------------------------------------------
kill -KILL "${ctld[ctl1]}"
ok "the first dies, the second takes over" poll 60 eval '! [[ -e $pair_state/commroute.status.ctl2 ]] && has_role control'
for i in 1 2; do submit_to_pair; done
ok "it counts and writes" poll 20 counts submissions 2
is "$(decided)" 5 "into the same journal"

# --- and return --------------------------------------------------------------------------------
start_ctld ctl1
ok "the first comes back, the second stands by again" poll 60 eval 'has_role standby ctl2 && has_role control'
submit_to_pair
ok "the first counts and writes" poll 20 counts submissions 1
is "$(decided)" 6 "no line is missing"
is "$(jq -r 'select(.event == "submit") | .id' "$pair_state/commroute.journal" | sort -u | wc -l)" 6 "each with an id of its own"
is "$(jq -r .commroute_snapshot "$pair_state/commroute.view")" "$(jq -r .commroute_snapshot "$state/slurmctld/commroute.view")" \
	"the view is whole"
is "$(sort -u "$tap_dir/ids" | wc -l)" 6 "and each job has a number"
((tap_failed == 0)) || tail -n 40 "$log"/slurmctld.ctl*.log
tidy_pair
done_testing

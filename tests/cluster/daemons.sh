# SPDX-License-Identifier: GPL-2.0-or-later
# Starts, stops and watches the daemons.  A daemon's name is munged, mariadbd,
# slurmdbd, slurmctld or, for a slurmd, that of its node.
# shellcheck shell=bash

say() { echo "cluster: $*" >&2; }

prepare_dirs() {
	local i
	mkdir -p "$run" "$state" "$log"
	chown slurm "$log"
	install -d -o munge -g munge -m 755 /run/munge
	install -d -o munge -g munge -m 700 /var/lib/munge /var/log/munge
	install -d -o mysql -g mysql /run/mysqld
	install -d -o slurm -g slurm /run/slurm "$state/slurmctld"
	mkdir -p "${nodes[@]/#/$state/slurmd/}"
	for i in {0..7}; do
		[[ -e /dev/nvidia$i ]] || mknod -m 666 "/dev/nvidia$i" c 1 3
	done
}

all_daemons() {
	echo munged
	if ((COMMROUTE_DBD)); then
		echo mariadbd slurmdbd
	fi
	echo slurmctld "${nodes[@]}"
}

# "slurmd" on a command line means all of them.
expand_daemons() {
	local name
	for name; do
		case $name in
		all) all_daemons ;;
		slurmd) echo "${nodes[@]}" ;;
		*) is_in "$name" $(all_daemons) || { say "no daemon '$name'"; return 2; }
		   echo "$name" ;;
		esac
	done
}

has_died() { [[ -e $run/$1.pid && -e $run/$1.exit ]]; }

# Daemons that ended without being told to.
print_dead() {
	local name status
	for name in $(all_daemons); do
		has_died "$name" || continue
		status=$(<"$run/$name.exit")
		if ((status > 128)); then
			echo "$name died of signal $((status - 128))"
		else
			echo "$name ended by itself with status $status"
		fi
	done
}

launch() { # NAME USER COMMAND...
	rm -f "$run/$1".{pid,exit}
	setsid -f "$here/keep" "$@" </dev/null >/dev/null 2>&1
	poll 10 test -s "$run/$1.pid"
}

start_munged() {
	launch munged munge munged --foreground --num-threads=4
	poll 10 test -S /run/munge/munge.socket.2
}

# The root file system has a fresh database; the cluster works on a copy.
pristine_database() {
	local dir
	for dir in /var/lib/mariadb /var/lib/mysql; do
		[[ ! -d $dir/mysql ]] || echo "$dir"
	done
}

start_mariadbd() {
	if [[ ! -d $state/mariadb ]]; then
		cp -a --sparse=always "$(pristine_database)" "$state/mariadb"
		cat >"$state/init.sql" <<-'SQL'
		CREATE DATABASE IF NOT EXISTS slurm_acct_db;
		CREATE USER IF NOT EXISTS slurm@localhost IDENTIFIED VIA unix_socket;
		GRANT ALL ON slurm_acct_db.* TO slurm@localhost;
		SQL
	fi
	# Everything is in memory and thrown away: nothing has to be durable.
	launch mariadbd mysql mariadbd --no-defaults --datadir="$state/mariadb" \
		--socket=/run/mysqld/mysqld.sock --skip-networking \
		--pid-file="$state/mariadb/pid" --init-file="$state/init.sql" \
		--innodb-buffer-pool-size=32M --innodb-log-file-size=8M \
		--innodb-flush-log-at-trx-commit=0 --innodb-doublewrite=0 \
		--innodb-lock-wait-timeout=900 --innodb-snapshot-isolation=OFF --max-connections=40
	poll 30 test -S /run/mysqld/mysqld.sock
}

port_answers() { (exec 3<>"/dev/tcp/localhost/$1") 2>/dev/null; }

start_slurmdbd() {
	launch slurmdbd slurm slurmdbd -D
	poll 60 port_answers 6819
}

answers_or_died() { has_died slurmctld || scontrol --quiet ping; }

start_slurmctld() {
	# shellcheck disable=SC2086 # a command and its arguments
	launch slurmctld slurm $COMMROUTE_CTLD_WRAP "$(type -P slurmctld)" -D
	poll 60 answers_or_died && ! has_died slurmctld
}

start_slurmd() { # NODE
	local arch= file=$conf/slurm.conf
	! is_in "$1" "${ultra_nodes[@]}" || arch=SLURM_ARCH=aarch64
	# shellcheck disable=SC2086 # a list of node names
	! is_in "$1" $COMMROUTE_NO_SPANK_NODES || file=$bare_conf/slurm.conf
	# shellcheck disable=SC2086 # nothing or one word
	launch "$1" root env $arch slurmd -D -N "$1" -f "$file"
}

start_daemon() {
	! is_running "$1" || return 0
	case $1 in
	munged | mariadbd | slurmdbd | slurmctld) "start_$1" ;;
	*) start_slurmd "$1" ;;
	esac || { say "$1 does not start"; return 1; }
}

# A daemon that has to be killed is a failure: it hangs.
stop_daemon() {
	local pid status=0
	[[ -e $run/$1.pid ]] || return 0
	pid=$(<"$run/$1.pid")
	if is_running "$1"; then
		kill "$pid" 2>/dev/null || true
		poll 60 test -e "$run/$1.exit" || status=1
	fi
	if ((status)); then
		say "$1 does not stop; killed"
		kill -KILL "$pid"
		poll 10 test -e "$run/$1.exit"
	fi
	rm -f "$run/$1".{pid,exit}
	return "$status"
}

start_daemons() {
	local name
	for name; do
		start_daemon "$name" || return
	done
}

# In reverse, so that nobody loses whom it depends on; the slurmds at once.
stop_daemons() {
	local name i status=0
	for name in "${nodes[@]}"; do
		! is_in "$name" "$@" || ! is_running "$name" || kill "$(<"$run/$name.pid")" || true
	done
	for ((i = $#; i > 0; i--)); do
		stop_daemon "${!i}" || status=1
	done
	return "$status"
}

# Of slurmctld the log; of a daemon that died also what it wrote outside its log.
print_logs() { # LINES
	local name
	for name in $(all_daemons); do
		! has_died "$name" || print_tail "$log/$name.out" "$1"
	done
	print_tail "$log/slurmctld.log" "$1"
	grep -hE '(error|fatal): ' "$log"/slurmd.*.log 2>/dev/null | tail -n "$1" | sed 's/^/slurmd: /'
}

print_tail() { # FILE LINES
	[[ -s $1 ]] || return 0
	echo "--- the end of $1"
	tail -n "$2" "$1"
}

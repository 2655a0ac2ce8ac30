# SPDX-License-Identifier: GPL-2.0-or-later
# bash's completion of `commroute`.  It asks the command for its words, so that none stands
# here: commands, options, catalogues, formats, and Slurm's partitions and nodes.
# shellcheck shell=bash

# What begins a line of TEXT's lists behind lines HEAD...:, or without HEAD the first words.
_commroute_words() { awk -v head="$1" '$1 == "" { on = 0; next } head == "" || on { print $1 } index($0, head) == 1 && /:$/ { on = 1 }'; }

_commroute_values() { # OPTION
	case $1 in
	--catalogue) commroute env --list | _commroute_words "" ;;
	--format) commroute "$command" --help | _commroute_words Formats ;;
	--partition) sinfo --noheader --format=%R ;;
	--topology-type) echo block tree flat ring torus3d ;;
	esac 2>/dev/null
}

_commroute() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words
	COMPREPLY=()
	# bash cuts words at '='.
	[[ $cur != "=" ]] || cur=
	[[ $prev != "=" ]] || prev=${COMP_WORDS[COMP_CWORD - 2]}
	if ((COMP_CWORD == 1)); then
		words="$(commroute --help 2>/dev/null | _commroute_words commands) --help --version"
	elif [[ $prev == --* ]] && words=$(_commroute_values "$prev") && [[ $words ]]; then
		:
	elif [[ $cur == -* ]]; then
		words="--help $(commroute "$command" --help 2>/dev/null | grep -Eo '^ *(-[^ ]+, )?--[a-z-]+' | sed 's/.*--/--/')"
	fi
	mapfile -t COMPREPLY < <(compgen -W "${words-}" -- "$cur")
	((${#COMPREPLY[@]})) || mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}
complete -F _commroute commroute

# Completion of traffic-policy for bash 3.2 and later.
#
#   traffic-policy completion bash > ~/.local/share/bash-completion/completions/traffic-policy
#
# or, where bash-completion is not installed, in ~/.bashrc: eval "$(traffic-policy completion bash)"

_traffic_policy() {
  # Bash takes words apart at = and :, so they are put together as they stand on the line, up to
  # the cursor; what is completed is only the last piece.
  local line=${COMP_LINE:0:COMP_POINT} words=() word= piece= gap i
  line=${line#*"${COMP_WORDS[0]}"}
  for ((i = 1; i <= COMP_CWORD; i++)); do
    gap=${line%%[![:space:]]*}
    line=${line#"$gap"}
    piece=${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || piece=$line
    line=${line#"$piece"}
    [[ -z $gap || $i -eq 1 ]] || words+=("$word") word=
    word+=$piece
  done
  [[ $piece != [=:] ]] || piece=

  local value description kind= before=$((${#word} - ${#piece}))
  COMPREPLY=()
  while IFS=$'\t' read -r value description; do
    case $value in
      :*) kind=$value ;;
      *) COMPREPLY+=("${value:before}") ;;
    esac
  done < <("$1" complete --quoted -- ${words[@]+"${words[@]}"} "$word" 2>/dev/null </dev/null)

  # Between words files are offered only if they are among them; bash quotes them all then.
  if [[ $kind == :files && ${#COMPREPLY[@]} -gt 0 ]] && compopt -o filenames 2>/dev/null; then
    while IFS= read -r value; do
      COMPREPLY+=("$value")
    done < <(compgen -f -- "$piece")
    return
  fi
  if [[ $piece != [\"\']* ]]; then
    for i in ${COMPREPLY[@]+"${!COMPREPLY[@]}"}; do
      printf -v value %q "${COMPREPLY[i]}"
      COMPREPLY[i]=$value
    done
  fi

  case $kind in
    :files) compopt -o default 2>/dev/null || COMPREPLY+=($(compgen -f -- "$piece")) ;;
    :folders) compopt -o dirnames 2>/dev/null || COMPREPLY+=($(compgen -d -- "$piece")) ;;
    :unfinished) compopt -o nospace 2>/dev/null ;;
  esac
}

complete -F _traffic_policy traffic-policy

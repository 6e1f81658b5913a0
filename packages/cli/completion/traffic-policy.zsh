#compdef traffic-policy
# Completion of traffic-policy for zsh.
#
#   traffic-policy completion zsh > "${fpath[1]}/_traffic-policy"
#
# or, after compinit in ~/.zshrc: eval "$(traffic-policy completion zsh)"

_traffic-policy() {
  local line value kind
  local -a described
  for line in ${(f)"$("${(Q)words[1]}" complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)"}; do
    if [[ $line == :* ]]; then
      kind=$line
    else
      value=${line%%$'\t'*}
      described+=("${value//:/\\:}:${line#*$'\t'}")
    fi
  done
  case $kind in
    :files)
      ((${#described} == 0)) || _describe -V traffic-policy described
      compset -P '--*='
      _files
      ;;
    :folders) compset -P '--*='; _files -/ ;;
    :unfinished) _describe -V traffic-policy described -S '' ;;
    *) _describe -V traffic-policy described ;;
  esac
}

if [[ $funcstack[1] == _traffic-policy ]]; then
  _traffic-policy "$@"
else
  compdef _traffic-policy traffic-policy
fi

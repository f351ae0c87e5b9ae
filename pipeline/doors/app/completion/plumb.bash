# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of plumb for bash: commands, options and their words, as the program's own help tells them; else files.

# The help, without options that say nothing to complete.
_plumb_help() { "${COMP_WORDS[0]}" "$@" --help-all 2>/dev/null; }

# Of the line of an option: "...: double, float or decimal (default double)" -> double float decimal
_plumb_words() {
  _plumb_help "$1" | sed -n "s/^  \(-[a-z],\)\{0,1\}$2 \(WORD\|AXIS\|REQUIRED\) \{1,\}//p" | sed 's/ (default.*//; s/.*[:;] //; s/,/ /g; s/ or / /g'
}

_plumb() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  if [ "$COMP_CWORD" = 1 ] || { [ "$COMP_CWORD" = 2 ] && [ "$command" = help ]; }; then
    local commands
    commands=$("${COMP_WORDS[0]}" --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]\{1,\}\) .*/\1/p')
    mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$current")
    return
  fi
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_plumb_help "$command" | grep -oE '^  (-[a-z],)?--[a-z-]+' | grep -oE -- '--[a-z-]+')" -- "$current")
    return
  fi
  local words=
  [[ $before == --* ]] && words=$(_plumb_words "$command" "$before")
  [ "$COMP_CWORD" = 2 ] && words=$(_plumb_words "$command" ACTION)
  if [ -n "$words" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _plumb plumb

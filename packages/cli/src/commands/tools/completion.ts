import { type Context, print } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";

/** The completion script of each shell. The packages also install the scripts as files. */
export const scripts: Record<string, string> = {
  bash: `# stint completion bash: eval "$(stint completion bash)" in ~/.bashrc
_stint() {
  local word
  COMPREPLY=()
  # bash 3.2 of macOS has no mapfile. An array from an unquoted $(…) would expand patterns in names.
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
    stint __complete "\${COMP_LINE:0:COMP_POINT}" "\${COMP_WORDS[COMP_CWORD]}" 2>/dev/null
  )
  [[ \${COMPREPLY[0]-} == */ ]] && compopt -o nospace
}
complete -F _stint stint
`,
  zsh: `#compdef stint
# stint completion zsh: eval "$(stint completion zsh)" in ~/.zshrc, after compinit
_stint() {
  local -a found
  # During a completion, LBUFFER lacks the quote that opens the current word.
  found=("\${(@f)$(stint __complete "\${LBUFFER%"$PREFIX"}$QIPREFIX$PREFIX" 2>/dev/null)}")
  # No -Q, which would insert names unquoted.
  [[ -n "\${found[1]}" ]] && compadd -U -- "\${found[@]}"
}
# As a file of fpath this is the function itself at its first call.
if [[ "\${funcstack[1]-}" = _stint ]]; then _stint "$@"; else compdef _stint stint; fi
`,
  fish: `# stint completion fish | source, in ~/.config/fish/config.fish
complete -c stint -f -a '(stint __complete (commandline -cp) 2>/dev/null)'
`,
};

export function completion(this: Context, _flags: object, shell: string): void {
  const script = scripts[shell];
  if (script === undefined) throw wrongInput(`There is no completion for "${shell}".`, "Shells: bash, zsh, fish");
  print(this, script);
}

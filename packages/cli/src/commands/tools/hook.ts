// `hook install` makes git suggest a timer when a branch is checked out. It never starts a timer.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseProject } from "@stint/grammar/choose-project.ts";
import { findByName } from "@stint/grammar/find-by-name.ts";
import type { Flags } from "#src/application/commands.ts";
import { type Context, print } from "#src/context/context.ts";
import { git } from "#src/context/repository.ts";
import { Failure, wrongInput } from "#src/failure/failure.ts";
import { oneLine } from "#src/context/printable.ts";
import { quoted, shellWord } from "#src/output/words.ts";
import { openStore } from "#src/store/store.ts";
import { choices } from "#src/typed/names.ts";

const mark = "# stint hook";
/**
 * The line in git's hook. It keeps the exit status of the lines before it, whatever the suggestion does, because git
 * uses the hook's exit status.
 */
const line = `before=$?; [ "$3" = 1 ] && stint hook suggest 2>/dev/null || true; (exit $before) ${mark}`;

/** Makes bash or zsh run a function before each prompt. */
function beforePrompts(name: string): string {
  return `if [ -n "\${ZSH_VERSION-}" ]; then
  autoload -Uz add-zsh-hook && add-zsh-hook precmd ${name}
else
  PROMPT_COMMAND="${name}\${PROMPT_COMMAND:+; $PROMPT_COMMAND}"
fi
`;
}

/**
 * Makes bash or zsh ask, before the next prompt, about absences while a timer ran. If there were none, only checks
 * whether a file exists. Keeps the exit status, which other parts of the prompt show.
 */
export const shellHook = `# stint hook shell: eval "$(stint hook shell)" in ~/.bashrc or ~/.zshrc
_stint_away() {
  local before=$?
  [ -e "\${XDG_DATA_HOME:-$HOME/.local/share}/stint/\${STINT_PROFILE:-default}/away" ] && stint idle --ask
  return "$before"
}
${beforePrompts("_stint_away")}`;

/** Does the same as `shellHook` in fish, which keeps the exit status itself. */
export const fishHook = `# stint hook fish: stint hook fish | source in ~/.config/fish/config.fish
function _stint_away --on-event fish_prompt
  test -n "$XDG_DATA_HOME"; and set -l data $XDG_DATA_HOME; or set -l data ~/.local/share
  test -n "$STINT_PROFILE"; and set -l profile $STINT_PROFILE; or set -l profile default
  test -e "$data/stint/$profile/away"; and stint idle --ask
end
`;

/**
 * Sets `stint_timer` before each prompt of bash or zsh to what `stint status --short` prints, without a process. Empties
 * it for the account of `STINT_URL` and `STINT_API_KEY`, whose folder is named after a hash. zsh would expand `%` in it.
 */
export const promptHook = `# stint hook prompt: eval "$(stint hook prompt)" in ~/.bashrc or ~/.zshrc, and $stint_timer in the prompt
_stint_timer() {
  local before=$? line= start= seconds= tab=$'\\t'
  local file="\${XDG_DATA_HOME:-$HOME/.local/share}/stint/\${STINT_PROFILE:-default}/timer"
  [ -n "\${STINT_PROFILE-}" ] || [ -z "\${STINT_URL-}" ] || [ -z "\${STINT_API_KEY-}" ] || file=
  [ ! -r "$file" ] || IFS= read -r line <"$file"
  stint_timer=\${line#*"$tab"} start=\${line%%"$tab"*}
  if [ "$stint_timer" != "$line" ]; then
    seconds=$((\${EPOCHSECONDS:-$(date +%s)} - start))
    [ "$seconds" -ge 0 ] || seconds=0
    printf -v start '%d:%02d' $((seconds / 3600)) $((seconds / 60 % 60))
    stint_timer="$start $stint_timer"
  fi
  [ -z "\${ZSH_VERSION-}" ] || stint_timer=\${stint_timer//\\%/%%}
  return "$before"
}
[ -z "\${ZSH_VERSION-}" ] || zmodload zsh/datetime
${beforePrompts("_stint_timer")}`;

const verbs = new Map<string, (context: Context, isDry: boolean) => void>([
  ["install", install],
  ["uninstall", uninstall],
  ["suggest", suggest],
  ["shell", (context) => print(context, shellHook)],
  ["fish", (context) => print(context, fishHook)],
  ["prompt", (context) => print(context, promptHook)],
]);

export function hook(this: Context, { dryRun }: Flags<"hook">, verb: string): void {
  const run = verbs.get(verb);
  if (run === undefined) throw wrongInput(`"${verb}" is not a verb.`, `Verbs: ${[...verbs.keys()].join(", ")}`);
  run(this, dryRun);
}

function install(context: Context, isDry: boolean): void {
  const path = hookPath(context);
  const before = existsSync(path) ? readFileSync(path, "utf8") : "#!/bin/sh\n";
  if (before.includes(mark)) return print(context, `${path} suggests timers already.`);
  if (!/^#!.*\b(?:ba|da|z|k)?sh\b/.test(before))
    throw new Failure(4, `${path} is not a shell script.`, `Add this to it yourself: stint hook suggest`);
  if (isDry) return print(context, `Would add to ${path}: ${line}`);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, `${before.endsWith("\n") ? before : `${before}\n`}${line}\n`);
  chmodSync(path, 0o755);
  print(context, `${path} suggests a timer when a branch is checked out.`);
}

function uninstall(context: Context, isDry: boolean): void {
  const path = hookPath(context);
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (!before.includes(mark)) return print(context, "There is no stint hook.");
  const after = before.split("\n").filter((each) => !each.includes(mark));
  if (!isDry) writeFileSync(path, after.join("\n"));
  print(context, isDry ? `Would remove it from ${path}.` : `Removed from ${path}.`);
}

/** Prints the command that would track the branch, unless the running timer already tracks it. */
function suggest(context: Context): void {
  const branch = askGit(context, ["symbolic-ref", "--quiet", "--short", "HEAD"]);
  const { projects, ref, words } = readBranch(branch);
  using store = openStore(context);
  const active = store.names().projects.filter(({ status }) => status === "active");
  const given = store.repositoryProject();
  const folder = () => askGit(context, ["rev-parse", "--show-toplevel"]).split("/").at(-1) ?? "";
  const project =
    given === undefined
      ? [...projects, folder()].flatMap((name) => findByName(active, name).slice(0, 1))[0]
      : chooseProject({ project: given, description: "" }, choices(store, undefined)).project;
  const name = project && `@${quoted(given ?? project.name)}`;
  const text = oneLine([name, ref, words].filter(Boolean).join(" "));
  const { timer } = store.view;
  const isRunning = timer?.projectId === project?.id && (ref === undefined || timer?.description.includes(ref));
  if (text === "" || (timer !== null && isRunning)) return;
  const [label, verb] = timer === null ? ["Track", "start"] : ["Switch to", "switch"];
  print(context, `${label} this branch: stint ${verb} ${shellWord(text)}`);
  if (ref !== undefined) print(context, `Or log it afterwards: stint log ${shellWord(`45m ${text}`)} --ref ${ref}`);
}

/**
 * Reads a branch name such as `feature/ABC-12-fix-login`: the parts that can be a project's name or code, the issue
 * (`ABC-12` or `12`), and the words. The names of main branches have none.
 */
export function readBranch(branch: string) {
  if (/^(?:main|master|trunk|develop|dev|HEAD)$/.test(branch)) return { projects: [], ref: undefined, words: "" };
  const parts = branch.split("/");
  const last = parts.at(-1) ?? "";
  const [whole = "", ref] = /^([A-Za-z][A-Za-z0-9]*-\d+|\d+)(?=$|[-_])[-_]?/.exec(last) ?? [];
  const key = ref === undefined ? undefined : /^\d/.test(ref) ? ref : ref.toUpperCase();
  const prefix = key === undefined ? undefined : /^([A-Z][A-Z0-9]*)-/.exec(key)?.[1];
  const kinds = /^(?:feature|feat|fix|bug|bugfix|hotfix|chore|docs|release|refactor|test)s?$/i;
  const named = parts.slice(0, -1).filter((part) => !kinds.test(part));
  return {
    projects: prefix === undefined ? named : [...named, prefix],
    ref: key,
    words: last.slice(whole.length).replaceAll(/[-_]+/g, " ").trim(),
  };
}

/** Returns the path of the hook. Asks git for it, because `core.hooksPath` and worktrees change it. */
const hookPath = (context: Context): string =>
  join(askGit(context, ["rev-parse", "--git-path", "hooks"]), "post-checkout");

function askGit(context: Context, args: readonly string[]): string {
  const said = git(context, args);
  if (said !== undefined) return said;
  const what = "This folder is not in a git repository with a branch checked out.";
  throw wrongInput(what, "Run the command in one that is.");
}

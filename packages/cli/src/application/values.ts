// The values that Tab offers for options and arguments, mostly from the local mirror.
import { beginsWithName, findBest } from "@stint/grammar/find-by-name.ts";
import { periods } from "@stint/grammar/read-period.ts";
import { openData } from "#src/action/open-data.ts";
import { type Context, folderOf, profileOf } from "#src/context/context.ts";
import { shortId } from "#src/output/words.ts";
import { type Mirror, readMirror } from "#src/store/mirror.ts";
import { entryOf } from "#src/store/view.ts";

/** Returns the values of a kind. A kind can also be the values themselves, as in `bash|zsh|fish`. */
export async function valuesOf(context: Context, kind: string, typed: string): Promise<readonly string[]> {
  switch (kind) {
    case "entry":
      return ["last", ...(await recentIds(context))];
    case "entry|timer":
      return ["last", "timer", ...(await recentIds(context))];
    case "number": {
      using store = await openData(context);
      return store.view.held.map(({ seq }) => String(seq));
    }
    case "period":
      return periods.map((name) => `:${name}`);
    case "page":
      return (await import("#src/commands/account/open.ts")).pages;
    case "event":
    case "types": {
      const { readExamples } = await import("#src/commands/tools/events.ts");
      return [...(await readExamples(context, profileOf(context).server)).keys()];
    }
    case "project":
    case "client":
    case "tag":
      // Keep the case of what was typed, because Stricli drops the values that do not begin with it.
      return namesFor(context, kind === "project" ? "@" : kind, typed).map((name) => typed + name.slice(typed.length));
    default:
      return kind.includes("|") ? kind.split("|") : [];
  }
}

async function recentIds(context: Context): Promise<string[]> {
  using store = await openData(context);
  const { view, mirror, nowMs } = store;
  const ids = new Set([...view.changed.keys(), ...mirror.latest(nowMs, 100).map(({ id }) => id)]);
  return [...ids].filter((id) => entryOf(store, id) !== undefined).map(shortId);
}

/**
 * Returns the names that begin with the text: after `@`, of projects, clients or, after a slash, what they contain; of
 * clients; or of recent tags. In names of projects, clients and tasks, hyphens stand for blanks. If a name still needs
 * quotes in the grammar, or can't be quoted for every shell, returns only its first word. Omits such tags, because the
 * first word would be another tag.
 */
export function namesFor(context: Context, kind: string, typed: string): string[] {
  using mirror = readMirror(folderOf(context));
  if (mirror === undefined) return [];
  const all =
    kind === "@"
      ? placesIn(mirror, typed)
      : kind === "client"
        ? mirror.names().clients.map(({ name }) => hyphenated(name))
        : mirror.latest(context.now(), 500).flatMap(({ tags }) => tags);
  const inner = (text: string) => (typed.includes("/") ? text.slice(text.indexOf("/") + 1) : text);
  const fits = all.filter((name) => beginsWithName(inner(name), inner(typed)));
  const short = (name: string) => (kind === "#" || kind === "tag" ? [] : firstWord(name, all));
  return [...new Set(fits.flatMap((name) => (wordEnd.test(name) ? short(name) : name)))];
}

/**
 * Returns the names of projects and clients or, after a slash, those of a project's tasks and a client's projects. If
 * the text before the slash can mean several, these names tell which one.
 */
function placesIn(mirror: Mirror, typed: string): string[] {
  const { projects, tasks, clients } = mirror.names();
  const active = projects.filter(({ status }) => status === "active").toSorted((a, b) => a.name.localeCompare(b.name));
  const customers = clients.filter(({ id }) => active.some(({ clientId }) => clientId === id));
  if (!typed.includes("/")) return [...active, ...customers].map(({ name }) => hyphenated(name));
  const named = typed.slice(0, typed.indexOf("/"));
  const outer = [...findBest(active, named), ...findBest(customers, named)];
  const open = tasks.filter(({ status }) => status === "open");
  const inside = ({ id }: { id: string }) => [
    ...open.filter(({ projectId }) => projectId === id),
    ...active.filter(({ clientId }) => clientId === id),
  ];
  const prefix = (name: string) => hyphenated(outer.length === 1 ? named : name);
  return outer.flatMap((place) => inside(place).map(({ name }) => `${prefix(place.name)}/${hyphenated(name)}`));
}

const hyphenated = (name: string) => name.replaceAll(" ", "-");

/**
 * A name can be completed only up to the first of these characters. Blanks, `@`, `#`, `"`, `,` and `;` need quotes in
 * the grammar. The others can't be quoted for every shell: in double quotes, bash keeps the backslash that it needs
 * before `!`; in a command in backticks, which bash doesn't show to completions, a backslash and a backtick would need
 * more escapes; shells don't insert control codes well.
 */
const wordEnd = /[\s@#",;!\\`\p{Cc}]/u;

/**
 * Returns the first word of a name if no other name begins with it. The first word is enough, because the grammar finds
 * names by their beginning; the whole name would need nested quotes.
 */
function firstWord(name: string, all: readonly string[]): string[] {
  const [word = ""] = name.split(wordEnd);
  const isUnique = [...new Set(all)].filter((other) => other.toLowerCase().startsWith(word.toLowerCase())).length === 1;
  return word !== "" && isUnique ? [word] : [];
}

/** A typed description, with `@project` and `#tag` extracted. */
export interface Described {
  description: string;
  /** The name after the last `@`. It can be only the beginning of a project's or task's name. */
  project: string | undefined;
  /** The end of the description, after the project's name. It may begin with the name's other words. */
  after: string;
  tags: string[];
}

// `@` and `#` inside a word, as in an email address, are plain text.
const sign = /(^|\s)([@#])((?:"[^"]+"|[^\s@#"])+)/g;

/** Marks where a project's name was removed from the text. */
const removed = "\u0000";

/**
 * Extracts the project and the tags from the text. An `@` that is not followed by a project's name stays in the text.
 * `isProject` gets the text after the name too.
 */
export function parseDescription(
  typed: string,
  isProject: (name: string, after: string) => boolean = () => true,
): Described {
  let project: string | undefined;
  let isQuoted = false;
  const tags: string[] = [];
  const marked = typed
    .replaceAll(removed, " ")
    .replaceAll(sign, (whole: string, before: string, kind: string, word: string, at: number) => {
      // Punctuation after a name is not part of it, as in "@acme, review".
      const name = word.replaceAll('"', "").replace(/[,;:]+$/, "");
      if (name === "" || (kind === "@" && !isProject(name, typed.slice(at + whole.length)))) return whole;
      if (kind === "#") {
        if (!tags.some((tag) => tag.toLowerCase() === name.toLowerCase())) tags.push(name);
        return before;
      }
      project = name;
      isQuoted = word.endsWith('"');
      return `${before}${removed}`;
    });
  const at = marked.lastIndexOf(removed);
  const after = plain(marked.slice(at + 1));
  const description = plain(`${marked.slice(0, at + 1)} ${after}`);
  return { description, project, after: project === undefined || isQuoted ? "" : after, tags };
}

const plain = (text: string) => text.replaceAll(removed, " ").replaceAll(/\s+/g, " ").trim();

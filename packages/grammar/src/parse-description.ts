/** A typed description, with `@project` and `#tag` extracted. */
export interface ParsedDescription {
  description: string;
  /** The name after the last `@`. It can be only the beginning of a project's or task's name. */
  project: string | undefined;
  /** The text after the name, up to the next tag. It may begin with more words of the name. */
  after: string;
  /** The end of the description, which follows `after`. */
  rest: string;
  tags: string[];
}

// `@` and `#` inside a word, as in an email address, are plain text.
const sign = /(^|\s)([@#])((?:"[^"]+"|[^\s@#"])+)/g;

/** Marks where a project's name or a tag was removed from the text. */
const removed = "\u0000";

/**
 * Extracts the project and the tags from the text. An `@` that is not followed by a project's name stays in the text.
 * `isProject` gets the text after the name too.
 */
export function parseDescription(
  typed: string,
  isProject: (name: string, after: string) => boolean = () => true,
): ParsedDescription {
  let project: string | undefined;
  let isWhole = false;
  let removals = 0;
  let removalsBefore = 0;
  const tags: string[] = [];
  const marked = typed
    .replaceAll(removed, " ")
    .replaceAll(sign, (whole: string, before: string, kind: string, word: string, at: number) => {
      // Punctuation after a name is not part of it, as in "@acme, review".
      const name = word.replaceAll('"', "").replace(/[,;:]+$/, "");
      const isEnded = /[",;:]$/.test(word);
      const [after = ""] = isEnded ? [] : typed.slice(at + whole.length).split(/\s[@#]/);
      if (name === "" || (kind === "@" && !isProject(name, plain(after)))) return whole;
      removals++;
      if (kind === "#") {
        if (!tags.some((tag) => tag.toLowerCase() === name.toLowerCase())) tags.push(name);
      } else {
        project = name;
        isWhole = isEnded;
        removalsBefore = removals;
      }
      return `${before}${removed}`;
    });
  const texts = marked.split(removed);
  const description = plain(texts.join(" "));
  if (project === undefined || isWhole) return { description, project, after: "", rest: "", tags };
  const [after = "", ...rest] = texts.slice(removalsBefore);
  return { description, project, after: plain(after), rest: plain(rest.join(" ")), tags };
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** A part of the typed text that means something other than the description. */
export interface Mark {
  kind: "day" | "time" | "project" | "tag";
  from: number;
  to: number;
}

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
  /** The places of the tags and of the last `@` with its name. */
  marks: Mark[];
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
  let marks: Mark[] = [];
  const marked = typed
    .replaceAll(removed, " ")
    .replaceAll(sign, (whole: string, before: string, kind: string, word: string, at: number) => {
      // Punctuation after a name is not part of it, as in "@acme, review".
      const bare = word.replace(/[,;:]+$/, "");
      const name = bare.replaceAll('"', "");
      const isEnded = /[",;:]$/.test(word);
      const [after = ""] = isEnded ? [] : typed.slice(at + whole.length).split(/\s[@#]/);
      if (name === "" || (kind === "@" && !isProject(name, plain(after)))) return whole;
      removals++;
      const from = at + before.length;
      const place = { from, to: from + 1 + bare.length };
      if (kind === "#") {
        if (!tags.some((tag) => tag.toLowerCase() === name.toLowerCase())) tags.push(name);
        marks.push({ kind: "tag", ...place });
      } else {
        marks = [...marks.filter((each) => each.kind === "tag"), { kind: "project", ...place }];
        project = name;
        isWhole = isEnded;
        removalsBefore = removals;
      }
      return `${before}${removed}`;
    });
  const texts = marked.split(removed);
  const description = plain(texts.join(" "));
  if (project === undefined || isWhole) return { description, project, after: "", rest: "", tags, marks };
  const [after = "", ...rest] = texts.slice(removalsBefore);
  return { description, project, after: plain(after), rest: plain(rest.join(" ")), tags, marks };
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** A typed description, with `@project` and `#tag` extracted. */
export interface Described {
  description: string;
  /** The name after the last `@`. It can be only the beginning of a project's or task's name. */
  project: string | undefined;
  tags: string[];
}

// `@` and `#` inside a word, as in an email address, are plain text. A name of several words must be quoted.
const sign = /(^|\s)([@#])(?:"([^"]+)"|([^\s@#"]+))/g;

/**
 * Extracts the project and the tags from the text. An `@` that is not followed by a project's name stays in the text.
 */
export function parseDescription(typed: string, isProject: (name: string) => boolean = () => true): Described {
  let project: string | undefined;
  const tags: string[] = [];
  const description = typed.replaceAll(
    sign,
    (whole: string, before: string, kind: string, quoted?: string, bare?: string) => {
      const name = quoted ?? bare ?? "";
      if (kind === "@" && !isProject(name)) return whole;
      if (kind === "@") project = name;
      else if (!tags.some((tag) => tag.toLowerCase() === name.toLowerCase())) tags.push(name);
      return before;
    },
  );
  return { description: description.replaceAll(/\s+/g, " ").trim(), project, tags };
}

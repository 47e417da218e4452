/** A typed description, with `@project` and `#tag` taken out of it. */
export interface Described {
  description: string;
  /** The name behind the last `@`: the beginning of a project's or task's name. */
  project: string | undefined;
  tags: string[];
}

// A sign in the middle of a word, as in an e-mail address, is text. Names of several words stand in quotes.
const sign = /(^|\s)([@#])(?:"([^"]+)"|([^\s@#"]+))/g;

/** A `@` before a name that is no project's stays text. */
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

/** An `@project` or `#tag` token that is being typed: the text from the `@` or `#` to the cursor. */
export interface TypedToken {
  kind: "@" | "#";
  name: string;
  from: number;
  to: number;
}

// The same syntax as in parse-description.ts. A quoted name extends to the closing quote; an unquoted one may
// contain blanks. A task follows the name of a project after a slash.
const before = /(?:^|\s)([@#])(?:"([^"\n]*)(?:"\s?(\/[^@#",;\n]*))?|([^@#",;\n]*))$/;

/** The `@project` or `#tag` token at the cursor, if any. */
export function tokenAt(text: string, cursor: number): TypedToken | undefined {
  const found = before.exec(text.slice(0, cursor));
  if (found === null) return undefined;
  const [whole, kind, quoted, task = "", bare = ""] = found;
  // Without quotes, a project's name may contain blanks; a tag ends at the first one.
  if (kind === "#" ? task !== "" || /\s/.test(bare) : /^\s|\s$/.test(bare)) return undefined;
  const name = quoted === undefined ? bare.replace(/\s+\//, "/") : `${quoted}${task}`;
  const from = cursor - whole.trimStart().length;
  return { kind: kind as "@" | "#", name, from, to: cursor };
}

/** Replaces the token with a complete name. */
export function putName(text: string, { kind, from, to }: TypedToken, name: string): string {
  return `${text.slice(0, from)}${kind}${typedName(name)} ${text.slice(to).trimStart()}`;
}

/** The name as it is typed after `@` or `#`: in quotes if it contains blanks or signs that would end it. */
export function typedName(name: string): string {
  return /[\s@#",;]/.test(name) ? `"${name.replaceAll('"', "")}"` : name;
}

export function withoutToken(text: string, { from, to }: TypedToken): string {
  return `${text.slice(0, from).trimEnd()} ${text.slice(to).trimStart()}`.trim();
}

/** `@project` or `#tag` that is being typed: the part of a text from its sign to the cursor. */
export interface TypedSign {
  kind: "@" | "#";
  name: string;
  from: number;
  to: number;
}

// As parse-description.ts reads it. A name in quotes is being typed as long as they are open.
const before = /(?:^|\s)([@#])(?:"([^"]*)|([^\s@#",;]*))$/;

/** The sign that the cursor stands in, if any. */
export function signAt(text: string, cursor: number): TypedSign | undefined {
  const found = before.exec(text.slice(0, cursor));
  if (found === null) return undefined;
  const [whole, kind, quoted, bare] = found;
  const from = cursor - whole.trimStart().length;
  return { kind: kind as "@" | "#", name: quoted ?? bare ?? "", from, to: cursor };
}

/** The text with a whole name in place of what was typed of it. */
export function putName(text: string, { kind, from, to }: TypedSign, name: string): string {
  const whole = /[\s@#",;]/.test(name) ? `"${name.replaceAll('"', "")}"` : name;
  return `${text.slice(0, from)}${kind}${whole} ${text.slice(to).trimStart()}`;
}

/** The text without the sign. */
export function withoutSign(text: string, { from, to }: TypedSign): string {
  return `${text.slice(0, from).trimEnd()} ${text.slice(to).trimStart()}`.trim();
}

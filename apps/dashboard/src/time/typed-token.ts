/** An `@project` or `#tag` token that is being typed: the text from the `@` or `#` to the cursor. */
export interface TypedToken {
  kind: "@" | "#";
  name: string;
  from: number;
  to: number;
}

// The same syntax as in parse-description.ts. A quoted name extends to the closing quote.
const before = /(?:^|\s)([@#])(?:"([^"]*)|([^\s@#",;]*))$/;

/** The `@project` or `#tag` token at the cursor, if any. */
export function tokenAt(text: string, cursor: number): TypedToken | undefined {
  const found = before.exec(text.slice(0, cursor));
  if (found === null) return undefined;
  const [whole, kind, quoted, bare] = found;
  const from = cursor - whole.trimStart().length;
  return { kind: kind as "@" | "#", name: quoted ?? bare ?? "", from, to: cursor };
}

/** Replaces the token with a complete name. */
export function putName(text: string, { kind, from, to }: TypedToken, name: string): string {
  const whole = /[\s@#",;]/.test(name) ? `"${name.replaceAll('"', "")}"` : name;
  return `${text.slice(0, from)}${kind}${whole} ${text.slice(to).trimStart()}`;
}

export function withoutToken(text: string, { from, to }: TypedToken): string {
  return `${text.slice(0, from).trimEnd()} ${text.slice(to).trimStart()}`.trim();
}

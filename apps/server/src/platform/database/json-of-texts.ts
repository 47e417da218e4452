import { columnTypes, toInstant, toSafeInteger } from "./column-types.ts";

// JSON of values that are still texts of the database (`asTexts`): what `JSON.stringify` writes of the parsed ones.

type Text = string | null;

// oxlint-disable-next-line no-control-regex -- JSON escapes control characters.
const needsEscapes = /["\\\u0000-\u001f]/;
// The type's number in the database, which `pg` has no name for.
const textArray: number = 1009;
const toList = columnTypes.getTypeParser(textArray, "text");

export function textJson(text: Text): string {
  if (text === null) return "null";
  return needsEscapes.test(text) ? JSON.stringify(text) : `"${text}"`;
}

export function instantJson(text: Text): string {
  return text === null ? "null" : `"${toInstant(text)}"`;
}

export function integerJson(text: string): string {
  return text.length < 16 ? text : String(toSafeInteger(text));
}

export function booleanJson(text: Text): string {
  return text === "t" ? "true" : "false";
}

/** Of a `text[]`. */
export function listJson(text: string): string {
  return text === "{}" ? "[]" : JSON.stringify(toList(text));
}

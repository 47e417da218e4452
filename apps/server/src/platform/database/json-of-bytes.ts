import { columnTypes, toInstant, toSafeInteger } from "./column-types.ts";
import { readBytes } from "./whole-rows.ts";

// JSON of values that are still bytes of the database (`asBytes`): what `JSON.stringify` writes of the parsed ones.

type Bytes = string | null;

// JSON escapes control characters, and bytes beyond ASCII are no characters yet.
// oxlint-disable-next-line no-control-regex -- see above.
const needsMore = /["\\\u0000-\u001f\u0080-\u00ff]/;
const notAscii = /[\u0080-\u00ff]/;
/** A list of words, which need neither quotes nor escapes. */
const plainList = /^\{[\w,-]+\}$/;
// The type's number in the database, which `pg` has no name for.
const textArray: number = 1009;
const toList = columnTypes.getTypeParser(textArray, "text");

export function textJson(bytes: Bytes): string {
  if (bytes === null) return "null";
  return needsMore.test(bytes) ? JSON.stringify(readBytes(bytes)) : `"${bytes}"`;
}

export function instantJson(bytes: Bytes): string {
  return bytes === null ? "null" : `"${toInstant(bytes)}"`;
}

export function integerJson(bytes: string): string {
  return bytes.length < 16 ? bytes : String(toSafeInteger(bytes));
}

export function booleanJson(bytes: Bytes): string {
  return bytes === "t" ? "true" : "false";
}

/** Of a `text[]` without null. */
export function listJson(bytes: string): string {
  if (bytes === "{}") return "[]";
  if (plainList.test(bytes)) return `["${bytes.slice(1, -1).replaceAll(",", '","')}"]`;
  return JSON.stringify(toList(notAscii.test(bytes) ? readBytes(bytes) : bytes));
}

import { columnTypes, toInstant, toSafeInteger } from "./column-types.ts";
import { readBytes } from "#platform/text.ts";

// Writes JSON directly from the database's bytes (`asBytes`). The result equals `JSON.stringify` of the parsed values.

// JSON requires control characters to be escaped, and bytes beyond ASCII have not been decoded yet.
// oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
const needsMore = /["\\\u0000-\u001f\u0080-\u00ff]/;
const notAscii = /[\u0080-\u00ff]/;
/** A list of plain words, which need neither quotes nor escapes. */
const plainList = /^\{[\w,-]+\}$/;
// `pg` has no name for this OID.
const textArray: number = 1009;
const toList = columnTypes.getTypeParser(textArray, "text");

export function textJson(bytes: string): string {
  return needsMore.test(bytes) ? JSON.stringify(readBytes(bytes)) : `"${bytes}"`;
}

export function instantJson(bytes: string): string {
  return `"${toInstant(bytes)}"`;
}

export function integerJson(bytes: string): string {
  return bytes.length < 16 ? bytes : String(toSafeInteger(bytes));
}

export function booleanJson(bytes: string): string {
  return bytes === "t" ? "true" : "false";
}

/** Returns the JSON of a `text[]` without nulls. */
export function listJson(bytes: string): string {
  if (bytes === "{}") return "[]";
  if (plainList.test(bytes)) return `["${bytes.slice(1, -1).replaceAll(",", '","')}"]`;
  return JSON.stringify(toList(notAscii.test(bytes) ? readBytes(bytes) : bytes));
}

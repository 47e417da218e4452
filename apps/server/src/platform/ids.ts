import { randomUUIDv7 } from "node:crypto";

/**
 * Returns `prefix_` and the 32 hexadecimal digits of a UUID version 7 (RFC 9562 §5.7), so that ids sort by their
 * millisecond of creation.
 */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUIDv7().replaceAll("-", "")}`;
}

/**
 * Returns the text if it has the format of an id, otherwise an id that no object has, because callers may send any
 * string.
 */
export function asId(text: string): string {
  return /^[a-z]{1,8}_[0-9a-z]{1,41}$/.test(text) ? text : "";
}

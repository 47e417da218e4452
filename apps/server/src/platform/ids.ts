import { randomUUIDv7 } from "node:crypto";

/**
 * `prefix_` + the 32 hexadecimal digits of a UUID version 7 (RFC 9562 §5.7), which sorts by the millisecond of
 * creation.
 */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUIDv7().replaceAll("-", "")}`;
}

/**
 * Returns the id if its format is valid, otherwise an id that no object has, because any string may arrive as an id.
 */
export function asId(text: string): string {
  return /^[a-z]{1,8}_[0-9a-z]{1,41}$/.test(text) ? text : "";
}

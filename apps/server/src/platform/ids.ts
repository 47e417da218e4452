import { randomUUIDv7 } from "node:crypto";

/**
 * `prefix_` + the 32 hexadecimal digits of a UUID version 7 (RFC 9562 §5.7), which sorts by the millisecond of
 * creation.
 */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUIDv7().replaceAll("-", "")}`;
}

/** The id unchanged if it could be one, otherwise an id that nothing has: any string may arrive as an id. */
export function asId(text: string): string {
  return /^[a-z]{1,8}_[0-9a-z]{1,41}$/.test(text) ? text : "";
}

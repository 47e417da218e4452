import pg from "pg";
import { SessionError } from "./database-errors.ts";

/**
 * Maps columns to JavaScript: `timestamptz` to ISO 8601 in UTC (with milliseconds only if they are not zero), `date` to
 * YYYY-MM-DD, `bigint` to a number (an error beyond 2^53), and everything else as `pg` does.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (format !== "binary") {
      if (oid === pg.types.builtins.TIMESTAMPTZ) return toInstant;
      if (oid === pg.types.builtins.DATE) return String;
      if (oid === pg.types.builtins.INT8) return toSafeInteger;
    }
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

// Converts `2026-03-01 09:00:00.5+00` to `2026-03-01T09:00:00.500Z`. Relies on the pool's connections using UTC.
export function toInstant(text: string): string {
  if (!text.endsWith("+00"))
    throw new SessionError(
      `The database sent the instant ${text}, although Stint set its session to UTC. Check the settings of the connection pooler, if there is one.`,
    );
  const time = text.slice(11, -3);
  return `${text.slice(0, 10)}T${time.length === 8 ? time : time.padEnd(12, "0").slice(0, 12)}Z`;
}

/** An integer beyond 2^53 - 1, which JSON and JavaScript cannot represent exactly. */
export class UnsafeIntegerError extends RangeError {}

export function toSafeInteger(text: string): number {
  return safeInteger(Number(text));
}

/** Returns the number itself; throws if it is too large to be exact. */
export function safeInteger(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new UnsafeIntegerError(`${value} is beyond ${Number.MAX_SAFE_INTEGER}`);
}

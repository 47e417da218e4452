import { invalid } from "#platform/errors.ts";
import { formatInstant, readInstant } from "#platform/time.ts";

/** Formats the `expiresAt` of a body for storage; throws 422 unless it is in the future. Null means never. */
export function futureInstant(text: string | null, now: Date): string | null {
  if (text === null) return null;
  const ms = readInstant(text) ?? 0;
  if (ms <= now.getTime()) throw invalid("/expiresAt", "out_of_range", "must be in the future");
  return formatInstant(ms);
}

import { longestSeconds } from "./place-items.ts";
import { dayOf } from "./zone.ts";

export interface DoubtfulIf {
  /** Whether an end was typed: before the start, it would be on the next day. */
  hasEnd?: boolean;
  /** The duration before the change. An entry that was long already is not doubtful. */
  formerSeconds?: number | undefined;
}

/** Says why the time of an entry is probably mistyped; undefined if it is not. */
export function doubtOf(
  { startedAt, durationSeconds }: { startedAt: string; durationSeconds: number },
  zone: string,
  { hasEnd = false, formerSeconds = 0 }: DoubtfulIf = {},
): "overnight" | "long" | undefined {
  const startMs = Date.parse(startedAt);
  // An entry that ends at midnight counts as ending on the day before.
  const lastMs = startMs + durationSeconds * 1000 - 1;
  if (hasEnd && dayOf(lastMs, zone) > dayOf(startMs, zone)) return "overnight";
  return durationSeconds > longestSeconds && durationSeconds > formerSeconds ? "long" : undefined;
}

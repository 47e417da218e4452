import type { Placed } from "@stint/grammar/place-items.ts";
import { typedName } from "#time/typed-token.ts";

interface Context {
  /** The day for lines that don't name one. */
  first: string;
  /** The names of projects by their ids. */
  nameOf: (projectId: string) => string | undefined;
  /** Formats an instant as `9:00`; undefined if it isn't a whole minute. */
  clockOf: (ms: number) => string | undefined;
}

/**
 * Returns a line that stays in the field after the others were added. It names the day, the start and the project that
 * it had from the lines before it.
 */
export function restOfLine({ item, startMs, inherited }: Placed, { first, nameOf, clockOf }: Context): string {
  const rest = item.typed.slice(item.typedDay.length);
  const day = item.typedDay === "" && item.day !== first ? `${item.day} ` : item.typedDay;
  const isLength = item.start === undefined && startMs !== undefined;
  const start = isLength ? clockOf(startMs) : undefined;
  const project = inherited === undefined ? "" : ` @${typedName(nameOf(inherited) ?? inherited)}`;
  return `${day}${start === undefined ? "" : `${start} `}${rest}${project}`;
}

import { useCallback } from "react";
import { useSettings } from "#api/settings.ts";
import { dayOf } from "#time/zoned.ts";
import type { Span } from "./pieces.ts";

/** Says a span as a person reads it: `Tuesday 17 Nov, 9:15 to 10:15`, with both days where it ends on another. */
export function useSaySpan(): (span: Span) => string {
  const { text, format, zone } = useSettings();
  const { calendar } = text;
  return useCallback(
    ({ start, end }) => {
      const first = dayOf(start, zone);
      // Midnight is the end of the day that it ends.
      const last = dayOf(Math.max(start, end - 1), zone);
      const [from, to] = [format.clock(start), format.clock(end)];
      return first === last
        ? calendar.span(format.day(first), from, to)
        : calendar.spanOverDays(calendar.at(format.day(first), from), calendar.at(format.day(last), to));
    },
    [calendar, format, zone],
  );
}

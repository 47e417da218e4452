import { useCallback } from "react";
import { useCalendarWords } from "#i18n/words/use-calendar-words.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { dayOf } from "#time/zoned.ts";
import type { Span } from "./pieces.ts";

/** Formats a span for people: `Tuesday 17 Nov, 9:15 to 10:15`, with both days if it ends on another one. */
export function useSaySpan(): (span: Span) => string {
  const format = useFormat();
  const { zone } = useSettings();
  const calendar = useCalendarWords();
  return useCallback(
    ({ start, end }) => {
      const first = dayOf(start, zone);
      // A span that ends at midnight counts as ending on the day before.
      const last = dayOf(Math.max(start, end - 1), zone);
      const [from, to] = [format.exactClock(start), format.exactClock(end)];
      return first === last
        ? calendar.span(format.day(first), from, to)
        : calendar.spanOverDays(calendar.at(format.day(first), from), calendar.at(format.day(last), to));
    },
    [calendar, format, zone],
  );
}

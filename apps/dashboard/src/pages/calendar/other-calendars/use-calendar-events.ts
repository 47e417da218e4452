import type { CalendarEvents } from "@stint/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { defineQuery } from "#api/queries.ts";

const nothing: CalendarEvents = { events: [], days: [] };
const freshMs = 10 * 60_000;

/** The events of the person's other calendars; none for people who can't turn them into entries. */
export function useCalendarEvents({ from, to, enabled }: { from: string; to: string; enabled: boolean }) {
  const { data } = useQuery({
    ...defineQuery(["calendar-events", from, to], () => stint.me.listCalendarEvents({ from, to })),
    staleTime: freshMs,
    placeholderData: keepPreviousData,
    enabled,
  });
  return enabled ? (data ?? nothing) : nothing;
}

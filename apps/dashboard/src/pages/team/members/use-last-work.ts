import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { clock } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { addDays, dayOf, startOfWeek } from "#time/zoned.ts";

/** A report has at most this many groups, and each member has one for each day. */
const mostGroups = 10_000;

/**
 * Everyone's latest day with time up to today, and their time in the whole of this week, from one report. It goes back
 * about four weeks, or less if there are very many members.
 */
export function useLastWork(memberCount: number) {
  const { zone, weekStart } = useSettings();
  const canRead = useMe().scopes.includes("reports:read");
  const today = dayOf(clock.now(), zone);
  const week = startOfWeek(today, weekStart);
  const to = addDays(week, 6);
  const from = addDays(to, 1 - Math.max(7, Math.min(35, Math.floor(mostGroups / Math.max(1, memberCount)))));
  const { data } = useQuery({
    ...summaryQuery({ groupBy: ["user", "date"], from, to, tz: zone }),
    enabled: canRead && memberCount > 0,
  });
  return useMemo(() => {
    const [lastDays, weekSeconds] = [new Map<string, string>(), new Map<string, number>()];
    for (const { key: userId, groups = [] } of data?.groups ?? [])
      for (const { key: day, seconds } of groups) {
        if (userId === null || day === null) continue;
        if (day <= today && day > (lastDays.get(userId) ?? "")) lastDays.set(userId, day);
        if (day >= week) weekSeconds.set(userId, (weekSeconds.get(userId) ?? 0) + seconds);
      }
    return { lastDays, weekSeconds, isLoaded: data !== undefined, canRead, today, from };
  }, [data, canRead, today, from, week]);
}

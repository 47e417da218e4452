import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { clock } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { addDays, dayOf, startOfWeek } from "#time/zoned.ts";

/** A member's latest day with time, and their time in this week. */
export interface LastWork {
  day: string;
  weekSeconds: number;
  billableSeconds: number;
}

/** A report has at most this many groups, and each member has one for each day. */
const mostGroups = 10_000;

/** Everyone's last work, from one report. It goes back four weeks, or less if there are very many members. */
export function useLastWork(members: number) {
  const { zone, weekStart } = useSettings();
  const canRead = useMe().scopes.includes("reports:read");
  const today = dayOf(clock.now(), zone);
  const days = Math.max(7, Math.min(28, Math.floor(mostGroups / Math.max(1, members))));
  const from = addDays(today, 1 - days);
  const { data } = useQuery({
    ...summaryQuery({ groupBy: ["user", "date"], from, to: today, tz: zone }),
    enabled: canRead && members > 0,
  });
  const work = useMemo(() => {
    const week = startOfWeek(today, weekStart);
    return new Map(
      data?.groups.map(({ key, groups = [] }): [string, LastWork] => {
        const inWeek = groups.filter((group) => (group.key ?? "") >= week);
        return [
          key ?? "",
          {
            day: groups.reduce((latest, group) => ((group.key ?? "") > latest ? (group.key ?? "") : latest), ""),
            weekSeconds: inWeek.reduce((sum, { seconds }) => sum + seconds, 0),
            billableSeconds: inWeek.reduce((sum, { billableSeconds }) => sum + billableSeconds, 0),
          },
        ];
      }),
    );
  }, [data, today, weekStart]);
  return { work, isLoaded: data !== undefined, canRead, today, from };
}

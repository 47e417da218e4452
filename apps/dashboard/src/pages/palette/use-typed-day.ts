import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { clock } from "#api/client.ts";
import { tasksQuery, useClients, useProjects } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { newLocalId } from "#api/tracking/new-local-id.ts";
import { useUndo } from "#api/undo.tsx";
import { useTracking, useTrackingView } from "#api/use-tracking.tsx";
import { plural } from "#text/catalogue.ts";
import { parseDayLine } from "#time/parse-day-line.ts";
import { dayOf, rangeOfDays } from "#time/zoned.ts";
import { type Placed, placeItems } from "./place-items.ts";

/**
 * The entries that a typed line becomes, or none where it is not a day; `write` makes them, all or none. While tasks are
 * still being read (`isLoading`), what is missing is not known yet.
 */
export function useTypedDay(typed: string): { placed: Placed[]; isLoading: boolean; write: () => boolean } {
  const { zone, language, text } = useSettings();
  const tracking = useTracking();
  const { entries } = useTrackingView();
  const { run } = useUndo();
  const projects = useProjects();
  const clients = useClients();
  const items = useMemo(() => {
    const read = parseDayLine(typed, dayOf(clock.now(), zone));
    return read.some(({ seconds }) => seconds !== undefined) ? read : [];
  }, [typed, zone]);
  const days = [...new Set(items.map(({ day }) => day))].join(" ");
  useEffect(() => {
    for (const day of days.split(" ").filter(Boolean)) void tracking.load(rangeOfDays(day, 1, zone));
  }, [tracking, days, zone]);
  const wanted = items.length === 0 ? [] : projects.filter(({ status }) => status === "active");
  const tasks = useQueries({
    queries: wanted.map(({ id }) => tasksQuery(id)),
    combine: (results) => ({
      of: new Map(results.map(({ data }, at) => [wanted[at]?.id, data ?? []])),
      isLoading: results.some(({ isLoading }) => isLoading),
    }),
  });

  const placed = placeItems(items, {
    zone,
    projects,
    clients,
    tasksOf: (projectId) => tasks.of.get(projectId) ?? [],
    endOfDay: (day) => latestEnd(entries.filter(({ startedAt }) => dayOf(startedAt, zone) === day)),
    usualProject: entries[0]?.projectId,
  });

  function write(): boolean {
    const made = placed.flatMap(({ entry }) => (entry === undefined ? [] : [{ ...entry, localId: newLocalId() }]));
    if (made.length === 0 || made.length < placed.length) return false;
    const label = text.palette.written(plural(language, made.length, text.palette.entry));
    run({ kind: "create", entries: made }, label);
    return true;
  }

  return { placed, isLoading: tasks.isLoading, write };
}

function latestEnd(entries: readonly { endedAt: string }[]): number | undefined {
  return entries.length === 0 ? undefined : Math.max(...entries.map(({ endedAt }) => Date.parse(endedAt)));
}

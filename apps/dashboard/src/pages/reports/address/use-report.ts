import { useMemo } from "react";
import { useLocation, useSearchParams } from "wouter";
import { clock } from "#api/connection/client.ts";
import { useMe, useProjects } from "#api/queries.ts";
import { type DayRange, type Interval, intervalFor } from "#time/report-period.ts";
import { dayOf, type Weekday } from "#time/zoned.ts";
import {
  type Grouping,
  groupingOf,
  rangeOfReport,
  readReport,
  type ReportState,
  writeReport,
} from "./report-address.ts";
import { addressOfEntries, type Step } from "./report-queries.ts";

/** The report in the URL, and functions that change it. */
export interface ShownReport {
  state: ReportState;
  set: (change: Partial<ReportState>) => void;
  /** The days of the report. An open end is omitted. */
  range: Partial<DayRange> | undefined;
  /** The range if both ends are set. */
  days: DayRange | undefined;
  tz: string;
  weekStart: Weekday;
  /** One grouping in the weekly report, up to two in others. */
  groupBy: readonly Grouping[];
  interval: Interval;
  /** The URL of a group's entries, optionally with changes to the report. */
  entriesOf: (steps: readonly Step[], change?: Partial<ReportState>) => string | undefined;
}

export function useReport(): ShownReport {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const { timeZone, weekStart } = useMe().organization;
  const projects = useProjects();
  const projectsWithoutClient = useMemo(
    () => projects.filter(({ clientId }) => clientId === null).map(({ id }) => id),
    [projects],
  );
  const state = useMemo(() => readReport(params), [params]);
  const tz = state.tz === "" ? timeZone : state.tz;
  const today = dayOf(clock.now(), tz);
  // Stays the same object until something changes, so that a press elsewhere doesn't render the tables again.
  return useMemo(() => {
    const range = rangeOfReport(state, today, weekStart);
    const days = range?.from !== undefined && range.to !== undefined ? { from: range.from, to: range.to } : undefined;
    const interval = state.interval || (days === undefined ? "month" : intervalFor(days));
    const source = { state, range, interval, weekStart, projectsWithoutClient };
    return {
      state,
      set: (change) => navigate(writeReport({ ...state, ...change }), { replace: true }),
      range,
      days,
      tz,
      weekStart,
      groupBy: groupingOf(state),
      interval,
      entriesOf: (steps, change) => addressOfEntries(source, steps, change),
    };
  }, [state, today, tz, weekStart, projectsWithoutClient, navigate]);
}

import { useCallback, useMemo } from "react";
import { useLocation, useSearchParams } from "wouter";
import { clock } from "#api/client.ts";
import { useMe, useProjects } from "#api/queries.ts";
import { bucketOfKey, type DayRange, type Interval, intervalFor } from "#time/report-period.ts";
import { dayOf, type Weekday } from "#time/zoned.ts";
import { type Grouping, rangeOfReport, readReport, type ReportState, writeReport } from "./report-address.ts";
import { narrowTo } from "./report-queries.ts";

/** One step into a report: the group of a key. */
export interface Step {
  by: Grouping;
  key: string | null;
}

/** The report of the address, and what changes it. */
export interface ShownReport {
  state: ReportState;
  set: (change: Partial<ReportState>) => void;
  /** The days that it shows, as far as they have an end. */
  range: Partial<DayRange> | undefined;
  /** The same where both ends are there. */
  days: DayRange | undefined;
  tz: string;
  weekStart: Weekday;
  /** The length of dates where they are a grouping. */
  interval: Interval;
  /** The address of the entries of a group, of those of `among` days if given. */
  entriesOf: (steps: readonly Step[], change?: Partial<ReportState>) => string | undefined;
}

export function useReport(): ShownReport {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const { organization } = useMe();
  const projects = useProjects();
  const state = useMemo(() => readReport(params), [params]);
  const tz = state.tz === "" ? organization.timeZone : state.tz;
  const { weekStart } = organization;
  const today = dayOf(clock.now(), tz);
  const range = useMemo(() => rangeOfReport(state, today, weekStart), [state, today, weekStart]);
  const days = range?.from !== undefined && range.to !== undefined ? { from: range.from, to: range.to } : undefined;
  const interval = state.interval || (days === undefined ? "month" : intervalFor(days));
  const set = useCallback(
    (change: Partial<ReportState>) => navigate(writeReport({ ...state, ...change }), { replace: true }),
    [navigate, state],
  );
  const withoutClient = useMemo(
    () => projects.filter(({ clientId }) => clientId === null).map(({ id }) => id),
    [projects],
  );
  const entriesOf = (steps: readonly Step[], change: Partial<ReportState> = {}) => {
    const whole =
      state.period === "all"
        ? { period: state.period }
        : { period: "" as const, from: range?.from ?? "", to: range?.to ?? "" };
    let found: ReportState | undefined = {
      ...state,
      ...whole,
      report: "detailed",
      compare: false,
      saved: "",
      ...change,
    };
    for (const { by, key } of steps) {
      const within = { from: found.from || range?.from || "0001-01-01", to: found.to || range?.to || "9999-12-31" };
      const bucket = by === "date" && key !== null ? cut(bucketOfKey(key, interval, weekStart), within) : undefined;
      found = narrowTo(found, by, key, bucket, withoutClient);
      if (found === undefined) return undefined;
    }
    return writeReport(found);
  };
  return { state, set, range, days, tz, weekStart, interval, entriesOf };
}

function cut(bucket: DayRange, within: DayRange): DayRange {
  return {
    from: bucket.from > within.from ? bucket.from : within.from,
    to: bucket.to < within.to ? bucket.to : within.to,
  };
}

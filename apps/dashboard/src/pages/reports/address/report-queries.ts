import type { GetSummaryQuery } from "@stint/sdk";
import { bucketOfKey, type DayRange, type Interval } from "#time/report-period.ts";
import type { Weekday } from "#time/zoned.ts";
import {
  type EntrySource,
  entryFilters,
  filledOf,
  type Grouping,
  isOfProjects,
  projectFilters,
  type ReportState,
  writeReport,
} from "./report-address.ts";
import { toParams } from "#screen/filter.ts";

type Days = Partial<DayRange> | undefined;

/** The entry filters for the API's list and reports. */
export function entryFilter(state: ReportState, range: Days, tz: string) {
  return { ...range, tz, ...filledOf({ ...state, q: state.q.trim() }, entryFilters) };
}

export function summaryOf(state: ReportState, range: Days, tz: string, groupBy: readonly Grouping[]) {
  return { groupBy, ...entryFilter(state, range, tz) } satisfies GetSummaryQuery;
}

/** The project filters for the API. */
export function costsOf(state: ReportState, range: Days, tz: string) {
  return { ...range, tz, ...filledOf(state, projectFilters) };
}

/**
 * The URL that bills the report's time; undefined if billing has no filter for exactly this time. A period that isn't
 * over yet, such as this month, is billed up to today: only a day that was chosen includes planned time.
 */
export function addressOfBill(state: ReportState, range: Days, today: string): string | undefined {
  const others = filledOf(state, ["tz", "taskId", "tag", "source", "approval", "q"]);
  const isBillable = state.billable !== false && state.billed !== true && !isOfProjects(state);
  if (!isBillable || Object.keys(others).length > 0) return undefined;
  const filters = filledOf(state, ["clientId", "projectId", "userId", "teamId"]);
  const { from, to } = range ?? {};
  const isDue = to !== undefined && (to <= today || to === state.to);
  return `/billing/new?${toParams({ ...filters, from, to: isDue ? to : undefined })}`;
}

/** One drill-down step: into the group with this key. */
export interface Step {
  by: Grouping;
  key: string | null;
}

interface Source {
  state: ReportState;
  range: Days;
  interval: Interval;
  weekStart: Weekday;
  projectsWithoutClient: readonly string[];
}

/** The URL of the entries behind a group's figure; undefined if `narrowTo` returns undefined. */
export function addressOfEntries(
  { state, range, interval, weekStart, projectsWithoutClient }: Source,
  steps: readonly Step[],
  change: Partial<ReportState> = {},
): string | undefined {
  const whole =
    state.period === "all"
      ? { period: state.period }
      : { period: "" as const, from: range?.from ?? "", to: range?.to ?? "" };
  let found: ReportState | undefined = { ...state, ...whole, report: "detailed", compare: "", saved: "", ...change };
  // In a report on non-billable entries only, the figure for billable time links to those entries, because there are no
  // billable ones.
  found.billable = state.billable ?? change.billable;
  for (const { by, key } of steps) {
    const within = { from: found.from || range?.from || "0001-01-01", to: found.to || range?.to || "9999-12-31" };
    const bucket = by === "date" && key !== null ? cut(bucketOfKey(key, interval, weekStart), within) : undefined;
    found = narrowTo(found, by, key, bucket, projectsWithoutClient);
    if (found === undefined) return undefined;
  }
  return writeReport(found);
}

function cut(bucket: DayRange, within: DayRange): DayRange {
  return {
    from: bucket.from > within.from ? bucket.from : within.from,
    to: bucket.to < within.to ? bucket.to : within.to,
  };
}

/**
 * Narrows a report to the entries of one group. Undefined if the API has no filter for exactly these entries: for
 * example, it can't select entries without tags, nor one tag in a report that filters by others.
 */
export function narrowTo(
  state: ReportState,
  by: Grouping,
  key: string | null,
  bucket: DayRange | undefined,
  projectsWithoutClient: readonly string[],
): ReportState | undefined {
  if (by === "date") return bucket && { ...state, period: "", ...bucket };
  if (by === "billable") return { ...state, billable: key === "true" };
  if (by === "source") return { ...state, source: [(key ?? "unknown") as EntrySource] };
  if (by === "tag") {
    const isAlone = state.tag.length === 0 || state.tag.some((each) => each.toLowerCase() === key);
    return key !== null && isAlone ? { ...state, tag: [key] } : undefined;
  }
  if (key !== null) return { ...state, [`${by}Id`]: [key] };
  if (by !== "client") return undefined;
  const projectId = projectsWithoutClient.filter((id) => state.projectId.length === 0 || state.projectId.includes(id));
  return projectId.length > 0 && projectId.length <= 100 ? { ...state, projectId } : undefined;
}

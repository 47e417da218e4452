import type { GetSummaryQuery } from "@stint/sdk";
import { bucketOfKey, type DayRange, type Interval } from "#time/report-period.ts";
import type { Weekday } from "#time/zoned.ts";
import { type Grouping, type ReportState, writeReport } from "./report-address.ts";

type Days = Partial<DayRange> | undefined;

/** The filters of entries, as the list and the reports of the API take them; equal reports give equal ones. */
export function entryFilter(state: ReportState, range: Days, tz: string) {
  const q = state.q.trim();
  return {
    ...range,
    tz,
    ...listed(state, ["projectId", "taskId", "clientId", "userId", "tag"]),
    ...(state.billable === undefined ? {} : { billable: state.billable }),
    ...(q === "" ? {} : { q }),
  };
}

export function summaryOf(state: ReportState, range: Days, tz: string, groupBy: readonly Grouping[]) {
  return { groupBy, ...entryFilter(state, range, tz) } satisfies GetSummaryQuery;
}

/** The filters of projects. */
export function costsOf(state: ReportState, range: Days, tz: string) {
  return { ...range, tz, ...listed(state, ["projectId", "clientId", "status", "budgetStatus"]) };
}

type List = "projectId" | "taskId" | "clientId" | "userId" | "tag" | "status" | "budgetStatus";

function listed<Name extends List>(
  state: ReportState,
  names: readonly Name[],
): Partial<Record<Name, readonly string[]>> {
  const filled = names.filter((name) => state[name].length > 0).map((name) => [name, state[name]]);
  return Object.fromEntries(filled) as Partial<Record<Name, readonly string[]>>;
}

/** One step into a report: the group of a key. */
export interface Step {
  by: Grouping;
  key: string | null;
}

interface Source {
  state: ReportState;
  range: Days;
  /** The length of dates where they are a grouping. */
  interval: Interval;
  weekStart: Weekday;
  projectsWithoutClient: readonly string[];
}

/** The address of the entries that a figure is made of: those of a group, or of its part; undefined as for `narrowTo`. */
export function addressOfEntries(
  { state, range, interval, weekStart, projectsWithoutClient }: Source,
  steps: readonly Step[],
  change: Partial<ReportState> = {},
): string | undefined {
  const whole =
    state.period === "all"
      ? { period: state.period }
      : { period: "" as const, from: range?.from ?? "", to: range?.to ?? "" };
  let found: ReportState | undefined = { ...state, ...whole, report: "detailed", compare: false, saved: "", ...change };
  // The billable time of a report of what is not billable is that of its own entries: none.
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
 * The entries of one group of a report, as the address of the detailed one; undefined where the API has no filter for
 * exactly these: those without a tag, and those of one tag beside others that are asked for.
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
  if (by === "tag") {
    const isAlone = state.tag.length === 0 || state.tag.some((each) => each.toLowerCase() === key);
    return key !== null && isAlone ? { ...state, tag: [key] } : undefined;
  }
  if (key !== null) return { ...state, [`${by}Id`]: [key] };
  if (by !== "client") return undefined;
  const projectId = projectsWithoutClient.filter((id) => state.projectId.length === 0 || state.projectId.includes(id));
  return projectId.length > 0 && projectId.length <= 100 ? { ...state, projectId } : undefined;
}

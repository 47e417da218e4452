import type { SavedReport, TimeEntry, Timesheet } from "@stint/sdk";
import { readDay } from "#time/read-day.ts";
import {
  type DayRange,
  daysContaining,
  type Interval,
  intervals,
  isOfWholeDays,
  type Period,
  periods,
  rangeOfPeriod,
} from "#time/report-period.ts";
import type { Weekday } from "#time/zoned.ts";

export const reports = ["summary", "detailed", "weekly", "costs", "budgets"] as const;
export type Report = (typeof reports)[number];

export const groupings = ["project", "user", "date", "task", "client", "tag", "billable", "team", "source"] as const;
export type Grouping = (typeof groupings)[number];

/** `unknown` stands for entries created before sources were recorded. */
export type EntrySource = NonNullable<TimeEntry["source"]> | "unknown";

/** A report as encoded in the URL, with the API's names. */
export interface ReportState {
  report: Report;
  /** If empty, `from` and `to` apply or, without them, the default range of `report`. */
  period: Period | "all" | "";
  /** Days, both inclusive; empty means open-ended. */
  from: string;
  to: string;
  /** Empty means the organization's time zone. */
  tz: string;
  groupBy: readonly Grouping[];
  /** The interval of the grouping `date`; empty means the default for the range. */
  interval: Interval | "";
  projectId: readonly string[];
  taskId: readonly string[];
  clientId: readonly string[];
  userId: readonly string[];
  teamId: readonly string[];
  tag: readonly string[];
  source: readonly EntrySource[];
  /** The statuses of the timesheets that contain the entries. */
  approval: readonly Timesheet["status"][];
  billable: boolean | undefined;
  billed: boolean | undefined;
  q: string;
  status: readonly string[];
  budgetStatus: readonly string[];
  compare: boolean;
  saved: string;
}

export const lists = [
  "projectId",
  "taskId",
  "clientId",
  "userId",
  "teamId",
  "tag",
  "source",
  "approval",
  "status",
  "budgetStatus",
] as const;
export const flags = ["billable", "billed"] as const;
type Lists = Pick<ReportState, (typeof lists)[number]>;

export function listsOf(valuesOf: (name: string) => string[]): Lists {
  return Object.fromEntries(lists.map((name) => [name, valuesOf(name)])) as Partial<Lists> as Lists;
}

/** Returns those of the named lists that aren't empty. */
export function listed<Name extends keyof Lists>(
  state: ReportState,
  names: readonly Name[],
): Partial<Pick<ReportState, Name>> {
  const filled = names.filter((name) => state[name].length > 0).map((name) => [name, state[name]]);
  return Object.fromEntries(filled) as Partial<Pick<ReportState, Name>>;
}

export function flagged(state: ReportState): { billable?: boolean; billed?: boolean } {
  return Object.fromEntries(flags.flatMap((name) => (state[name] === undefined ? [] : [[name, state[name]]])));
}

export function readReport(params: URLSearchParams): ReportState {
  const one = <Value extends string>(name: string, values: readonly Value[]): Value | "" =>
    values.find((value) => value === params.get(name)) ?? "";
  const flag = (name: string) => ({ true: true, false: false })[params.get(name) ?? ""];
  const chosen = (params.get("groupBy") ?? "").split(",");
  const groupBy = groupings.filter((each) => chosen.includes(each));
  return {
    report: one("report", reports) || "summary",
    period: one("period", [...periods, "all"]),
    from: readDay(params.get("from")) ?? "",
    to: readDay(params.get("to")) ?? "",
    tz: readZone(params.get("tz")),
    groupBy: groupBy.toSorted((left, right) => chosen.indexOf(left) - chosen.indexOf(right)).slice(0, 2),
    interval: one("interval", intervals),
    ...listsOf((name) => params.getAll(name)),
    billable: flag("billable"),
    billed: flag("billed"),
    q: params.get("q") ?? "",
    compare: params.get("compare") === "before",
    saved: params.get("saved") ?? "",
  };
}

/** The URL of a report. Omits default values. */
export function writeReport(state: ReportState): string {
  const params = new URLSearchParams();
  const set = (name: string, value: string) => value !== "" && params.set(name, value);
  set("saved", state.saved);
  if (state.report !== "summary") params.set("report", state.report);
  for (const name of ["period", "from", "to", "tz"] as const) set(name, state[name]);
  set("groupBy", state.groupBy.join(","));
  set("interval", state.interval);
  for (const name of lists) for (const value of state[name]) params.append(name, value);
  for (const name of flags) if (state[name] !== undefined) params.set(name, String(state[name]));
  set("q", state.q);
  if (state.compare) params.set("compare", "before");
  const search = params.toString();
  return search === "" ? "/reports" : `/reports?${search}`;
}

/**
 * The days of a report, both inclusive; undefined means all time. The default is this month, or this week for the
 * weekly report.
 */
export function rangeOfReport(state: ReportState, today: string, weekStart: Weekday): Partial<DayRange> | undefined {
  const { period, from, to, report } = state;
  if (period === "all") return undefined;
  if (period !== "") return rangeOfPeriod(period, today, weekStart);
  if (from !== "" || to !== "") return { ...(from === "" ? {} : { from }), ...(to === "" ? {} : { to }) };
  return rangeOfPeriod(standardPeriod(report), today, weekStart);
}

export function standardPeriod(report: Report): Period {
  return report === "weekly" ? "thisWeek" : "thisMonth";
}

/**
 * Returns the groupings, by default by project. The weekly report has dates as columns and a single grouping for its
 * rows.
 */
export function groupingOf({ report, groupBy }: ReportState): readonly Grouping[] {
  const possible = report === "weekly" ? groupBy.filter((each) => each !== "date").slice(0, 1) : groupBy;
  return possible.length > 0 ? possible : ["project"];
}

type Query = SavedReport["query"];

/** A saved query that was opened, and the organization's time zone. */
interface Opened {
  query: Query;
  zone: string;
}

/**
 * The query to save: everything in the report except the comparison. If the report still has the days of the opened
 * query, keeps that query's range, which may consist of instants.
 */
export function toSavedQuery(state: ReportState, opened?: Opened): Query {
  const { report, period, tz, interval, q } = state;
  const { from = "", to = "" } = opened !== undefined && hasDaysOf(opened, state) ? opened.query : state;
  const isOfEntries = report !== "costs" && report !== "budgets";
  const days = period !== "" ? period : from === "" && to === "" ? standardPeriod(report) : undefined;
  const groupBy = state.groupBy.filter((each) => report === "summary" || each !== "date");
  const isGrouped = groupBy.length > 0 && (report === "summary" || report === "weekly");
  const ofEntries = ["taskId", "userId", "teamId", "tag", "source", "approval"] as const;
  const kept = ["projectId", "clientId", ...(isOfEntries ? ofEntries : (["status", "budgetStatus"] as const))] as const;
  const range = {
    ...(days === undefined || days === "all" ? {} : { period: days }),
    ...(days === undefined && from !== "" ? { from } : {}),
    ...(days === undefined && to !== "" ? { to } : {}),
    ...(tz === "" ? {} : { tz }),
  };
  return {
    report,
    // Each budget has its own period.
    ...(report === "budgets" ? {} : range),
    ...(isGrouped ? { groupBy: report === "weekly" ? groupBy.slice(0, 1) : groupBy } : {}),
    ...(isGrouped && groupBy.includes("date") && interval !== "" ? { interval } : {}),
    ...(listed(state, kept) as object),
    ...(isOfEntries ? flagged(state) : {}),
    ...(isOfEntries && q.trim() !== "" ? { q: q.trim() } : {}),
  };
}

/** Opens a saved report with the days that contain its range. `zone` is the organization's time zone. */
export function addressOfSaved({ id, query }: Pick<SavedReport, "id" | "query">, zone: string): string {
  const isAllTime = query.period === undefined && query.from === undefined && query.to === undefined;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (name === "groupBy") params.set(name, (value as string[]).join(","));
    else for (const each of Array.isArray(value) ? value : [value]) params.append(name, String(each));
  if (isAllTime && query.report !== "weekly") params.set("period", "all");
  return writeReport({ ...readReport(params), ...daysOfSaved({ query, zone }), saved: id });
}

/** Whether the report covers more than the saved query, because that query starts or ends partway through a day. */
export function isWiderThan(opened: Opened, state: ReportState): boolean {
  return hasDaysOf(opened, state) && !isOfWholeDays(opened.query, zoneOf(opened));
}

function hasDaysOf(opened: Opened, { period, from, to, tz }: ReportState): boolean {
  const days = daysOfSaved(opened);
  return period === "" && from === days.from && to === days.to && tz === readZone(opened.query.tz ?? "");
}

function daysOfSaved(opened: Opened): DayRange {
  return { from: "", to: "", ...daysContaining(opened.query, zoneOf(opened)) };
}

function zoneOf({ query, zone }: Opened): string {
  return readZone(query.tz ?? "") || zone;
}

function readZone(text: string | null): string {
  if (text === null || text === "") return "";
  try {
    new Intl.DateTimeFormat("en", { timeZone: text }).format(0);
    return text;
  } catch {
    return "";
  }
}

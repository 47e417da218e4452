import type { SavedReport, TimeEntry, Timesheet } from "@stint/sdk";
import { filled, toParams } from "#screen/filter.ts";
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

export const reportKinds = ["summary", "detailed", "weekly", "costs", "budgets"] as const;
export type Report = (typeof reportKinds)[number];

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
  /** Whether the previous period is shown too. */
  compare: "before" | "";
  saved: string;
}

const entryLists = ["projectId", "taskId", "clientId", "userId", "teamId", "tag", "source", "approval"] as const;
const lists = [...entryLists, "status", "budgetStatus"] as const;
type Lists = Pick<ReportState, (typeof lists)[number]>;
const flags = ["billable", "billed"] as const;

/** The filters of reports on entries and on projects. */
export const entryFilters = [...entryLists, ...flags, "q"] as const;
export const projectFilters = ["projectId", "clientId", "status", "budgetStatus"] as const;

export type FilterName = Exclude<(typeof entryFilters)[number] | (typeof projectFilters)[number], "q">;

export function isOfProjects({ report }: ReportState): boolean {
  return report === "costs" || report === "budgets";
}

/**
 * The settings with these names that aren't empty. Addresses, saved queries and the API's queries all consist of them.
 */
export function filledOf<Name extends keyof ReportState>(state: ReportState, names: readonly Name[]) {
  return filled(Object.fromEntries(names.map((name) => [name, state[name]])) as Pick<ReportState, Name>);
}

/** Clears all filters. */
export const clearedFilters: Partial<ReportState> = {
  ...Object.fromEntries(lists.map((name) => [name, []])),
  billable: undefined,
  billed: undefined,
  q: "",
};

export function readReport(params: URLSearchParams): ReportState {
  const one = <Value extends string>(name: string, values: readonly Value[]): Value | "" =>
    values.find((value) => value === params.get(name)) ?? "";
  const flag = (name: string) => ({ true: true, false: false })[params.get(name) ?? ""];
  const chosen = (params.get("groupBy") ?? "").split(",");
  const groupBy = groupings.filter((each) => chosen.includes(each));
  const ofLists: Partial<Lists> = Object.fromEntries(lists.map((name) => [name, params.getAll(name)]));
  // In the order of the parameters of an address.
  return {
    saved: params.get("saved") ?? "",
    report: one("report", reportKinds) || "summary",
    period: one("period", [...periods, "all"]),
    from: readDay(params.get("from")) ?? "",
    to: readDay(params.get("to")) ?? "",
    tz: readZone(params.get("tz")),
    groupBy: groupBy.toSorted((left, right) => chosen.indexOf(left) - chosen.indexOf(right)).slice(0, 2),
    interval: one("interval", intervals),
    ...(ofLists as Lists),
    billable: flag("billable"),
    billed: flag("billed"),
    q: params.get("q") ?? "",
    compare: one("compare", ["before"]),
  };
}

/** The URL of a report. Omits default values, but never all: without a query, the URL leads to the overview. */
export function writeReport(state: ReportState): string {
  const params = paramsOf(state);
  if (state.report === "summary" && params.size > 1) params.delete("report");
  return `/reports?${params}`;
}

/** The groupings share one parameter. */
function paramsOf(fields: ReportState | Query): URLSearchParams {
  return toParams({ ...fields, groupBy: fields.groupBy?.join(",") });
}

/**
 * The days of a report, both inclusive; undefined means all time. The default is this month, or this week for the
 * weekly report.
 */
export function rangeOfReport(state: ReportState, today: string, weekStart: Weekday): Partial<DayRange> | undefined {
  const { period, from, to, report } = state;
  if (period === "all") return undefined;
  if (period !== "") return rangeOfPeriod(period, today, weekStart);
  if (from !== "" || to !== "") return filled({ from, to });
  return rangeOfPeriod(standardPeriod(report), today, weekStart);
}

export function standardPeriod(report: Report): Period {
  return report === "weekly" ? "thisWeek" : "thisMonth";
}

/** Returns the groupings, by default by project. */
export function groupingOf(state: ReportState): readonly Grouping[] {
  const possible = possibleGroupings(state);
  return possible.length > 0 ? possible : ["project"];
}

/** The weekly report has dates as columns and a single grouping for its rows. */
function possibleGroupings({ report, groupBy }: ReportState): readonly Grouping[] {
  return report === "weekly" ? groupBy.filter((each) => each !== "date").slice(0, 1) : groupBy;
}

type Query = SavedReport["query"];

/** A saved query that was opened, and the organization's time zone. */
interface Opened {
  query: Query;
  zone: string;
}

/** The query to save: everything that this kind of report uses, except the comparison. Each budget has its own period. */
export function toSavedQuery(state: ReportState, opened?: Opened): Query {
  const { report } = state;
  const groupBy = possibleGroupings(state);
  const interval = groupBy.includes("date") ? state.interval : "";
  const names = [
    "report",
    ...(report === "budgets" ? [] : (["period", "from", "to", "tz"] as const)),
    ...(report === "summary" || report === "weekly" ? (["groupBy", "interval"] as const) : []),
    ...(isOfProjects(state) ? projectFilters : entryFilters),
  ] as const;
  return filledOf({ ...state, ...rangeToSave(state, opened), groupBy, interval, q: state.q.trim() }, names) as Query;
}

/**
 * A period, or days. If the report still has the days of the opened query, keeps that query's range, which may consist
 * of instants.
 */
function rangeToSave(state: ReportState, opened?: Opened): Pick<ReportState, "period" | "from" | "to"> {
  const { from = "", to = "" } = opened !== undefined && hasDaysOf(opened, state) ? opened.query : state;
  if (state.period === "" && (from !== "" || to !== "")) return { period: "", from, to };
  const period = state.period || standardPeriod(state.report);
  return { period: period === "all" ? "" : period, from: "", to: "" };
}

/** Opens a saved report with the days that contain its range. `zone` is the organization's time zone. */
export function addressOfSaved({ id, query }: Pick<SavedReport, "id" | "query">, zone: string): string {
  const isAllTime = query.period === undefined && query.from === undefined && query.to === undefined;
  const params = paramsOf(query);
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

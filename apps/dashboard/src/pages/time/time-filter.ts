import type { TimeEntry } from "@stint/sdk";
import { filled } from "#screen/filter.ts";
import { readDay } from "#time/read-day.ts";
import { addDays, startOfDay } from "#time/zoned.ts";
import { startMs } from "#time/start-ms.ts";

/** The list's filter as encoded in the URL, with the API's names. */
export interface TimeFilter {
  q: string;
  projectId: readonly string[];
  tag: readonly string[];
  billable: boolean | undefined;
  /** Whether the entries break a rule of the organization. */
  breaks: boolean | undefined;
  /** Days, both inclusive; empty means open-ended. */
  from: string;
  to: string;
}

export function readFilter(params: URLSearchParams): TimeFilter {
  return {
    q: params.get("q") ?? "",
    projectId: params.getAll("projectId"),
    tag: params.getAll("tag"),
    billable: booleanIn(params.get("billable")),
    breaks: booleanIn(params.get("breaks")),
    from: readDay(params.get("from")) ?? "",
    to: readDay(params.get("to")) ?? "",
  };
}

export const noFilter = readFilter(new URLSearchParams());

export function isFiltered(filter: TimeFilter): boolean {
  return Object.keys(toQuery(filter, "")).length > 0;
}

/** Converts the filter to a query of `timeEntries.list`. */
export function toQuery(filter: TimeFilter, zone: string) {
  const hasDays = filter.from !== "" || filter.to !== "";
  return filled({ ...filter, q: filter.q.trim(), tz: hasDays ? zone : "" });
}

/** Returns a predicate that accepts the same entries as the API's filter. */
export function createMatch(filter: TimeFilter, zone: string): (entry: TimeEntry) => boolean {
  const text = filter.q.trim().toLowerCase();
  const projects = new Set(filter.projectId);
  const tags = new Set(filter.tag.map((tag) => tag.toLowerCase()));
  const from = filter.from === "" ? -Infinity : startOfDay(filter.from, zone);
  const to = filter.to === "" ? Infinity : startOfDay(addDays(filter.to, 1), zone);
  return (entry) =>
    startMs(entry) >= from &&
    startMs(entry) < to &&
    (filter.billable === undefined || entry.billable === filter.billable) &&
    (filter.breaks === undefined || (entry.breaks !== undefined) === filter.breaks) &&
    (projects.size === 0 || projects.has(entry.projectId)) &&
    (tags.size === 0 || entry.tags.some((tag) => tags.has(tag.toLowerCase()))) &&
    (text === "" || entry.description.toLowerCase().includes(text));
}

function booleanIn(text: string | null): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}

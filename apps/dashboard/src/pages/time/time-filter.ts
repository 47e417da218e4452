import type { TimeEntry } from "@stint/sdk";
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

/** Sets the filter's query parameters and leaves the others. */
export function writeFilter(params: URLSearchParams, filter: Partial<TimeFilter>): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filter) as [string, TimeFilter[keyof TimeFilter]][]) {
    written.delete(name);
    const values = typeof value === "object" ? value : [value];
    for (const each of values) if (each !== undefined && each !== "") written.append(name, String(each));
  }
  return written;
}

export const noFilter: TimeFilter = {
  q: "",
  projectId: [],
  tag: [],
  billable: undefined,
  breaks: undefined,
  from: "",
  to: "",
};

export function isFiltered(filter: TimeFilter): boolean {
  return Object.keys(toQuery(filter, "")).length > 0;
}

/** Converts the filter to a query of `timeEntries.list`. */
export function toQuery({ q, projectId, tag, billable, breaks, from, to }: TimeFilter, zone: string) {
  return {
    ...(q.trim() === "" ? {} : { q: q.trim() }),
    ...(projectId.length === 0 ? {} : { projectId }),
    ...(tag.length === 0 ? {} : { tag }),
    ...(billable === undefined ? {} : { billable }),
    ...(breaks === undefined ? {} : { breaks }),
    ...(from === "" ? {} : { from }),
    ...(to === "" ? {} : { to }),
    ...(from === "" && to === "" ? {} : { tz: zone }),
  };
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

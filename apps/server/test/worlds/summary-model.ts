import { weekDays } from "#identity/organizations/week-days.ts";
import type { Interval, WeekDay } from "#tracking/reports/summaries/buckets.ts";
import type { Grouping } from "#tracking/reports/summaries/groupings.ts";
import { type EntrySource, nameOfSource } from "#tracking/ledger/entry-sources/entry-sources.ts";
import type { Caller, Json } from "./test-app.ts";

/** A time entry as the API shows it to the owner, with its client. */
export interface ModelEntry {
  id: string;
  userId: string;
  projectId: string;
  taskId: string;
  clientId: string | null;
  startedAt: string;
  durationSeconds: number;
  billableSeconds: number;
  amountMinor: number;
  costMinor: number;
  billable: boolean;
  rateMinor: number;
  rateSource: string;
  costRateSource: string;
  description: string;
  tags: string[];
  externalRef: string | null;
  source: EntrySource | null;
  version: number;
}

/** The data that a summary depends on. */
export interface Model {
  timeZone: string;
  weekStart: WeekDay;
  entries: ModelEntry[];
  teams: { id: string; memberIds: string[] }[];
  /** The names of projects, tasks, clients, teams and members by id, and of tags by their lower-case form. */
  names: Map<string, string>;
}

export interface ReportQuery {
  groupBy: Grouping[];
  interval?: Interval | undefined;
  weekStart?: WeekDay | undefined;
  tz?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  projectId?: string[] | undefined;
  taskId?: string[] | undefined;
  clientId?: string[] | undefined;
  userId?: string[] | undefined;
  teamId?: string[] | undefined;
  tag?: string[] | undefined;
  billable?: boolean | undefined;
  q?: string | undefined;
  externalRef?: string[] | undefined;
  source?: string[] | undefined;
}

/** The caller and the caller's rights. */
export type Asker = Pick<Caller, "userId"> & {
  /** Whether the caller sees all members' entries. For a lead, the ids of the members whose entries the lead sees. */
  seesOthers: boolean | string[];
  showsMoney: boolean | "amounts";
};

export function queryOf(query: Partial<ReportQuery>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (name === "groupBy" || !Array.isArray(value)) params.append(name, String(value));
    else for (const one of value) params.append(name, one);
  }
  return params.toString();
}

/** Computes the expected reply of GET /v1/reports/summary in the simplest way. */
export function summaryOf(model: Model, query: ReportQuery, asker: Asker): Json {
  const entries = matchingEntries(model, query, asker);
  return {
    from: query.from ?? null,
    to: query.to ?? null,
    tz: query.tz ?? model.timeZone,
    weekStart: query.weekStart ?? model.weekStart,
    groupBy: query.groupBy,
    currency: "EUR",
    ...(query.groupBy.some((grouping) => grouping === "tag" || grouping === "team") ? { overlapping: true } : {}),
    totals: sumsOf(entries, asker),
    groups: groupsOf(model, query, asker, entries, query.groupBy),
  };
}

export function matchingEntries(model: Model, query: ReportQuery, asker: Asker): ModelEntry[] {
  const tz = query.tz ?? model.timeZone;
  const anyOf = (values: string[] | undefined, value: string | null) =>
    values === undefined || (value !== null && values.includes(value));
  const users = query.userId?.map((id) => (id === "me" ? asker.userId : id));
  const ofTeams = query.teamId?.flatMap((id) => model.teams.find((team) => team.id === id)?.memberIds ?? []);
  const tags = query.tag?.map((tag) => tag.trim().toLowerCase());
  return model.entries.filter(
    (entry) =>
      sees(asker, entry.userId) &&
      anyOf(users, entry.userId) &&
      anyOf(ofTeams, entry.userId) &&
      anyOf(query.projectId, entry.projectId) &&
      anyOf(query.taskId, entry.taskId) &&
      anyOf(query.clientId, entry.clientId) &&
      anyOf(query.externalRef, entry.externalRef) &&
      anyOf(query.source, entry.source ?? "unknown") &&
      (tags === undefined || entry.tags.some((tag) => tags.includes(tag.toLowerCase()))) &&
      (query.billable === undefined || entry.billable === query.billable) &&
      (query.q === undefined || entry.description.toLowerCase().includes(query.q.toLowerCase())) &&
      (query.from === undefined || !isBefore(entry.startedAt, query.from, tz)) &&
      (query.to === undefined || !isAfter(entry.startedAt, query.to, tz)),
  );
}

function sees({ seesOthers, userId }: Asker, ownerId: string): boolean {
  return ownerId === userId || (Array.isArray(seesOthers) ? seesOthers.includes(ownerId) : seesOthers);
}

function isBefore(instant: string, from: string, tz: string): boolean {
  return from.includes("T") ? Date.parse(instant) < Date.parse(from) : dayOf(instant, tz) < from;
}

/** Whether `instant` is at or after the instant `to`, or after the day `to`. */
function isAfter(instant: string, to: string, tz: string): boolean {
  return to.includes("T") ? Date.parse(instant) >= Date.parse(to) : dayOf(instant, tz) > to;
}

const days = new Map<string, string>();

/**
 * Returns the day of an instant in a zone: the last day that has begun. If clocks go back across midnight, the repeated
 * hour belongs to the new day.
 */
export function dayOf(instant: string, tz: string): string {
  const name = `${instant} ${tz}`;
  const known = days.get(name);
  if (known !== undefined) return known;
  const at = Temporal.Instant.from(instant);
  let date = at.toZonedDateTimeISO(tz).toPlainDate().add({ days: 1 });
  while (Temporal.Instant.compare(date.toZonedDateTime({ timeZone: tz }).toInstant(), at) > 0)
    date = date.subtract({ days: 1 });
  days.set(name, date.toString());
  return date.toString();
}

function periodOf(day: string, interval: Interval, weekStart: WeekDay): string {
  let date = Temporal.PlainDate.from(day);
  switch (interval) {
    case "day":
      return day;
    case "week":
      // In Temporal, Monday is day 1 of the week.
      while (weekDays[date.dayOfWeek - 1] !== weekStart) date = date.subtract({ days: 1 });
      return date.toString();
    case "month":
      return date.toPlainYearMonth().toString();
    case "quarter":
      return `${date.year}-Q${[1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4][date.month - 1]}`;
    case "year":
      return String(date.year);
  }
}

function keysOf(model: Model, query: ReportQuery, grouping: Grouping, entry: ModelEntry): (string | null)[] {
  switch (grouping) {
    case "project":
      return [entry.projectId];
    case "task":
      return [entry.taskId];
    case "user":
      return [entry.userId];
    case "client":
      return [entry.clientId];
    case "source":
      return [entry.source];
    case "billable":
      return [String(entry.billable)];
    case "tag":
      return entry.tags.length === 0 ? [null] : entry.tags.map((tag) => tag.toLowerCase());
    case "team": {
      const teams = model.teams.filter(({ memberIds }) => memberIds.includes(entry.userId));
      return teams.length === 0 ? [null] : teams.map(({ id }) => id);
    }
    case "date": {
      const day = dayOf(entry.startedAt, query.tz ?? model.timeZone);
      return [periodOf(day, query.interval ?? "day", query.weekStart ?? model.weekStart)];
    }
  }
}

function groupsOf(
  model: Model,
  query: ReportQuery,
  asker: Asker,
  entries: ModelEntry[],
  [grouping, ...inner]: Grouping[],
): Json[] {
  if (grouping === undefined) return [];
  const byKey = new Map<string | null, ModelEntry[]>();
  for (const entry of entries) {
    for (const key of keysOf(model, query, grouping, entry)) byKey.set(key, [...(byKey.get(key) ?? []), entry]);
  }
  const groups: Json[] = [...byKey].map(([key, own]) => ({
    key,
    name: nameOf(model, grouping, key),
    ...sumsOf(own, asker),
    ...(inner.length === 0 ? {} : { groups: groupsOf(model, query, asker, own, inner) }),
  }));
  return groups.toSorted((a, b) => (grouping === "date" ? 0 : b.seconds - a.seconds) || compareKeys(a.key, b.key));
}

/** Sorts in ascending order of code points, with null last. */
function compareKeys(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function nameOf(model: Model, grouping: Grouping, key: string | null): string | null {
  if (key === null || grouping === "date") return key;
  if (grouping === "source") return nameOfSource(key);
  if (grouping === "billable") return key === "true" ? "Billable" : "Not billable";
  return model.names.get(key) ?? "is not known";
}

export function sumsOf(entries: ModelEntry[], { showsMoney }: Pick<Asker, "showsMoney">): Json {
  const sum = (of: (entry: ModelEntry) => number) => entries.reduce((sofar, entry) => sofar + of(entry), 0);
  return {
    seconds: sum((entry) => entry.durationSeconds),
    billableSeconds: sum((entry) => entry.billableSeconds),
    entries: entries.length,
    ...(showsMoney === false ? {} : moneyOf(entries, sum, showsMoney === true)),
  };
}

function moneyOf(entries: ModelEntry[], sum: (of: (entry: ModelEntry) => number) => number, withCosts: boolean): Json {
  const uncostedSeconds = sum((entry) => (entry.costRateSource === "none" ? entry.durationSeconds : 0));
  const products = entries.reduce(
    (all, { rateMinor, billableSeconds }) => all + BigInt(rateMinor * billableSeconds),
    0n,
  );
  return {
    amountMinor: sum((entry) => entry.amountMinor),
    exactAmountMinor: Number((products + 1800n) / 3600n),
    unratedSeconds: sum((entry) => (entry.rateSource === "none" ? entry.billableSeconds : 0)),
    ...(withCosts
      ? {
          costMinor: sum((entry) => entry.costMinor),
          marginMinor: uncostedSeconds > 0 ? null : sum((entry) => entry.amountMinor - entry.costMinor),
          uncostedSeconds,
        }
      : {}),
  };
}

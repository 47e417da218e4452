import { setImmediate as nextTurn } from "node:timers/promises";
import { safeInteger } from "#platform/database/column-types.ts";
import { type Database, type DatabasePool, type Sql, sql } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { dayMs } from "#platform/day-starts.ts";
import { type Bucket, listBuckets } from "./buckets.ts";
import { chooseSource } from "./choose-source.ts";
import { findExtent, type GroupRow, type GroupsQuestion, groupsStatement } from "./queries.ts";
import type { SummaryQuestion } from "./read-question.ts";
import type { Grouping } from "./schemas.ts";

const mostGroups = 10_000;

/** The statement of a summary: its groups are part 0; the parts after it hold what tags count twice. */
export interface Plan {
  groupBy: Grouping[];
  buckets: Bucket[] | undefined;
  statement(part: number, most?: number): Sql;
  /** For tags, where groups overlap: the first level, if it is not by tag itself, and the totals. */
  apart: Grouping[][];
}

export async function planSummary(db: Database, question: SummaryQuestion): Promise<Plan> {
  const { groupBy, organization } = question;
  const buckets = groupBy.includes("date") ? await readBuckets(db, question) : undefined;
  const filter = { ...question.filter, ...rangeOf(buckets) };
  const ask = (groups: Grouping[]): GroupsQuestion => {
    const periods = groups.includes("date") ? buckets : undefined;
    const source = chooseSource(groups, filter, periods);
    return { orgId: organization.id, groupBy: groups, filter, buckets: periods, source };
  };
  const apart: Grouping[][] = !groupBy.includes("tag") ? [] : groupBy[1] === "tag" ? [groupBy.slice(0, 1), []] : [[]];
  const firstLevel = groupBy[1] === "tag" && groupBy[0] !== "date" ? ask(groupBy.slice(0, 1)) : undefined;
  return {
    groupBy,
    buckets,
    apart,
    statement: (part, most) =>
      part === 0
        ? groupsStatement(ask(groupBy), part, { most, firstLevel })
        : groupsStatement(ask(apart[part - 1] ?? []), part, { most }),
  };
}

/** The periods from the first entry to the last, or of the range that was asked for. */
async function readBuckets(db: Database, question: SummaryQuestion): Promise<Bucket[]> {
  const { filter, organization, interval, timeZone, weekStart } = question;
  const isBounded = filter.from !== undefined && filter.to !== undefined;
  const extent = isBounded ? undefined : await findExtent(db, organization.id);
  if (!isBounded && extent === undefined) return [];
  // Whole days in UTC around the entries, so that the first and last period are not cut where no sum ends.
  const fromMs = filter.from === undefined ? Math.floor(msOf(extent?.first) / dayMs) * dayMs : msOf(filter.from);
  const toMs = filter.to === undefined ? (Math.floor(msOf(extent?.last) / dayMs) + 1) * dayMs : msOf(filter.to);
  return listBuckets(interval, timeZone, weekStart, fromMs, toMs);
}

function msOf(instant: string | undefined): number {
  return instant === undefined ? 0 : Date.parse(instant);
}

function rangeOf(buckets: Bucket[] | undefined): { from?: string; to?: string } {
  if (buckets === undefined) return {};
  const startMs = buckets[0]?.startMs ?? 0;
  const endMs = buckets.at(-1)?.endMs ?? startMs;
  return { from: new Date(startMs).toISOString(), to: new Date(endMs).toISOString() };
}

/** What is summed, as a reply shows it. */
export interface Sums {
  seconds: number;
  billableSeconds: number;
  entries: number;
  amountMinor?: number;
  costMinor?: number;
  marginMinor?: number;
}

export interface Group extends Sums {
  key: string | null;
  name: string | null;
  groups?: Group[];
}

/** The groups of a summary, nested, and their totals; throws 422 when there are more than a reply holds. */
export async function summarize(
  db: DatabasePool,
  question: SummaryQuestion,
  signal: AbortSignal,
): Promise<{ totals: Sums; groups: Group[] }> {
  const plan = await planSummary(db, question);
  const statements = [0, ...plan.apart.map((_, index) => index + 1)].map((part) =>
    plan.statement(part, mostGroups + 1),
  );
  const all = statements.map((statement) => sql`(${statement})`).reduce((sofar, one) => sql`${sofar} union all ${one}`);
  const rows = await db.query<GroupRow>(statements.length === 1 ? (statements[0] ?? all) : all, { signal });
  // The last rows were read in this turn of the event loop, and mapping many takes a turn of its own.
  if (rows.length > 1_000) await nextTurn();
  const leaves = rows.filter(({ part }) => part === 0);
  if (leaves.length > mostGroups) {
    throw new AppError(
      "too_many_groups",
      `The summary has more than ${mostGroups} groups. Narrow the range or the filters, or ask for format=csv.`,
    );
  }
  const toGroup = groupMapper(plan, question.showsMoney);
  const [firstLevel, totals] =
    plan.groupBy[1] === "tag" ? [rowsOf(rows, 1), rowsOf(rows, 2)] : [undefined, rowsOf(rows, 1)];
  const groups = plan.groupBy.length === 1 ? leaves.map((row) => toGroup(row, 1)) : nest(leaves, firstLevel, toGroup);
  if (rows.length > 1_000) await nextTurn();
  return {
    totals: plan.apart.length === 0 ? addUp(groups, question.showsMoney) : sumsOf(totals[0], question.showsMoney),
    groups,
  };
}

function rowsOf(rows: GroupRow[], part: number): GroupRow[] {
  return rows.filter((row) => row.part === part);
}

type ToGroup = (row: GroupRow, at: 1 | 2) => Group;

/** From a row to the group of its first or second key. */
export function groupMapper(plan: Pick<Plan, "groupBy" | "buckets">, showsMoney: boolean): ToGroup {
  return (row, at) => {
    const grouping = plan.groupBy[at - 1];
    const given = at === 1 ? row.key1 : row.key2;
    const key = grouping === "date" ? (plan.buckets?.[Number(given)]?.key ?? null) : given;
    const name = at === 1 ? row.name1 : row.name2;
    return { key, name: nameOf(grouping, key, name), ...sumsOf(row, showsMoney) };
  };
}

function nameOf(grouping: Grouping | undefined, key: string | null, name: string | null): string | null {
  if (grouping === "billable") return key === "true" ? "Billable" : "Not billable";
  return grouping === "date" || (grouping === "tag" && name === null) ? key : name;
}

function nest(leaves: GroupRow[], firstLevel: GroupRow[] | undefined, toGroup: ToGroup): Group[] {
  const byKey = new Map<unknown, { group: Group; groups: Group[] }>();
  const own = new Map(firstLevel?.map((row) => [row.key1, row]));
  for (const row of leaves) {
    const leaf = toGroup(row, 2);
    const known = byKey.get(row.key1);
    if (known === undefined) {
      byKey.set(row.key1, { group: toGroup(own.get(row.key1) ?? row, 1), groups: [leaf] });
    } else {
      if (firstLevel === undefined) add(known.group, leaf);
      known.groups.push(leaf);
    }
  }
  return [...byKey.values()].map(({ group, groups }) => ({ ...group, groups }));
}

const summed = ["seconds", "billableSeconds", "entries", "amountMinor", "costMinor", "marginMinor"] as const;

function add(to: Sums, more: Sums): void {
  for (const field of summed) {
    const value = more[field];
    if (value === undefined) continue;
    to[field] = safeInteger((to[field] ?? 0) + value);
  }
}

function addUp(groups: Group[], showsMoney: boolean): Sums {
  const totals = sumsOf(undefined, showsMoney);
  for (const group of groups) add(totals, group);
  return totals;
}

function sumsOf(row: GroupRow | undefined, showsMoney: boolean): Sums {
  const money = {
    amountMinor: row?.amount_minor ?? 0,
    costMinor: row?.cost_minor ?? 0,
    marginMinor: (row?.amount_minor ?? 0) - (row?.cost_minor ?? 0),
  };
  return {
    seconds: row?.seconds ?? 0,
    billableSeconds: row?.billable_seconds ?? 0,
    entries: row?.entries ?? 0,
    ...(showsMoney ? money : {}),
  };
}

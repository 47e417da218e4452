import { rowsOfJson, rowsOfTurn } from "#platform/process/row-counts.ts";
import { nextTurn } from "#platform/process/loop-turns.ts";
import { safeInteger } from "#platform/database/column-types.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import type { Money } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";
import { dayMs } from "#platform/days.ts";
import { type Bucket, listBuckets } from "./buckets.ts";
import { chooseSource } from "./choose-source.ts";
import { type GroupRow, type GroupsQuery, groupsStatement, listMonths } from "./queries.ts";
import { toAmounts, toMoney } from "./money-sums.ts";
import type { SummaryRequest } from "./summary-request.ts";
import type { Grouping } from "./groupings.ts";
import { noSums } from "./collect-sums.ts";
import { nameOfSource } from "#tracking/ledger/entry-sources/entry-sources.ts";

/** Whether one entry can belong to several groups of this grouping. */
export function overlaps(grouping: Grouping | undefined): boolean {
  return grouping === "tag" || grouping === "team";
}

/** The queries of a summary. Part 0 reads the groups; later parts read the sums of `apart`. */
export type Plan = Awaited<ReturnType<typeof planSummary>>;

export async function planSummary(db: Database, summary: SummaryRequest) {
  const { groupBy, organization } = summary;
  const buckets = groupBy.includes("date") ? await readBuckets(db, summary) : undefined;
  const filter = { ...summary.filter, ...rangeOf(buckets) };
  const ask = (groups: Grouping[]): GroupsQuery => {
    const periods = groups.includes("date") ? buckets : undefined;
    const source = chooseSource(groups, filter, periods);
    return { orgId: organization.id, groupBy: groups, filter, teamIds: summary.teamIds, buckets: periods, source };
  };
  const [first, second] = groupBy;
  const apart: Grouping[][] = overlaps(second) ? [groupBy.slice(0, 1), []] : overlaps(first) ? [[]] : [];
  const firstLevel = overlaps(second) && first !== "date" ? ask(groupBy.slice(0, 1)) : undefined;
  return {
    groupBy,
    buckets,
    /**
     * Groupings that need queries of their own. Groups by tag or team overlap, so adding them up would count entries
     * twice: the totals are read separately, and so is the first level if the second level overlaps.
     */
    apart,
    statement: (part: number, most?: number): Sql =>
      part === 0
        ? groupsStatement(ask(groupBy), part, { most, firstLevel })
        : groupsStatement(ask(apart[part - 1] ?? []), part, { most }),
  };
}

/**
 * The sums of all entries of a summary. Throws 422 if a sum is too large to be exact, so that a query fails in every
 * format or in none.
 */
export async function sumAll(db: Database, summary: SummaryRequest): Promise<ShownSums> {
  const { statement } = await planSummary(db, { ...summary, groupBy: [] });
  const [row = noSums] = await db.query<GroupRow>(statement(0));
  toMoney(row);
  return toShown(row, summary.money);
}

/** The periods of the requested range in or next to months with entries. */
async function readBuckets(db: Database, summary: SummaryRequest): Promise<Bucket[]> {
  const { filter, organization, interval, timeZone, weekStart } = summary;
  const fromMs = filter.from === undefined ? -Infinity : Date.parse(filter.from);
  const toMs = filter.to === undefined ? Infinity : Date.parse(filter.to);
  const buckets: Bucket[] = [];
  for (const range of toRanges(await listMonths(db, organization.id))) {
    // Extends the range by whole UTC days, so that even a period clipped to the range starts and ends where stored sums
    // do.
    const start = Math.max(range.startMs - dayMs, fromMs);
    const end = Math.min(range.endMs + dayMs, toMs);
    for (const bucket of listBuckets(interval, timeZone, weekStart, start, end)) {
      const last = buckets.at(-1);
      if (last?.key === bucket.key) last.endMs = bucket.endMs;
      else buckets.push(bucket);
    }
  }
  return buckets;
}

/** Merges consecutive UTC months. */
function toRanges(months: string[]): { startMs: number; endMs: number }[] {
  const ranges: { startMs: number; endMs: number }[] = [];
  for (const month of months) {
    const start = new Date(month);
    const startMs = start.getTime();
    const endMs = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
    const last = ranges.at(-1);
    if (last?.endMs === startMs) last.endMs = endMs;
    else ranges.push({ startMs, endMs });
  }
  return ranges;
}

function rangeOf(buckets: Bucket[] | undefined): { from?: string; to?: string } {
  if (buckets === undefined) return {};
  const startMs = buckets[0]?.startMs ?? 0;
  const endMs = buckets.at(-1)?.endMs ?? startMs;
  return { from: new Date(startMs).toISOString(), to: new Date(endMs).toISOString() };
}

export interface ShownSums extends Partial<ReturnType<typeof toMoney>> {
  seconds: number;
  billableSeconds: number;
  entries: number;
}

export interface Group extends ShownSums {
  key: string | null;
  name: string | null;
  groups?: Group[];
}

/**
 * Returns the nested groups of a summary and their totals. Throws 422 if there are more groups than a reply may
 * contain.
 */
export async function summarize(
  db: Database,
  summary: SummaryRequest,
): Promise<{ totals: ShownSums; groups: Group[] }> {
  const plan = await planSummary(db, summary);
  const statements = [0, ...plan.apart.map((_, index) => index + 1)].map((part) =>
    plan.statement(part, rowsOfJson + 1),
  );
  const all = statements.map((statement) => sql`(${statement})`).reduce((sofar, one) => sql`${sofar} union all ${one}`);
  const rows = await db.query<GroupRow>(statements.length === 1 ? (statements[0] ?? all) : all);
  // Parsing this many rows has already blocked the event loop, so map them in its next turn.
  if (rows.length > 1_000) await nextTurn();
  const leaves = rows.filter(({ part }) => part === 0);
  if (leaves.length > rowsOfJson) {
    throw new AppError(
      "too_many_groups",
      `The summary has more than ${rowsOfJson} groups. Narrow the range or the filters, or ask for format=csv.`,
    );
  }
  const toGroup = groupMapper(plan, summary.money);
  const [firstLevel, totals] = overlaps(plan.groupBy[1])
    ? [rowsOf(rows, 1), rowsOf(rows, 2)]
    : [undefined, rowsOf(rows, 1)];
  const groups =
    plan.groupBy.length === 1 ? leaves.map((row) => toGroup(row, 1)) : await nest(leaves, firstLevel, toGroup);
  if (rows.length > 1_000) await nextTurn();
  const total = plan.apart.length === 0 ? addUp(leaves) : (totals[0] ?? noSums);
  return { totals: toShown(total, summary.money), groups };
}

function rowsOf(rows: GroupRow[], part: number): GroupRow[] {
  return rows.filter((row) => row.part === part);
}

type ToGroup = (row: GroupRow, at: 1 | 2) => Group;

/** Returns a function that maps a row to the group of its first or second key. */
export function groupMapper(plan: Pick<Plan, "groupBy" | "buckets">, money: Money): ToGroup {
  return (row, at) => {
    const grouping = plan.groupBy[at - 1];
    const given = at === 1 ? row.key1 : row.key2;
    const key = grouping === "date" ? (plan.buckets?.[Number(given)]?.key ?? null) : given;
    const name = at === 1 ? row.name1 : row.name2;
    return { key, name: nameOf(grouping, key, name), ...toShown(row, money) };
  };
}

function nameOf(grouping: Grouping | undefined, key: string | null, name: string | null): string | null {
  if (grouping === "billable") return key === "true" ? "Billable" : "Not billable";
  if (grouping === "source") return nameOfSource(key);
  return grouping === "date" || (grouping === "tag" && name === null) ? key : name;
}

/**
 * Groups the leaves by their first key, and adds up each group. If groups overlap, the sums come from `firstLevel`
 * instead. Long lists are mapped over several turns of the event loop.
 */
async function nest(leaves: GroupRow[], firstLevel: GroupRow[] | undefined, toGroup: ToGroup): Promise<Group[]> {
  const own = new Map(firstLevel?.map((row) => [row.key1, row]));
  const groups: Group[] = [];
  let mapped = 0;
  for (const [key, rows] of Map.groupBy(leaves, ({ key1 }) => key1)) {
    const [row] = rows;
    if (row === undefined) throw new Error("a group has no row");
    const first = own.get(key) ?? { ...row, ...addUp(rows) };
    groups.push({ ...toGroup(first, 1), groups: rows.map((leaf) => toGroup(leaf, 2)) });
    mapped += rows.length;
    if (mapped < rowsOfTurn) continue;
    mapped = 0;
    await nextTurn();
  }
  return groups;
}

const summed = [
  "seconds",
  "billable_seconds",
  "entries",
  "amount_minor",
  "unrated_seconds",
  "cost_minor",
  "costed_seconds",
  "amount_rest",
] as const;
type GroupSums = Pick<GroupRow, (typeof summed)[number]>;

function addUp(rows: GroupRow[]): GroupSums {
  const totals: GroupSums = { ...noSums };
  for (const row of rows) for (const field of summed) totals[field] = safeInteger(totals[field] + row[field]);
  return totals;
}

function toShown(sums: GroupSums, money: Money): ShownSums {
  return {
    seconds: sums.seconds,
    billableSeconds: sums.billable_seconds,
    entries: sums.entries,
    ...(money === "all" ? toMoney(sums) : money === "amounts" ? toAmounts(sums) : {}),
  };
}

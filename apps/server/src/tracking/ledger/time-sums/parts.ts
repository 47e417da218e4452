import { join, raw, type Sql, sql } from "#platform/database/database.ts";
import type { BucketPiece } from "./pieces.ts";
import { matching, type TimeEntryFilter, noFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { allKeys, type Cube, type Measure, measuresOf, type SumKey } from "./cubes.ts";
import { findRuns, type Run } from "./find-runs.ts";
import { mapIntervals } from "./map-intervals.ts";

/** The filters that the stored sums support. */
export type SumFilter = Pick<TimeEntryFilter, "projectIds" | "clientIds" | "userIds" | "taskIds" | "hidden">;

export const ofAll: SumFilter = noFilter;

export function ofProjects(projectIds: string[]): SumFilter {
  return { ...ofAll, projectIds };
}

export interface PartsQuestion {
  orgId: string;
  cube: Cube;
  pieces: BucketPiece[];
  filter: SumFilter;
  /** Only the requested measures, because fewer are faster to read. */
  measures: readonly Measure[];
}

function instant(ms: number | null, unbounded: "-infinity" | "infinity"): string {
  return ms === null ? unbounded : new Date(ms).toISOString();
}

/** Formats an array parameter whose values need no quotes. The driver would escape thousands of values one by one. */
export function array(values: (string | number)[]): string {
  return `{${values.join(",")}}`;
}

function instants(values: number[]): string {
  return array(values.map(shortInstant));
}

// Omits seconds of 0: a report by day sends and parses thousands of instants, most of which are whole minutes.
function shortInstant(ms: number): string {
  const text = new Date(ms).toISOString();
  return ms % 60_000 === 0 ? `${text.slice(0, 16)}Z` : text;
}

/** SQL for the pieces, as the table `p`. */
export function arrays(pieces: BucketPiece[]): Sql {
  const levels = array(pieces.map(({ level }) => level));
  const starts = array(pieces.map(({ fromMs }) => instant(fromMs, "-infinity")));
  const ends = array(pieces.map(({ toMs }) => instant(toMs, "infinity")));
  return sql`
    unnest(${levels}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[], ${array(pieces.map(({ sign }) => sign))}::integer[],
           ${array(pieces.map(({ bucket }) => bucket))}::integer[]) as p (level, from_at, to_at, sign, bucket)`;
}

function whereSums(orgId: string, { projectIds, clientIds, userIds, taskIds, hidden }: SumFilter, alias: string): Sql {
  return matching(orgId, { ...noFilter, projectIds, clientIds, userIds, taskIds, hidden }, alias);
}

/**
 * SQL for rows with the columns `bucket`, the cube's keys and the measures. Together, the rows add up to the filtered
 * entries in the pieces. They come from the sums, the pending deltas and, for pieces shorter than the finest level,
 * entries. See report-statements/ for complete examples.
 */
export function partsOf(question: PartsQuestion): Sql {
  const kept = question.pieces.filter(({ level }) => level !== "entries");
  const fromEntries = question.pieces.filter(({ level }) => level === "entries");
  const { runs, rest } = findRuns(kept);
  const [run] = runs;
  // The common case: for days in a time zone whose offset is whole hours, all pieces form a single run, which needs no
  // interval maps.
  if (run?.sign === 1 && run.bounds.length === question.pieces.length + 1) {
    const bounds = instants(run.bounds);
    return sql`${ofRun(question, run, bounds)} union all ${deltasOfRun(question, run, bounds)}`;
  }
  const parts = [
    ...runs.map((each) => ofRun(question, each, instants(each.bounds))),
    ...(rest.length === 0 ? [] : [ofPieces(question, rest)]),
    ...(kept.length === 0 ? [] : [ofDeltas(question, kept)]),
    ...(fromEntries.length === 0 ? [] : [ofEntries(question, fromEntries)]),
  ];
  return join(parts, " union all ");
}

/** SQL for the bucket of an instant in a run. */
function bucketIn({ firstBucket }: Run, bounds: string, column: Sql): Sql {
  return sql`width_bucket(${column}, ${bounds}::timestamptz[]) - 1 + ${firstBucket}::integer as bucket`;
}

function withinRun({ bounds }: Run, column: Sql): Sql {
  const ends = [bounds[0] ?? 0, bounds.at(-1) ?? 0].map((ms) => new Date(ms).toISOString());
  return sql`${column} >= ${ends[0]}::timestamptz and ${column} < ${ends[1]}::timestamptz`;
}

/** Reads adjacent periods of one level in a single scan. The run's bounds determine each row's bucket. */
function ofRun({ orgId, cube, filter, measures }: PartsQuestion, run: Run, bounds: string): Sql {
  const startsAt = raw("s.starts_at");
  const columns = measures.map((name) => (run.sign === 1 ? `s.${name}` : `-s.${name} as ${name}`)).join(", ");
  return sql`
    select ${bucketIn(run, bounds, startsAt)}, ${keysOf(cube, "s")}, ${raw(columns)}
      from time_sums s
     where s.org_id = ${orgId} and s.cube = ${cube.name} and s.level = ${run.level} and ${withinRun(run, startsAt)}
           ${whereSums(orgId, filter, "s")}`;
}

function deltasOfRun({ orgId, cube, filter, measures }: PartsQuestion, run: Run, bounds: string): Sql {
  const startedAt = raw("d.started_at");
  return sql`
    select ${bucketIn(run, bounds, startedAt)}, ${keysOf(cube, "d")}, ${measuresOf("d", sql`d.sign`, measures)}
      from ${rowsOf(cube, sql`time_sum_deltas`)} d
     where d.org_id = ${orgId} and ${withinRun(run, startedAt)} ${whereSums(orgId, filter, "d")}`;
}

// `offset 0` forces an index scan per piece, because the planner cannot know how few rows each piece has.
function ofPieces({ orgId, cube, filter, measures }: PartsQuestion, pieces: BucketPiece[]): Sql {
  return sql`
    select p.bucket, ${keysOf(cube, "s")}, ${raw(measures.map((name) => `p.sign * s.${name} as ${name}`).join(", "))}
      from ${arrays(pieces)}
     cross join lateral (
       select * from time_sums s
        where s.org_id = ${orgId} and s.cube = ${cube.name} and s.level = p.level
          and s.starts_at >= p.from_at and s.starts_at < p.to_at ${whereSums(orgId, filter, "s")} offset 0) s`;
}

/** Reads each delta once, however many pieces there are, because each interval's weights are known in advance. */
function ofDeltas({ orgId, cube, filter, measures }: PartsQuestion, pieces: BucketPiece[]): Sql {
  const { bounds, shares } = mapIntervals(pieces);
  return sql`
    select i.bucket, ${keysOf(cube, "d")}, ${measuresOf("d", sql`(i.weight * d.sign)`, measures)}
      from ${rowsOf(cube, sql`time_sum_deltas`)} d
      join unnest(${array(shares.map(({ interval }) => interval))}::integer[], ${array(shares.map(({ bucket }) => bucket))}::integer[],
                  ${array(shares.map(({ weight }) => weight))}::integer[]) as i (number, bucket, weight)
        on i.number = width_bucket(d.started_at, ${instants(bounds)}::timestamptz[])
     where d.org_id = ${orgId} ${whereSums(orgId, filter, "d")}`;
}

function ofEntries({ orgId, cube, filter, measures }: PartsQuestion, pieces: BucketPiece[]): Sql {
  return sql`
    select p.bucket, ${keysOf(cube, "e")}, ${measuresOf("e", sql`p.sign`, measures)}
      from ${arrays(pieces)}
     cross join lateral (
       select * from ${rowsOf(cube, sql`time_entries`)} e
        where e.org_id = ${orgId} and e.started_at >= p.from_at and e.started_at < p.to_at
          and e.deleted_at is null ${whereSums(orgId, filter, "e")} offset 0) e`;
}

function keysOf(cube: Cube, alias: string): Sql {
  const key = (name: SumKey) => (cube.keys.includes(name) ? `${alias}.${name}` : `''::text as ${name}`);
  return raw(allKeys.map(key).join(", "));
}

/** The rows of `source`. For a cube by tag, one row per tag, or one with '' if there is no tag. */
function rowsOf(cube: Cube, source: Sql): Sql {
  if (!cube.keys.includes("tag_key")) return source;
  return sql`(select r.*, t.tag_key from ${source} r cross join lateral unnest(coalesce(nullif(r.tag_keys, '{}'), '{""}')) as t (tag_key))`;
}

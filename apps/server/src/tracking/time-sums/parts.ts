import { join, raw, type Sql, sql } from "#platform/database/database.ts";
import { matching, type TimeEntryFilter } from "#tracking/time-entries/queries.ts";
import { allKeys, type Cube, measures, measuresOf, type SumKey } from "./cubes.ts";
import type { Piece } from "#tracking/reports/pieces.ts";

/** A piece of the range of one bucket; the bucket's number is the caller's. */
export interface BucketPiece extends Piece {
  bucket: number;
}

/** What of a filter the sums can answer. */
export type SumFilter = Pick<TimeEntryFilter, "projectIds" | "clientIds" | "userIds" | "taskIds">;

function arrays(pieces: BucketPiece[]): Sql {
  const instant = (ms: number | null, unbounded: string) => (ms === null ? unbounded : new Date(ms).toISOString());
  return sql`
    unnest(${pieces.map(({ level }) => level)}::text[], ${pieces.map(({ fromMs }) => instant(fromMs, "-infinity"))}::timestamptz[],
           ${pieces.map(({ toMs }) => instant(toMs, "infinity"))}::timestamptz[], ${pieces.map(({ sign }) => sign)}::integer[],
           ${pieces.map(({ bucket }) => bucket)}::integer[]) as p (level, from_at, to_at, sign, bucket)`;
}

function whereSums(orgId: string, filter: SumFilter, alias: string): Sql {
  const none = {
    tags: undefined,
    billable: undefined,
    from: undefined,
    to: undefined,
    q: undefined,
    externalRefs: undefined,
  };
  return matching(orgId, { ...filter, ...none }, alias);
}

/**
 * Rows of `bucket`, the cube's keys and the measures, which add up to the entries in the pieces that the filter lets
 * through: from the sums, from the deltas that they do not hold yet, and from the entries themselves where a piece is
 * shorter than the finest level.
 */
export function partsOf(orgId: string, cube: Cube, pieces: BucketPiece[], filter: SumFilter): Sql {
  const kept = pieces.filter(({ level }) => level !== "entries");
  const fromEntries = pieces.filter(({ level }) => level === "entries");
  const parts: Sql[] = [];
  if (kept.length > 0) {
    const signed = raw(measures.map((name) => `p.sign * s.${name} as ${name}`).join(", "));
    parts.push(
      sql`select p.bucket, ${keysOf(cube, "s")}, ${signed}
            from ${arrays(kept)}
            join time_sums s on s.org_id = ${orgId} and s.cube = ${cube.name} and s.level = p.level
                            and s.starts_at >= p.from_at and s.starts_at < p.to_at ${whereSums(orgId, filter, "s")}`,
      sql`select p.bucket, ${keysOf(cube, "d")}, ${measuresOf("d", sql`(p.sign * d.sign)`)}
            from ${arrays(kept)}
            join ${rowsOf(cube, sql`time_sum_deltas`)} d on d.org_id = ${orgId} and d.started_at >= p.from_at and d.started_at < p.to_at
                            ${whereSums(orgId, filter, "d")}`,
    );
  }
  if (fromEntries.length > 0) {
    parts.push(
      sql`select p.bucket, ${keysOf(cube, "e")}, ${measuresOf("e", sql`p.sign`)}
            from ${arrays(fromEntries)}
            join ${rowsOf(cube, sql`time_entries`)} e on e.org_id = ${orgId} and e.started_at >= p.from_at and e.started_at < p.to_at
                            and e.deleted_at is null ${whereSums(orgId, filter, "e")}`,
    );
  }
  return join(parts, " union all ");
}

function keysOf(cube: Cube, alias: string): Sql {
  const key = (name: SumKey) => (cube.keys.includes(name) ? `${alias}.${name}` : `''::text as ${name}`);
  return raw(allKeys.map(key).join(", "));
}

/** Rows of entries, once for each tag where the cube is by tag; '' stands for none. */
function rowsOf(cube: Cube, table: Sql): Sql {
  if (!cube.keys.includes("tag_key")) return table;
  return sql`(select r.*, t.tag_key from ${table} r cross join lateral unnest(coalesce(nullif(r.tag_keys, '{}'), '{""}')) as t (tag_key))`;
}

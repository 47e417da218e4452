import { raw, type Sql, sql } from "#platform/database/database.ts";
import { type Cube, type Measure, measuresOf } from "./cubes.ts";
import { array, arrays } from "./parts.ts";
import type { BucketPiece } from "./pieces.ts";

interface ProjectPartsQuestion {
  orgId: string;
  cube: Cube;
  pieces: BucketPiece[];
  /** The buckets to read of each project. */
  asked: { projectId: string; bucket: number }[];
  measures: readonly Measure[];
}

/**
 * Like `partsOf`, but for projects with different buckets. Joins each project to its own pieces, because reading every
 * piece for all projects would take quadratic time: in a thousand projects, budgets can have a thousand first days.
 */
export function partsOfProjects({ orgId, cube, pieces, asked, measures }: ProjectPartsQuestion): Sql {
  const projectIds = asked.map(({ projectId }) => projectId);
  const buckets = array(asked.map(({ bucket }) => bucket));
  const isWithin = (column: string) => raw(`${column} >= a.from_at and ${column} < a.to_at`);
  const isAsked = sql`project_id = any(${[...new Set(projectIds)]})`;
  const kept = pieces.filter(({ level }) => level !== "entries");
  // Reads each stored sum once, even if it is in many pieces. `offset 0` forces an index scan per range.
  return sql`
    with a as materialized (
      select r.project_id, p.bucket, p.level, p.from_at, p.to_at, p.sign
        from unnest(${projectIds}::text[], ${buckets}::integer[]) as r (project_id, bucket)
        join ${arrays(pieces)} on p.bucket = r.bucket)
    select a.bucket, a.project_id, ${raw(measures.map((name) => `a.sign * s.${name} as ${name}`).join(", "))}
      from ${arrays(mergePieces(kept))}
     cross join lateral (
       select * from time_sums
        where org_id = ${orgId} and cube = ${cube.name} and level = p.level
          and starts_at >= p.from_at and starts_at < p.to_at and ${isAsked} offset 0) s
      join a on a.project_id = s.project_id and a.level = s.level and ${isWithin("s.starts_at")}
     union all
    select a.bucket, a.project_id, ${measuresOf("d", sql`(a.sign * d.sign)`, measures)}
      from time_sum_deltas d
      join a on a.project_id = d.project_id and a.level <> 'entries' and ${isWithin("d.started_at")}
     where d.org_id = ${orgId}
     union all
    select a.bucket, a.project_id, ${measuresOf("e", sql`a.sign`, measures)}
      from a
     cross join lateral (
       select * from time_entries
        where org_id = ${orgId} and project_id = a.project_id and ${isWithin("started_at")} and deleted_at is null offset 0) e
     where a.level = 'entries'`;
}

/** The union of each level's pieces, as pieces that don't overlap. */
function mergePieces(pieces: BucketPiece[]): BucketPiece[] {
  const merged: BucketPiece[] = [];
  for (const ofLevel of Map.groupBy(pieces, ({ level }) => level).values()) {
    let last: BucketPiece | undefined;
    for (const piece of ofLevel.toSorted((a, b) => (a.fromMs ?? -Infinity) - (b.fromMs ?? -Infinity))) {
      if (last === undefined || (last.toMs ?? Infinity) < (piece.fromMs ?? -Infinity)) {
        last = { ...piece, sign: 1, bucket: 0 };
        merged.push(last);
      } else if (last.toMs !== null && (piece.toMs === null || piece.toMs > last.toMs)) {
        last.toMs = piece.toMs;
      }
    }
  }
  return merged;
}

import { type Actor, seesMoney } from "#identity/access.ts";
import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import { withFigures } from "#platform/http/replies/etag.ts";
import { cubes } from "#tracking/ledger/time-sums/cubes.ts";
import { ofAll, ofProjects, partsOf } from "#tracking/ledger/time-sums/parts.ts";
import { splitRange } from "#tracking/ledger/time-sums/pieces.ts";

/** The figures of a project or client; empty if the reader may not see amounts. */
export interface Unbilled {
  unbilledAmountMinor?: number;
  unbilledSeconds?: number;
}

/**
 * Returns a function that looks up the unbilled amount and seconds of a project or client by id. Its results are empty
 * if the actor may not see amounts.
 */
export async function readUnbilled(
  db: Database,
  actor: Actor,
  of: { projectIds: string[] } | { clientIds: string[] },
): Promise<(id: string) => Unbilled> {
  if (!seesMoney(actor)) return () => ({});
  const rows = await listUnbilled(db, actor.orgId, of);
  const found = new Map(rows.map((row) => [row.id, row]));
  return (id) => ({
    unbilledAmountMinor: found.get(id)?.amount_minor ?? 0,
    unbilledSeconds: found.get(id)?.billable_seconds ?? 0,
  });
}

/** The ETag of a reply that includes these figures. */
export function tagWith(etag: string, { unbilledAmountMinor, unbilledSeconds }: Unbilled): string {
  if (unbilledAmountMinor === undefined || unbilledSeconds === undefined) return etag;
  return withFigures(etag, [unbilledAmountMinor, unbilledSeconds]);
}

/** Caps a sum at the largest integer that JSON represents exactly, so that a large sum never makes a list fail. */
function largestExact(sum: string): Sql {
  return sql`least(${raw(sum)}, ${Number.MAX_SAFE_INTEGER}::bigint)::bigint`;
}

interface UnbilledRow {
  id: string;
  amount_minor: number;
  billable_seconds: number;
}

/**
 * Subtracts billed entries from the stored sums of all entries, so the running time of the query does not grow with the
 * number of entries. The difference is exact, because billed entries cannot change.
 */
function listUnbilled(
  db: Database,
  orgId: string,
  of: { projectIds: string[] } | { clientIds: string[] },
): Promise<UnbilledRow[]> {
  const cube = cubes.find(({ name }) => name === "project");
  if (cube === undefined) throw new Error("the cube by project is missing");
  const pieces = splitRange(null, null, cube.levels).map((piece) => ({ ...piece, bucket: 0 }));
  const filter = "projectIds" in of ? ofProjects(of.projectIds) : { ...ofAll, clientIds: of.clientIds };
  const parts = partsOf({ orgId, cube, pieces, filter, measures: ["billable_seconds", "amount_minor"] });
  const ofThese =
    "projectIds" in of
      ? sql`project_id = any(${of.projectIds})`
      : sql`project_id in (select id from projects where org_id = ${orgId} and client_id = any(${of.clientIds}))`;
  // Adds up each project first: joining every row to its project took longer than everything else.
  const ofProject = sql`
    select project_id, sum(amount_minor) as amount_minor, sum(billable_seconds) as billable_seconds
      from (select project_id, sum(amount_minor) as amount_minor, sum(billable_seconds) as billable_seconds
              from (${parts}) all_entries group by project_id
             union all
            select project_id, -sum(amount_minor), -sum(billable_seconds)
              from billing_batch_projects where org_id = ${orgId} and ${ofThese} group by project_id) both_sums
     group by project_id`;
  if ("projectIds" in of)
    return db.query<UnbilledRow>(sql`
      select project_id as id, ${largestExact("amount_minor")} as amount_minor, ${largestExact("billable_seconds")} as billable_seconds
        from (${ofProject}) s`);
  return db.query<UnbilledRow>(sql`
    select p.client_id as id, ${largestExact("sum(s.amount_minor)")} as amount_minor,
           ${largestExact("sum(s.billable_seconds)")} as billable_seconds
      from (${ofProject}) s join projects p on p.org_id = ${orgId} and p.id = s.project_id
     group by p.client_id`);
}

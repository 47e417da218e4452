import { type Actor, seesMoney } from "#identity/access.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { withFigures } from "#platform/http/etag.ts";
import { Type } from "#platform/http/type/type.ts";
import { cubes } from "#tracking/time-sums/cubes.ts";
import { ofAll, ofProjects, partsOf } from "#tracking/time-sums/parts.ts";
import { splitRange } from "#tracking/time-sums/pieces.ts";

/** Absent without `costs:read`, and in events and lists of changes. */
export const unbilledFields = {
  unbilledAmountMinor: Type.Optional(
    Type.Integer({
      description:
        "The amount of its billable entries that no billing batch has billed, in minor units. Only with `costs:read`, and not in events and lists of changes, because entries change it.",
    }),
  ),
  unbilledSeconds: Type.Optional(
    Type.Integer({ description: "The `billableSeconds` of these entries, shown in the same way." }),
  ),
};

/** The figures of one project or client; empty for readers who see no money. */
export interface Unbilled {
  unbilledAmountMinor?: number;
  unbilledSeconds?: number;
}

/** What is unbilled in each of the projects, or of the clients' projects, as far as the actor sees money. */
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

/** The ETag of a representation with these figures. */
export function tagWith(etag: string, { unbilledAmountMinor, unbilledSeconds }: Unbilled): string {
  if (unbilledAmountMinor === undefined || unbilledSeconds === undefined) return etag;
  return withFigures(etag, [unbilledAmountMinor, unbilledSeconds]);
}

interface UnbilledRow {
  id: string;
  amount_minor: number;
  billable_seconds: number;
}

/**
 * The stored sums of all entries minus those of the billed ones, so that it takes as long for a million entries as for a
 * thousand. The difference is exact because a billed entry cannot change.
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
  const id = "projectIds" in of ? sql`s.project_id` : sql`p.client_id`;
  const project =
    "projectIds" in of
      ? sql`where s.project_id = any(${of.projectIds})`
      : sql`join projects p on p.org_id = ${orgId} and p.id = s.project_id where p.client_id = any(${of.clientIds})`;
  return db.query<UnbilledRow>(sql`
    select ${id} as id, sum(s.amount_minor)::bigint as amount_minor, sum(s.billable_seconds)::bigint as billable_seconds
      from (select project_id, billable_seconds, amount_minor from (${parts}) all_entries
             union all
            select project_id, -billable_seconds, -amount_minor from billing_batch_projects where org_id = ${orgId}) s
      ${project}
     group by 1`);
}

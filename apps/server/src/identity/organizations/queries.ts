import { assignments, namesOf, nextVersion, valuesOf } from "#platform/database/columns.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { RowOf } from "#platform/fields/shown.ts";
import type { Approvals } from "./approvals.ts";
import type { RulesInForce } from "./entry-rules.ts";
import type { Organization } from "./schemas.ts";

export type OrganizationRow = RowOf<Omit<Organization, "entryRules" | "approvals">> & {
  /** The first instant of the lock date in the organization's time zone. */
  locked_before: string | null;
  /** Null if all rules are off. */
  entry_rules: RulesInForce | null;
  /** Null if members don't submit timesheets. */
  approvals: Approvals | null;
  /** Whether approvals were ever on: if so, there may be timesheets even while approvals are off. */
  has_timesheets: boolean;
  purge_started_at: string | null;
};

export async function findOrganization(db: Database, orgId: string, lock?: Sql): Promise<OrganizationRow | undefined> {
  const [row] = await db.query<OrganizationRow>(sql`select * from organizations where id = ${orgId} ${lock ?? sql``}`);
  return row;
}

export async function insertOrganization(
  db: Database,
  organization: Pick<OrganizationRow, "id" | "name" | "currency" | "time_zone">,
): Promise<OrganizationRow> {
  const rows = await db.query<OrganizationRow>(sql`
    insert into organizations (${namesOf(organization)}) values (${valuesOf(organization)}) returning *`);
  return one(rows);
}

export async function updateOrganization(
  db: Database,
  orgId: string,
  columns: Partial<OrganizationRow>,
): Promise<OrganizationRow> {
  const rows = await db.query<OrganizationRow>(
    sql`update organizations set ${assignments(columns)}, ${nextVersion} where id = ${orgId} returning *`,
  );
  return one(rows);
}

/** Stores the first instant of the lock date. Returns the organization if the instant changed. */
export async function updateLockedBefore(
  db: Database,
  orgId: string,
  lockedBefore: string,
): Promise<OrganizationRow | undefined> {
  const [row] = await db.query<OrganizationRow>(sql`
    update organizations
       set locked_before = ${lockedBefore}, ${nextVersion}
     where id = ${orgId} and locked_before <> ${lockedBefore}
    returning *`);
  return row;
}

export async function hasOrganization(db: Database): Promise<boolean> {
  const rows = await db.query(sql`select id from organizations limit 1`);
  return rows.length > 0;
}

/** Counts the organizations, but only up to 2. */
export async function countOrganizations(db: Database): Promise<number> {
  return (await db.query(sql`select id from organizations limit 2`)).length;
}

export async function lockFirstOrganization(db: Database): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended('first organization', 0))`);
}

export async function listOrganizationIds(db: Database): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from organizations where purge_started_at is null order by id`,
  );
  return rows.map((row) => row.id);
}

export interface ListedOrganization {
  id: string;
  name: string;
  members: number;
  createdAt: string;
  deletesAt: string | null;
}

export async function listOrganizations(db: Database): Promise<ListedOrganization[]> {
  return db.query<ListedOrganization>(sql`
    select id, name, (select count(*) from members where org_id = organizations.id and deactivated_at is null) as members,
           created_at as "createdAt", deletes_at as "deletesAt"
      from organizations order by id`);
}

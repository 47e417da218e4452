import { type Database, join, raw, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";

export async function listEndedOrganizations(db: Database, endedBefore: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from organizations where deletes_at <= ${endedBefore} order by id`,
  );
  return rows.map((row) => row.id);
}

/**
 * Makes the deletion final: from now on, the organization's keys are refused. Returns false if the deletion was
 * cancelled.
 */
export async function beginPurge(db: Database, orgId: string, endedBefore: string): Promise<boolean> {
  const rows = await db.query(sql`
    update organizations set purge_started_at = coalesce(purge_started_at, clock_timestamp())
     where id = ${orgId} and deletes_at <= ${endedBefore}
    returning id`);
  return rows.length > 0;
}

/** Acquires the organization's purge lock until the transaction ends. Returns false if another node has it. */
export async function claimPurge(tx: Transaction, orgId: string): Promise<boolean> {
  const rows = await tx.query<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('purge ' || ${orgId}, 0)) as taken`,
  );
  return one(rows).taken;
}

/** Deletes up to `most` of the organization's rows in a table. Returns the number of deleted rows. */
export async function deleteTenantRows(tx: Transaction, orgId: string, table: string, most: number): Promise<number> {
  // A trigger forbids deleting change rows unless this setting names the organization.
  await tx.query(sql`select set_config('stint.purge', ${orgId}, true)`);
  // Purges of two organizations must not delete members concurrently: each would assume that a shared person still
  // belongs to the other organization, and neither would delete that person.
  if (table === "members") await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('purge people', 0))`);
  const rows = await tx.query<{ rows: number }>(
    table === "members"
      ? deleteMembers(orgId, most)
      : sql`
        with gone as (
          delete from ${raw(table)}
           where org_id = ${orgId}
             and ctid = any (array(select ctid from ${raw(table)} where org_id = ${orgId} limit ${most}))
          returning 1)
        select count(*) as rows from gone`,
  );
  return one(rows).rows;
}

export const personTables = ["credentials", "identities", "one_time_links"] as const;

/** Deletes members, and those people who belong to no other organization, with their credentials. */
function deleteMembers(orgId: string, most: number) {
  const deletions = personTables.map((table) => {
    const name = raw(table);
    return sql`deleted_${name} as (delete from ${name} t using people p where t.user_id = p.id)`;
  });
  return sql`
    with gone as (
      delete from members
       where org_id = ${orgId} and ctid = any (array(select ctid from members where org_id = ${orgId} limit ${most}))
      returning user_id
    ), people as materialized (
      select user_id as id from gone
       where not exists (select from members m where m.user_id = gone.user_id and m.org_id <> ${orgId})
    ), ${join(deletions, ", ")}, deleted_users as (
      delete from users u using people p where u.id = p.id
    )
    select count(*) as rows from gone`;
}

export async function deleteOrganization(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`delete from organizations where id = ${orgId} and purge_started_at is not null`);
}

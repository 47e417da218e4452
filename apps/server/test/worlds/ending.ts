import assert from "node:assert/strict";
import { purgeOrganizations } from "#identity/organizations/purge-organizations.ts";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { tenantTables } from "#src/worker.ts";
import { hold } from "#test/databases/hold.ts";
import { endOrganization, newEntry, newProject } from "./factories.ts";
import { fillEverything } from "./fill-everything.ts";
import type { Caller, TestApp } from "./test-app.ts";

export const dayMs = 86_400_000;
export const later = (ms: number) => new Date(Date.now() + ms);
export const afterGrace = () => later(30 * dayMs + 60_000);

export const purge = (db: DatabasePool, now = afterGrace(), signal?: AbortSignal) =>
  purgeOrganizations(db, tenantTables, now, signal);

/** An organization with an entry, scheduled for deletion. */
export async function ending(world: TestApp): Promise<Caller> {
  const caller = await world.newOrganization();
  await newEntry(caller, await newProject(caller));
  await endOrganization(caller);
  return caller;
}

/** An organization with rows in every table, scheduled for deletion. */
export async function endingFilled(world: TestApp): Promise<Caller> {
  const caller = await world.newOrganization();
  await fillEverything(world, caller);
  await endOrganization(caller);
  return caller;
}

/** The number of the organization's rows per table, with a checksum. */
export async function contents(
  db: DatabasePool,
  orgId: string,
): Promise<Record<string, { rows: number; sum: string }>> {
  const found: Record<string, { rows: number; sum: string }> = {};
  for (const table of ["organizations", ...tenantTables]) {
    const of = raw(table === "organizations" ? "id" : "org_id");
    const [row] = await db.query<{ rows: number; sum: string }>(sql`
      select count(*) as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
        from ${raw(table)} t where ${of} = ${orgId}`);
    assert.ok(row !== undefined);
    found[table] = row;
  }
  return found;
}

export async function rowsLeft(db: DatabasePool, orgId: string): Promise<string[]> {
  const tables = Object.entries(await contents(db, orgId));
  return tables.filter(([, { rows }]) => rows > 0).map(([table]) => table);
}

export async function personExists(db: DatabasePool, userId: string): Promise<boolean> {
  return (await db.query(sql`select 1 from users where id = ${userId}`)).length === 1;
}

/** Kills the connection of a purge while it waits for a table. */
export async function killPurgeAt(db: DatabasePool, table: string): Promise<void> {
  const held = await hold(db, sql`lock table ${raw(table)} in share mode`);
  const purging = assert.rejects(purge(db), ({ cause }: Error) => (cause as { code?: string }).code === "57P01");
  await held.untilItBlocks(1);
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`);
  await purging;
  await held.rollback();
}

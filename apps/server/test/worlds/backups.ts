import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type pg from "pg";
import { makeBackup } from "#commands/backup/backup.ts";
import { restoreBackup, type RestoreReport, type RestoreRequest } from "#commands/backup/restore.ts";
import { loadConfig } from "#platform/config/config.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";
import { testSecretKey } from "./test-secret-key.ts";

// Cheap parameters, because tests derive many keys. backup-commands.test.ts covers the real parameters.
const passphraseCost = { n: 2 ** 10, r: 8, p: 1 };

/** Creates a folder for backups. It is deleted when the test ends. */
export async function backupFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stint-backup-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function save(
  db: TestDatabase["db"],
  path: string,
  more: { verify?: boolean | "wanted"; passphrase?: string } = {},
) {
  const deps = { db, dataDir: undefined, config: { secretKey: testSecretKey }, passphraseCost, err: () => undefined };
  return makeBackup(deps, { path, verify: false, passphrase: undefined, ...more });
}

/** Restores into a new database, as the command does with DATABASE_URL. */
export async function restore(
  path: string,
  more: Partial<RestoreRequest> = {},
  environment: Record<string, string> = { SECRET_KEY: testSecretKey.toString("base64") },
): Promise<TestDatabase & { report: RestoreReport }> {
  const target = await createDatabase({ migrated: false });
  return { ...target, report: await restoreInto(target, path, more, environment) };
}

export function restoreInto(
  { connection }: Pick<TestDatabase, "connection">,
  path: string,
  more: Partial<RestoreRequest> = {},
  environment: Record<string, string> = { SECRET_KEY: testSecretKey.toString("base64") },
): Promise<RestoreReport> {
  const config = loadConfig({ DATABASE_URL: urlOf(connection), ...environment });
  const request = { path, passphrase: undefined, secretKeyFile: undefined, webhooks: "all" as const, ...more };
  return restoreBackup({ config, say: () => undefined }, request);
}

/** Describes the columns, constraints and other objects of a schema, regardless of the order of their creation. */
export async function describeSchema(connection: pg.PoolConfig): Promise<string[]> {
  const db = openPool({ connection, poolSize: 1, applicationName: "stint-test" });
  const client = await db.connect();
  const { rows } = await client.query<{ line: string }>(`
    select format('column %s.%s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
                  attidentity::text || attgenerated::text, (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum)) as line
      from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
     where connamespace = 'public'::regnamespace
    union all
    select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace
    union all
    select format('%s %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    union all
    select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`);
  client.release();
  await db.end();
  return rows.map(({ line }) => line);
}

export function urlOf({ host = "", port = 5432, user = "", database = "" }: pg.PoolConfig): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

import { type Database, type DatabasePool, sql } from "#platform/database/database.ts";

/** A database whose indexes were built before the sort order of its text changed. */
export interface ChangedCollation {
  database: string;
  built: string;
  present: string;
}

/**
 * Finds out whether the default sort order of text has changed. Our own indexes compare bytes, so only indexes that an
 * operator has added are affected.
 */
export async function findChangedCollation(db: Database): Promise<ChangedCollation | undefined> {
  const [changed] = await db.query<ChangedCollation>(sql`
    select datname as database, datcollversion as built, pg_database_collation_actual_version(oid) as present
      from pg_database
     where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`);
  return changed;
}

/** The statements that rebuild the indexes. The first cannot run in a transaction. */
export function rebuildStatements({ database }: ChangedCollation): [string, string] {
  const name = `"${database.replaceAll('"', '""')}"`;
  return [`REINDEX DATABASE ${name};`, `ALTER DATABASE ${name} REFRESH COLLATION VERSION;`];
}

export function describeChange({ built, present }: ChangedCollation): string {
  return `The operating system's sort order of text has changed since the indexes were built (version ${built}, now ${present}).`;
}

/**
 * Rebuilds the indexes if the sort order of text has changed. Call it only for the embedded database, which nobody else
 * can reach.
 */
export async function rebuildIndexes(db: DatabasePool, say: (line: string) => void): Promise<void> {
  const changed = await findChangedCollation(db);
  if (changed === undefined) return;
  say(`${describeChange(changed)} Rebuilding the indexes; this can take minutes…`);
  const client = await db.connect();
  let failure: Error | undefined;
  try {
    await client.query("set statement_timeout = 0");
    for (const statement of rebuildStatements(changed)) await client.query(statement);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // Ending the session resets its timeout.
    client.release(failure ?? true);
  }
}

import { clockTime } from "#platform/database/columns.ts";
import { type DatabasePool, raw, type Sql, sql } from "#platform/database/database.ts";
import { type ImportRow, imports } from "#tracking/exchange/imports/import.ts";
import { deleteFrom, importTables, stagedTables } from "#tracking/exchange/imports/queries.ts";

const droppedTables = [...stagedTables, "import_chunks"];

interface Before {
  /** The files of applied imports are dropped if the import ended before this instant. */
  ended: string;
  /** Unapplied imports are removed if they have not changed since this instant. */
  forgotten: string;
  /** Parts of imports that do not exist are deleted if the import began before this instant. */
  killed: string;
}

/**
 * Removes old unapplied imports. Drops the files and rows of old applied ones, but keeps their keys, so that later
 * imports recognize the rows. Also drops, after a day, the chunks of killed uploads, and the rows and names that were
 * stored for an import after its removal.
 */
export async function dropOldFiles(
  db: DatabasePool,
  orgId: string,
  { ended, forgotten, killed }: Before,
): Promise<void> {
  const isOld = sql`
    work is null and dropped_at is null
    and updated_at < case when applied_at is null then ${forgotten}::timestamptz else ${ended}::timestamptz end`;
  const imports = await db.query<{ id: string; applied_at: string | null }>(
    sql`select id, applied_at from imports where org_id = ${orgId} and ${isOld}`,
  );
  for (const { id, applied_at: appliedAt } of imports) {
    if (appliedAt === null) await removeForgotten(db, orgId, id, isOld);
    else {
      await deleteFrom(db, droppedTables, orgId, id);
      await db.query(sql`
        update imports set stored_bytes = 0, dropped_at = ${clockTime} where org_id = ${orgId} and id = ${id}`);
    }
  }
  // An id begins with its creation time in milliseconds as twelve hex digits, so comparing an id with this one tests
  // its age.
  const oldest = `imp_${Date.parse(killed).toString(16).padStart(12, "0")}`;
  for (const table of droppedTables)
    await db.query(sql`
      delete from ${raw(table)} c
       where c.org_id = ${orgId} and c.import_id < ${oldest}
         and not exists (select 1 from imports i where i.org_id = ${orgId} and i.id = c.import_id)`);
}

/** Removes an unapplied import with its change row, unless someone else is changing or removing it. */
async function removeForgotten(db: DatabasePool, orgId: string, id: string, isOld: Sql): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.query<ImportRow>(sql`
      select * from imports
       where org_id = ${orgId} and id = ${id} and applied_at is null and ${isOld} for update skip locked`);
    if (row === undefined) return;
    await deleteFrom(tx, importTables, orgId, id);
    await imports.remove(tx, { orgId, userId: null, keyId: null, requestId: null }, row);
  });
}

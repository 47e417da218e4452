import { clockTime } from "#platform/database/columns.ts";
import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { type ImportRow, StaleWorkError } from "./import.ts";
import type { DateOrder, SourceFacts } from "./sources/rows/source-row.ts";

/** A person in a file, and the member with whom they are matched. */
export interface ImportPersonRow {
  import_id: string;
  number: number;
  key: string;
  name: string;
  email: string | null;
  rows: number;
  seconds: number;
  /** Whether any of the person's rows is accepted. */
  used: boolean;
  user_id: string | null;
}

type Answers = Pick<ImportRow, "columns" | "duration_unit" | "decimal_mark">;

/**
 * Finds the latest column mapping, duration unit and decimal mark in applied imports of a CSV with the same headers.
 */
export async function findAnswers(
  db: Database,
  orgId: string,
  { source, columns: headers }: SourceFacts,
): Promise<Partial<Answers>> {
  if (source !== "csv" || headers.length === 0) return {};
  const last = (column: keyof Answers) =>
    sql`(array_agg(${raw(column)} order by applied_at desc) filter (where ${raw(column)} is not null))[1] as ${raw(column)}`;
  const [row] = await db.query<Answers>(sql`
    select ${last("columns")}, ${last("duration_unit")}, ${last("decimal_mark")} from imports
     where org_id = ${orgId} and applied_at is not null and facts -> 'columns' = ${JSON.stringify(headers)}`);
  return row ?? {};
}

/**
 * Finds each person's order of day and month in the last applied import that settled it. For rows without a person,
 * only imports of files with the same headers count.
 */
export function findDateOrders(
  db: Database,
  orgId: string,
  { columns: headers, dateOrderOf = {} }: SourceFacts,
): Promise<{ person: string; date_order: DateOrder }[]> {
  return db.query(sql`
    select distinct on (person) person, date_order
      from (select o.key as person, i.applied_at,
                   case when i.facts ? 'dateOrders' then coalesce(o.value, i.date_order) else coalesce(i.date_order, o.value) end as date_order
              from imports i, jsonb_each_text(i.facts -> 'dateOrderOf') o
             where i.org_id = ${orgId} and i.status = 'applied' and o.key = any(${Object.keys(dateOrderOf)})
               and (o.key <> '' or i.facts -> 'columns' = ${JSON.stringify(headers)})) o
     where date_order in ('dmy', 'mdy')
     order by person, applied_at desc`);
}

export async function setProgress(
  db: Database,
  orgId: string,
  id: string,
  done: number,
  total: number | null,
): Promise<void> {
  await db.query(sql`
    update imports set progress_done = ${done}, progress_total = ${total} where org_id = ${orgId} and id = ${id}`);
}

export async function insertChunk(
  db: Database,
  orgId: string,
  importId: string,
  number: number,
  bytes: Buffer,
): Promise<void> {
  await db.query(sql`
    insert into import_chunks (org_id, import_id, number, bytes) values (${orgId}, ${importId}, ${number}, ${bytes})`);
}

export async function findChunk(
  db: Database,
  orgId: string,
  importId: string,
  number: number,
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ bytes: Buffer }>(sql`
    select bytes from import_chunks where org_id = ${orgId} and import_id = ${importId} and number = ${number}`);
  return row?.bytes;
}

const rowTables = ["import_lookalikes", "import_row_blocks"];
/** The tables of what was read from the files. */
export const stagedTables = [...rowTables, "import_people", "import_places", "import_doubt_blocks"];
/** The tables that an import no longer needs once it is applied. Its people, places and doubts are still shown. */
export const appliedTables = [...rowTables, "import_chunks"];
/** The tables of everything that belongs to an unapplied import. */
export const importTables = [...stagedTables, "import_chunks", "import_made"];

export async function deleteFrom(
  db: Database,
  tables: readonly string[],
  orgId: string,
  importId: string,
): Promise<void> {
  for (const table of tables)
    await db.query(sql`delete from ${raw(table)} where org_id = ${orgId} and import_id = ${importId}`);
}

/** The people of these imports, in the order of their rows. */
export function listPeople(db: Database, orgId: string, importIds: string[]): Promise<ImportPersonRow[]> {
  return db.query<ImportPersonRow>(sql`
    select import_id, number, key, name, email, rows, seconds, used, user_id from import_people
     where org_id = ${orgId} and import_id = any(${importIds}) order by import_id, number`);
}

export function listMade(
  db: Database,
  orgId: string,
  importId: string,
  kinds: string[],
): Promise<{ kind: string; id: string }[]> {
  return db.query(sql`
    select kind, id from import_made
     where org_id = ${orgId} and import_id = ${importId} and kind = any(${kinds}) order by kind, id`);
}

/** The number of imports with unfinished work, and how long the oldest has waited, in seconds. */
export async function findUnderWay(db: Database): Promise<{ count: number; oldest_seconds: number }> {
  const rows = await db.query<{ count: number; oldest_seconds: number }>(sql`
    select count(org_id) as count, coalesce(extract(epoch from now() - min(updated_at)), 0)::float8 as oldest_seconds
      from imports where work is not null`);
  return one(rows);
}

/** Changes the import, unless a user has changed or removed it since the work began. */
export async function updateUnderWay(
  db: Database,
  { org_id: orgId, id, version }: ImportRow,
  assigned: Sql,
): Promise<void> {
  const found = await db.query(sql`
    update imports set ${assigned}
     where org_id = ${orgId} and id = ${id} and version = ${version} and work is not null
    returning id`);
  if (found.length === 0) throw new StaleWorkError();
}

export const finished = sql`work = null, updated_at = ${clockTime}`;

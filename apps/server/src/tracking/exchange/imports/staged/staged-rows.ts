import { type Database, join, raw, type Sql, sql } from "#platform/database/database.ts";
import { mebibyte } from "#platform/process/memory.ts";
import { hasTimesheets, isClosedAt } from "#tracking/ledger/entry-locks/entry-locks.ts";
import type { ImportRow } from "#tracking/exchange/imports/import.ts";
import type { ImportDoubt } from "./preview-schemas.ts";

/*
 * The rows and doubts of a file are staged in blocks: database rows whose columns are arrays, with one value per row of
 * the file. PostgreSQL compresses each array, and thousands of rows share one row header and one index entry. A null
 * column stands for an array of nulls.
 */

/** The SQL columns of a row of the file, besides `org_id`, `import_id` and `number`, and their types. */
const rowTypes = {
  person: "integer",
  place: "integer",
  started_at: "timestamptz",
  duration_seconds: "integer",
  description: "text",
  tags: "text[]",
  tag_keys: "text[]",
  billable: "boolean",
  rate_minor: "bigint",
  amount_minor: "bigint",
  currency: "text",
  source_id: "text",
  key: "uuid",
  occurrence: "integer",
  left_out: "text",
} as const;
const doubtTypes = { line: "integer", file: "text", column: "text", read: "text", problem: "text", becomes: "text" };
export type RowColumn = keyof typeof rowTypes;

const typesOf = { import_row_blocks: rowTypes, import_doubt_blocks: doubtTypes };

type OfImport = Pick<ImportRow, "org_id" | "id">;
const everyBlock = sql`true`;

/** Stores rows, given as the text of a JSON list of objects by column, as a block. Absent values are null. */
export async function insertBlock(
  db: Database,
  table: keyof typeof typesOf,
  { org_id: orgId, id }: OfImport,
  list: string,
  first: number,
): Promise<void> {
  const types = Object.entries(typesOf[table]);
  const names = types.map(([name]) => raw(`"${name}"`));
  // A block has no lists of lists, so a list within a row is stored as text.
  const arrays = types.map(([name, type]) =>
    raw(`case when count("${name}") > 0 then array_agg("${name}"${type === "text[]" ? "::text" : ""}) end`),
  );
  await db.query(sql`
    insert into ${raw(table)} (org_id, import_id, first, rows, ${join(names)})
    select ${orgId}, ${id}, ${first}::bigint, count(*), ${join(arrays)}
      from json_to_recordset(${list}::json) as r (${raw(types.map(([name, type]) => `"${name}" ${type}`).join(", "))})`);
}

const maxRows = 5_000;
/** Limits the size of a statement, because several copies of it may be in memory while it is sent and stored. */
const maxCharacters = mebibyte;

/**
 * Returns functions that collect rows and pass them to `store` as the text of a JSON list, with the number of the first
 * one. `store` should commit them: readers of changes wait for the oldest open transaction.
 */
export function createRowWriter(store: (list: string, first: number) => Promise<unknown>) {
  let first = 1;
  let characters = 0;
  let rows: string[] = [];

  async function flush(): Promise<void> {
    if (rows.length === 0) return;
    const [list, number] = [`[${rows.join(",")}]`, first];
    first += rows.length;
    characters = 0;
    rows = [];
    await store(list, number);
  }

  return {
    async write(row: object) {
      const text = JSON.stringify(row);
      rows.push(text);
      characters += text.length;
      if (rows.length >= maxRows || characters >= maxCharacters) await flush();
    },
    /** Stores the remaining rows. */
    end: flush,
  };
}

/**
 * Counts the accepted rows with the same key, which have the same content, so that each is distinct in later imports.
 * Follows the order of the file.
 */
export async function countOccurrences(db: Database, { org_id: orgId, id }: OfImport): Promise<void> {
  await db.query(sql`
    with counted as (
      select first, number, case when left_out is null then row_number() over same end as occurrence
        from (select b.first, ${unnested(["key", "left_out"])} from import_row_blocks b
               where b.org_id = ${orgId} and b.import_id = ${id}) r
      window same as (partition by key, left_out is null order by number)
    ), block as (
      select first, array_agg(occurrence::integer order by number) as occurrence from counted group by first
    )
    update import_row_blocks b set occurrence = block.occurrence
      from block
     where b.org_id = ${orgId} and b.import_id = ${id} and b.first = block.first`);
}

/** The staged rows of an import. Decompresses only the requested columns. `blocks` is a condition on the block `b`. */
export function stagedRows(
  { org_id: orgId, id }: OfImport,
  columns: readonly RowColumn[],
  blocks: Sql = everyBlock,
): Sql {
  return sql`
    select b.org_id, b.import_id, ${unnested(columns)}
      from import_row_blocks b
     where b.org_id = ${orgId} and b.import_id = ${id} and ${blocks}`;
}

/** The doubts after the given number, in the order of the file. */
export function listDoubts(
  db: Database,
  orgId: string,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<(ImportDoubt & { number: number })[]> {
  return db.query(sql`
    select d.* from (
      select ${unnested(Object.keys(doubtTypes))} from import_doubt_blocks b
       where b.org_id = ${orgId} and b.import_id = ${importId}
         and b.first <= ${after}::bigint + ${limit}::bigint and b.first + b.rows > ${after}::bigint + 1) d
     where d.number > ${after} order by d.number limit ${limit}`);
}

/**
 * SQL that turns the arrays into rows. Set-returning functions in one select list advance together, so each row gets
 * its own values. A null array yields nulls.
 */
function unnested(columns: readonly string[]): Sql {
  const values = columns.map((name) => raw(`unnest(b."${name}") as "${name}"`));
  return sql`generate_series(b.first, b.first + b.rows - 1) as number, ${join(values)}`;
}

const isStint = ({ source, facts }: ImportRow) => (source ?? facts?.source) === "stint";

/** Whether the staged row `r` has been imported before. */
export function isKnownRow(row: ImportRow): Sql {
  // Compares ids too, because a Stint export may be imported into the organization that it came from.
  const isEntry = isStint(row)
    ? sql`or exists (select 1 from time_entries e where e.org_id = r.org_id and e.id = r.source_id)`
    : sql``;
  return sql`(exists (
    select 1 from import_keys k where k.org_id = r.org_id and k.key = r.key and k.occurrence = r.occurrence) ${isEntry})`;
}

/** The id of the member that the person `p` becomes. */
export function ownerOf(row: ImportRow): Sql {
  // A person who becomes a new member has no timesheets or entries, so the result must not be the id of the member whom
  // the person matches.
  const people = Object.entries(row.people).map(([key, { userId }]) => [key, userId ?? `new ${key}`]);
  return sql`coalesce(${JSON.stringify(Object.fromEntries(people))}::jsonb ->> p.key, p.user_id)`;
}

/**
 * The staged rows with `reason`, which says why a row is left out and is null for accepted rows. Uses the
 * organization's current lock date and timesheets.
 */
export function judgedRows(row: ImportRow, columns: readonly RowColumn[], blocks?: Sql): Sql {
  const { org_id: orgId, duplicates, lookalikes } = row;
  const isLookalike = sql`exists (
    select from import_lookalikes l where l.org_id = r.org_id and l.import_id = ${row.id} and l.number = r.number)`;
  const isClosed = sql`exists (
    select from import_people p join timesheets s on s.org_id = ${orgId} and ${isClosedAt(ownerOf(row), raw("r.started_at"))}
     where p.org_id = ${orgId} and p.import_id = ${row.id} and p.number = r.person)`;
  const needed = new Set<RowColumn>([...columns, "person", "started_at", "key", "occurrence", "left_out"]);
  if (isStint(row)) needed.add("source_id");
  return sql`
    select r.*, case when r.left_out is not null then r.left_out
                     ${duplicates === "skip" ? sql`when ${isKnownRow(row)} then 'already_there'` : sql``}
                     when r.started_at < (select locked_before from organizations where id = ${orgId}) then 'period_locked'
                     when ${hasTimesheets(orgId)} and ${isClosed} then 'period_locked'
                     ${lookalikes === "skip" ? sql`when ${isLookalike} then 'lookalike'` : sql``}
                end as reason
      from (${stagedRows(row, [...needed], blocks)}) r`;
}

/** The approximate number of bytes that an import's staged rows and doubts occupy in the database. */
export function stagedBytes({ org_id: orgId, id }: OfImport): Sql {
  const bytesOf = (table: keyof typeof typesOf) => {
    const sizes = Object.keys(typesOf[table])
      .map((name) => `coalesce(pg_column_size("${name}"), 0)`)
      .join(" + ");
    // The constants account for a block's row header and index entry, and for the pieces into which PostgreSQL splits
    // large values.
    return sql`(select coalesce(sum(300 + 1.1 * (${raw(sizes)})), 0) from ${raw(table)} where org_id = ${orgId} and import_id = ${id})`;
  };
  return sql`(${bytesOf("import_row_blocks")} + ${bytesOf("import_doubt_blocks")})::bigint`;
}

import type pg from "pg";
import type { Migration } from "#platform/database/migrate.ts";
import type { AppliedMigration, SavedSequence, SavedTable } from "./format/contents.ts";

/**
 * This column contains transaction ids, which mean something only on the server that assigned them, so no backup
 * contains it.
 */
const transactionColumn = "made_in";
/** Tables about the running service, its migrations and its backups, which no backup contains. */
const notSaved = ["schema_migrations", "nodes", "backups"];

/**
 * Returns the names of the saved tables. Takes them from the migrations, because the schema may also contain tables of
 * other programs.
 */
export function tablesMadeBy(migrations: readonly Migration[]): string[] {
  const made = migrations.flatMap(({ text }) =>
    [...text.matchAll(/^create table (?:if not exists )?(\w+)/gim)].map(([, name = ""]) => name),
  );
  return made.filter((name) => !notSaved.includes(name)).toSorted();
}

/** Describes those of the named tables that exist, with the columns whose values are stored. */
export async function describeTables(client: pg.ClientBase, names: readonly string[]): Promise<SavedTable[]> {
  const { rows } = await client.query<SavedTable>(
    `select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
       from unnest($1::text[]) n
       join pg_class c on c.oid = to_regclass(quote_ident(n)) and c.relkind = 'r'
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                          and a.attname <> '${transactionColumn}'
      group by c.relname order by c.relname collate "C"`,
    [names],
  );
  return rows;
}

export async function listApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    "select version, name, checksum from schema_migrations order by version",
  );
  return rows;
}

/**
 * Reads the sequences of identity columns. They are not part of the snapshot, but newer positions are safe, because
 * sequences never go back.
 */
export async function listSequences(client: pg.ClientBase, tables: readonly SavedTable[]): Promise<SavedSequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as "table", a.attname as "column", pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
       from unnest($1::text[]) n
       join pg_class c on c.oid = to_regclass(quote_ident(n))
       join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  const sequences: SavedSequence[] = [];
  for (const { table, column, sequence } of rows) {
    const found = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${sequence}`,
    );
    sequences.push(...found.rows.map((state) => ({ table, column, ...state })));
  }
  return sequences;
}

/**
 * A part of a table that would slow down loading or react to it, and the statements that drop and recreate the part
 * (for a trigger, disable and enable it).
 */
export interface Part {
  table: string;
  /**
   * The tables whose rows must be loaded before the part is recreated: foreign keys also need the rows of other tables,
   * and triggers must not fire during loading.
   */
  needs: "its table" | "all tables";
  drop: string;
  make: string;
}

/**
 * Lists keys, indexes, foreign keys, and triggers on insert and truncate. They are dropped or disabled before loading
 * and restored in this order afterwards, so that each index is built in a single pass and every reference is checked.
 */
export async function listSlowParts(client: pg.ClientBase, tables: readonly SavedTable[]): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `with ours as (select to_regclass(quote_ident(n)) as id from unnest($1::text[]) n)
     select "table", case when place < 3 then 'its table' else 'all tables' end as needs, drop, make from (
       select case contype when 'f' then 3 else 1 end as place, conrelid::regclass::text as "table", conname as name,
              format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
              format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
         from pg_constraint where conrelid in (select id from ours) and contype in ('p', 'u', 'f')
       union all
       select 2, indrelid::regclass::text, indexrelid::regclass::text, format('drop index %s', indexrelid::regclass),
              pg_get_indexdef(indexrelid)
         from pg_index i where indrelid in (select id from ours)
          and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
       union all
       select 4, tgrelid::regclass::text, tgname, format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
              format('alter table %s enable %s trigger %I', tgrelid::regclass,
                     case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname)
         from pg_trigger where tgrelid in (select id from ours) and not tgisinternal and tgenabled <> 'D' and tgtype & 36 <> 0
     ) parts order by place, "table", name`,
    [tables.map(({ name }) => name)],
  );
  return rows;
}

/** Returns statements that move everything in a schema to another schema. */
export async function listMoves(client: pg.ClientBase, from: string, to: string): Promise<string[]> {
  const { rows } = await client.query<{ move: string }>(
    `select format('alter %s set schema %I', what, $2::text) as move from (
       select format('table %s', oid::regclass) as what from pg_class where relnamespace = $1::regnamespace and relkind = 'r'
       union all
       select format('routine %s', oid::regprocedure) from pg_proc where pronamespace = $1::regnamespace
       union all
       select format('type %s', t.oid::regtype) from pg_type t join pg_class c on c.oid = t.typrelid
        where t.typnamespace = $1::regnamespace and c.relkind = 'c'
     ) moved`,
    [from, to],
  );
  return rows.map(({ move }) => move);
}

/** Finds any table in the schema in which new tables are created. */
export async function findAnyTable(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'f', 'm')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by relname <> 'organizations', relname limit 1`,
  );
  return rows[0]?.name;
}

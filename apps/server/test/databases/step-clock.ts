import { type DatabasePool, sql } from "#platform/database/database.ts";
import { createDatabase } from "./test-database.ts";

export interface SteppedDatabase {
  /** A pool whose statements, defaults and triggers see the stepped clock. */
  db: DatabasePool;
  /** Sets the database's clock off by an interval, such as `-5 minutes`. */
  step(by: string): Promise<void>;
}

/** Creates a database whose clock a test can set: a schema ahead of pg_catalog has the functions that read the clock. */
export async function createSteppedDatabase(): Promise<SteppedDatabase> {
  const { db } = await createDatabase();
  const client = await db.connect();
  try {
    await client.query(`
      create schema stepped;
      create table stepped.by (step interval not null);
      insert into stepped.by values ('0');
      create function stepped.clock_timestamp() returns timestamptz volatile language sql
        as 'select pg_catalog.clock_timestamp() + step from stepped.by';
      create function stepped.statement_timestamp() returns timestamptz stable language sql
        as 'select pg_catalog.statement_timestamp() + step from stepped.by';
      create function stepped.now() returns timestamptz stable language sql
        as 'select pg_catalog.now() + step from stepped.by';
      create view stepped.pg_stat_activity as
        select datname, pid, application_name, backend_type, backend_start, backend_xid, state, wait_event_type, query,
               xact_start + step as xact_start, query_start + step as query_start
          from pg_catalog.pg_stat_activity, stepped.by;
      do $$
      declare
        path text := 'stepped, pg_catalog, public';
        statements text[] := array(
          select format('alter table %s alter column %I set default %s', adrelid::regclass, attname, pg_get_expr(adbin, adrelid))
            from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
           where attgenerated = '' and pg_get_expr(adbin, adrelid) ~ '(clock_timestamp|statement_timestamp|now)\\(');
        statement text;
      begin
        execute format('alter database %I set search_path = %s', current_database(), path);
        execute format('set search_path = %s', path);
        foreach statement in array statements loop
          execute statement;
        end loop;
      end $$`);
  } finally {
    client.release();
  }
  return {
    db,
    async step(by) {
      await db.query(sql`update stepped.by set step = ${by}::interval`);
    },
  };
}

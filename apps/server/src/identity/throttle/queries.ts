import { type Database, sql } from "#platform/database/database.ts";

export interface Counter {
  key: string;
  most: number;
  windowSeconds: number;
}

/** Finds the counters that have reached their maximum, each with its oldest attempt that still counts. */
export async function findFull(
  db: Database,
  keys: readonly string[],
  now: string,
): Promise<{ key: string; oldest: string; window_seconds: number }[]> {
  return db.query(sql`
    select t.key, r.oldest, t.window_seconds
      from sign_in_throttles t,
           lateral (select count(*) as count, min(f) as oldest from unnest(t.failed_at) f
                     where f > ${now}::timestamptz - make_interval(secs => t.window_seconds)) r
     where t.key = any (${keys}) and r.count >= t.most`);
}

/** Counts an attempt in each counter that is below its maximum. Returns the keys of these counters. */
export async function countAttempt(db: Database, counters: readonly Counter[], now: string): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    insert into sign_in_throttles as t (key, most, window_seconds, failed_at)
    select g.key, g.most, g.seconds, array[${now}::timestamptz(3)]
      from unnest(${counters.map(({ key }) => key)}::text[], ${counters.map(({ most }) => most)}::integer[],
                  ${counters.map(({ windowSeconds }) => windowSeconds)}::integer[]) as g (key, most, seconds)
     order by g.key collate "C"
    on conflict (key) do update
      set most = excluded.most, window_seconds = excluded.window_seconds,
          failed_at = array(select f from unnest(t.failed_at) f
                             where f > excluded.failed_at[1] - make_interval(secs => excluded.window_seconds))
                      || excluded.failed_at
      where (select count(*) from unnest(t.failed_at) f
              where f > excluded.failed_at[1] - make_interval(secs => excluded.window_seconds)) < excluded.most
    returning t.key`);
  return rows.map(({ key }) => key);
}

/**
 * Removes the attempt made at an instant. Locks the counters in the same order as `countAttempt`, to avoid deadlocks.
 */
export async function uncountAttempt(db: Database, keys: readonly string[], at: string): Promise<void> {
  await db.query(sql`
    with locked as materialized (
      select key from sign_in_throttles where key = any (${keys}) order by key collate "C" for update
    )
    update sign_in_throttles t
       set failed_at = failed_at[:array_position(failed_at, ${at}::timestamptz(3)) - 1]
                       || failed_at[array_position(failed_at, ${at}::timestamptz(3)) + 1:]
      from locked
     where t.key = locked.key and ${at}::timestamptz(3) = any (failed_at)`);
}

export async function emptyCounter(db: Database, key: string): Promise<void> {
  await db.query(sql`delete from sign_in_throttles where key = ${key}`);
}

/** Resets the account's counters for all network addresses. */
export async function emptyCounters(db: Database, accountKey: string): Promise<void> {
  await db.query(sql`
    with locked as materialized (
      select key from sign_in_throttles where key = ${accountKey} or key like ${`${accountKey}@%`} order by key collate "C" for update
    )
    delete from sign_in_throttles t using locked where t.key = locked.key`);
}

export async function deleteOldCounters(db: Database, now: string): Promise<void> {
  await db.query(sql`
    delete from sign_in_throttles t
     where not exists (select from unnest(t.failed_at) f
                        where f > ${now}::timestamptz - make_interval(secs => t.window_seconds))`);
}

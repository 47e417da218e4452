import type { Action, Origin } from "#identity/history/record-change.ts";
import { raw, type Sql, sql } from "#platform/database/database.ts";

/**
 * The SQL for an id in the format of `newId`. `number` counts the rows from 1; ids ascend with it, which halves the
 * work on the indexes. Each millisecond has 4,096 ids, so a million ids extend a quarter of a second past `sinceMs`.
 */
export function newIdSql(prefix: string, sinceMs: number, number: Sql): Sql {
  const counter = sql`(${number})::bigint`;
  return sql`(${raw(`'${prefix}_'`)} || lpad(to_hex(${sinceMs}::bigint + (${counter} >> 12)), 12, '0') || '7'
    || lpad(to_hex(${counter} & 4095), 3, '0') || right(replace(gen_random_uuid()::text, '-', ''), 16))`;
}

/** The statement that inserts a change row for each row `r` of `source`. */
export function changesFrom(
  source: string,
  action: Action,
  sinceMs: number,
  origin: Origin,
  object: Sql = sql`to_jsonb(r)`,
): Sql {
  return sql`
    insert into changes (org_id, id, user_id, key_id, action, target_id, object, previous, request_id, address)
    select r.org_id, ${newIdSql("evt", sinceMs, sql`row_number() over (order by r.id)`)}, ${origin.userId}::text, ${origin.keyId}::text,
           ${raw(`'${action}'`)}, r.id, ${object}, null, ${origin.requestId}::text, ${origin.address ?? null}::text
      from ${raw(source)} r`;
}

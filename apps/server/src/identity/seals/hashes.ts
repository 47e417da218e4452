import { raw, type Sql, sql } from "#platform/database/database.ts";

// The canonical forms that are hashed (docs/decisions/0017). They are not in a database function, because anyone who
// can change a row by hand could change that function too. Changing a form breaks every chain.

const alias = (name: string) => raw(name);

/** Returns SQL for the milliseconds since 1970, which do not depend on the session's time zone and date format. */
function milliseconds(instant: Sql): Sql {
  return sql`trim_scale(extract(epoch from ${instant}) * 1000)::text`;
}

/**
 * Returns SQL for the SHA-256 of a change row's `object` and `previous`. A line break separates them, because jsonb's
 * text form never contains one.
 */
export function contentHash(change: string): Sql {
  const c = alias(change);
  return sql`sha256(convert_to(${c}.object::text || E'\n' || coalesce(${c}.previous::text, ''), 'UTF8'))`;
}

/**
 * Returns SQL for the SHA-256 of the columns that identify a change, and of its content hash. `traceparent` and
 * `client` are not included.
 */
export function rowHash(change: string, content: Sql): Sql {
  const c = alias(change);
  return sql`sha256(convert_to(json_build_array(${c}.org_id, ${c}.id, ${milliseconds(sql`${c}.at`)}, ${c}.user_id, ${c}.key_id,
    ${c}.action, ${c}.target_id, ${c}.request_id, ${c}.address)::text, 'UTF8') || ${content})`;
}

/** Returns SQL for the SHA-256 of the previous link, the block's head, and the block's concatenated row hashes. */
export function linkHash(block: string, previous: Sql, rowHashes: Sql): Sql {
  const b = alias(block);
  return sql`sha256(${previous} || convert_to(json_build_array(${b}.org_id, ${b}.position, ${b}.changes,
    ${milliseconds(sql`${b}.until_at`)}, ${b}.until_id)::text, 'UTF8') || ${rowHashes})`;
}

/** Stands in for the previous link in the first block. */
export const noLink = Buffer.alloc(32);

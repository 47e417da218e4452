import { raw, type Sql, sql } from "#platform/database/database.ts";
import { clearedColumns } from "#tracking/entries/time-entries/columns.ts";

// Undoing an import clears its deleted entries without writing change rows, so the earlier change rows keep the content
// until the purge.

/** Whether the entry in `entry` has lost its content although its change rows still contain it. */
export function isCleared(entry: string): Sql {
  return raw(`(${entry}.project_id is null and ${entry}.purged_at is null)`);
}

/** Whether the object of a change row is a deleted entry that still has its content. */
export function isClearable(object: Sql): Sql {
  return sql`(${object} ->> 'project_id' is not null and ${object} ->> 'deleted_at' is not null)`;
}

/** The object of a change row as stored in the table after the entry was cleared. */
export function cleared(object: Sql): Sql {
  return sql`(${object} || ${clearing(sql`${object} -> 'deleted_at'`)})`;
}

/** The columns that clearing replaces, as JSON. */
export function clearing(deletedAt: Sql): Sql {
  return sql`(${JSON.stringify(clearedColumns)}::jsonb || jsonb_build_object('started_at', ${deletedAt}))`;
}

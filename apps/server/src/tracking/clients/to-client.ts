import type { ClientRow } from "./queries.ts";

export function toClient(row: ClientRow) {
  return {
    id: row.id,
    name: row.name,
    note: row.note,
    archived: row.archived,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

import type { ClientRow } from "./queries.ts";
import type { Client } from "./schemas.ts";

export function toClient(row: ClientRow): Client {
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

import { toShown } from "#platform/fields/fields.ts";
import { clientFields } from "./fields.ts";
import type { ClientRow } from "./queries.ts";
import type { Client } from "./schemas.ts";

export function toClient(row: ClientRow): Client {
  return {
    id: row.id,
    ...toShown(clientFields, row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

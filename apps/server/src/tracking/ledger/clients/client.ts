import type { Resource } from "#identity/history/resource.ts";
import { fieldNames } from "#platform/fields/fields.ts";
import { clientFields } from "./fields.ts";
import { selectExportedClients } from "./queries.ts";
import { Client } from "./schemas.ts";
import { toClient } from "./to-client.ts";

export const client = {
  kind: "client",
  prefix: "client",
  tables: ["clients"],
  rowType: "clients",
  readScope: "projects:read",
  schema: Client,
  toShown: toClient,
  actions: [
    { name: "client.created", event: "A client was created." },
    { name: "client.updated", event: "A client was changed.", previous: { name: "ACME" } },
    { name: "client.deleted", event: "A client was deleted." },
  ],
  files: [
    {
      table: "clients",
      about: "the people or companies for which projects are done",
      columns: `id ${fieldNames(clientFields)} createdAt updatedAt`,
      select: selectExportedClients,
    },
  ],
} as const satisfies Resource;

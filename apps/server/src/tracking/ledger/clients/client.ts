import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { fieldNames } from "#platform/fields/fields.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { clientFields } from "./fields.ts";
import { Client } from "./schemas.ts";

export type ClientRow = Stored<Client>;

export const toClient = shownAs(Client);

export const client = {
  kind: "client",
  prefix: "client",
  tables: ["clients"],
  rowType: "clients",
  readScope: "projects:read",
  fields: clientFields,
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
    },
  ],
} as const satisfies Resource;

export const clients = storeOf<ClientRow>(client);

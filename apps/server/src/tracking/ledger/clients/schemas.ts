import { bodySchemas, shownSchemas, withInitial } from "#platform/fields/fields.ts";
import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import { Closed, Page, PageQuery, Text, exampleId } from "#platform/http/contract/schemas.ts";
import { unbilledFields } from "#tracking/ledger/unbilled/schemas.ts";
import { clientFields } from "./fields.ts";

export const Client = Type.Object(
  {
    id: Type.String({ description: "The id of the client.", examples: [exampleId("client")] }),
    ...shownSchemas(clientFields),
    ...unbilledFields,
    ...stored,
  },
  {
    $id: "Client",
    examples: [
      withInitial(clientFields, {
        id: exampleId("client"),
        name: "Acme",
        note: "",
        archived: false,
        unbilledAmountMinor: 108_000,
        unbilledSeconds: 43_200,
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-02T16:30:00.250Z",
        version: 2,
      }),
    ],
  },
);
export type Client = Static<typeof Client>;

export const CreateClient = Closed(
  { ...bodySchemas(clientFields), name: clientFields.name.schema },
  { examples: [{ name: "Acme", note: "Invoices on the 1st" }] },
);
export type CreateClient = Static<typeof CreateClient>;

export const UpdateClient = Closed(bodySchemas(clientFields), { examples: [{ archived: true }] });
export type UpdateClient = Static<typeof UpdateClient>;

export const ListClients = Closed({
  archived: Type.Optional(Type.Boolean({ description: "Only archived clients, or only active ones." })),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the name, ignoring case." })),
  ...PageQuery,
});
export type ListClients = Static<typeof ListClients>;

export const ClientPage = Page(Client);

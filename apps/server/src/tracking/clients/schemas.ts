import { Type, type Static } from "#platform/http/type.ts";
import { stored } from "#platform/http/resource-schemas.ts";
import { Closed, Name, Nullable, Page, PageQuery, Text, exampleId } from "#platform/http/schemas.ts";

const note = Text({ maxLength: 2000, description: "Free text; empty if there is none." });

const archived = Type.Boolean({
  description: "Archived clients keep their projects and are not offered for selection.",
});

export const Client = Type.Object(
  {
    id: Type.String({ description: "The id of the client.", examples: [exampleId("client")] }),
    name: Type.String({ description: "Name of the client." }),
    note,
    archived,
    ...stored,
  },
  {
    $id: "Client",
    examples: [
      {
        id: exampleId("client"),
        name: "Acme",
        note: "",
        archived: false,
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-02T16:30:00.250Z",
        version: 2,
      },
    ],
  },
);
export type Client = Static<typeof Client>;

export const CreateClient = Closed(
  {
    name: Name(200, "Name of the client."),
    note: Type.Optional(Nullable(note)),
    archived: Type.Optional(archived),
  },
  { examples: [{ name: "Acme", note: "Invoices on the 1st" }] },
);
export type CreateClient = Static<typeof CreateClient>;

export const UpdateClient = Closed(
  {
    name: Type.Optional(Name(200, "Name of the client.")),
    note: Type.Optional(Nullable(note)),
    archived: Type.Optional(archived),
  },
  { examples: [{ archived: true }] },
);
export type UpdateClient = Static<typeof UpdateClient>;

export const ListClients = Closed({
  archived: Type.Optional(Type.Boolean({ description: "Only archived clients, or only active ones." })),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the name, ignoring case." })),
  ...PageQuery,
});
export type ListClients = Static<typeof ListClients>;

export const ClientPage = Page(Client);

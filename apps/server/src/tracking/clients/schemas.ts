import { Type, type Static } from "typebox";
import { stored } from "#platform/http/resource-schemas.ts";
import { Closed, Name, Nullable, Page, PageQuery, Text } from "#platform/http/schemas.ts";

const note = Text({ maxLength: 2000, description: "Free text; empty when there is none." });

export const Client = Type.Object(
  {
    id: Type.String({ examples: ["client_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"] }),
    name: Type.String(),
    note,
    archived: Type.Boolean({ description: "Archived clients keep their projects and are hidden from choice." }),
    ...stored,
  },
  { $id: "Client" },
);

export const CreateClient = Closed({
  name: Name(200, "What the client is called."),
  note: Type.Optional(Nullable(note)),
  archived: Type.Optional(Type.Boolean()),
});
export type CreateClient = Static<typeof CreateClient>;

export const UpdateClient = Closed({
  name: Type.Optional(Name(200, "What the client is called.")),
  note: Type.Optional(Nullable(note)),
  archived: Type.Optional(Type.Boolean()),
});
export type UpdateClient = Static<typeof UpdateClient>;

export const ListClients = Closed({
  archived: Type.Optional(Type.Boolean({ description: "Only archived ones, or only the others." })),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the name, whatever its case." })),
  ...PageQuery,
});
export type ListClients = Static<typeof ListClients>;

export const ClientPage = Page(Client);

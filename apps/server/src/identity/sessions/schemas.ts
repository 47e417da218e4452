import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { exampleId, Instant, Nullable } from "#platform/http/contract/schemas.ts";

export const Session = Type.Object(
  {
    id: Type.String({ description: "The id of the session.", examples: [exampleId("key")] }),
    organizationId: Type.String({ description: "The organization of the session.", examples: [exampleId("org")] }),
    organizationName: Type.String({ description: "Name of that organization.", examples: ["My company"] }),
    name: Type.String({
      description: "The browser and system in which it was created.",
      examples: ["Firefox on Linux"],
    }),
    isCurrent: Type.Boolean({ description: "Whether it is the session of this request." }),
    authenticatedAt: Instant("When the person last authenticated."),
    lastUsedAt: Nullable(Instant("When it was last used, to the minute; null for one that never was.")),
    lastUsedAddress: Nullable(
      Type.String({ description: "The network address from which it was last used.", examples: ["203.0.113.7"] }),
    ),
    createdAt: Instant("When it began."),
    expiresAt: Instant("When it ends regardless of use; without use it ends after 14 days."),
  },
  { $id: "Session" },
);
export type Session = Static<typeof Session>;

export const Sessions = Type.Object({ data: Type.Array(Session, { description: "All sessions of the person." }) });

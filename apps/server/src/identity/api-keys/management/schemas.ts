import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { scopePresets, scopes } from "#identity/access.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import {
  AnyOf,
  Closed,
  exampleId,
  Instant,
  MemberId,
  Name,
  Nullable,
  OneOf,
  Page,
  PageQuery,
} from "#platform/http/contract/schemas.ts";

const statuses = ["active", "expired", "revoked"] as const;
const overlaps = [0, 900, 3600, 21_600, 86_400] as const;

const name = Name("The purpose of the key.");
const expiresAt = Nullable(Instant("When it stops being accepted; null if never."));
export const scopeWords = (description: string) =>
  Type.Array(Type.String({ format: "text", maxLength: 100, examples: ["time-entries:read"] }), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: `${description} Scopes, presets (${Object.keys(scopePresets).join(", ")}), or a resource with all its scopes (\`timesheets\`).`,
  });

const properties = {
  id: Type.String({ description: "The id of the key; not a secret.", examples: [exampleId("key")] }),
  userId: Type.String({ description: "The member that the key belongs to.", examples: [exampleId("user")] }),
  name,
  scopes: Type.Array(OneOf(scopes), { description: "The scopes that it was given." }),
  effectiveScopes: Type.Array(OneOf(scopes), {
    description: "The scopes that its member's role, and the teams that the member leads, currently allow.",
  }),
  lastFour: Type.String({
    description: "The last four characters of the key, for recognizing it.",
    examples: ["x7Qd"],
  }),
  status: OneOf(statuses, { description: "The status. Keys of deactivated members are `revoked`." }),
  expiresAt,
  revokedAt: Nullable(Instant("When it was revoked.")),
  lastUsedAt: Nullable(Instant("When it was last used; written once a minute.")),
  lastUsedAddress: Nullable(Type.String({ description: "The address that last used it.", examples: ["203.0.113.7"] })),
  ...stored,
};

const example = {
  id: exampleId("key"),
  userId: exampleId("user"),
  name: "Invoicing",
  scopes: ["time-entries:read", "costs:read"],
  effectiveScopes: ["time-entries:read"],
  lastFour: "x7Qd",
  status: "active",
  expiresAt: "2027-03-01T08:00:00Z",
  revokedAt: null,
  lastUsedAt: "2026-03-02T16:30:00.250Z",
  lastUsedAddress: "203.0.113.7",
  createdAt: "2026-03-01T08:00:00Z",
  updatedAt: "2026-03-01T08:00:00Z",
  version: 1,
};

export const ApiKey = Type.Object(properties, { $id: "ApiKey", examples: [example] });

export const ApiKeyWithSecret = Type.Object(
  { ...properties, apiKey: Type.String({ description: "The key itself. It is shown only this once, so store it." }) },
  { $id: "ApiKeyWithSecret", examples: [{ ...example, apiKey: "stint_4eC39HqLyjWDarjtT1zdp7dcabcdefghijkl" }] },
);
export type ApiKey = Static<typeof ApiKey>;

export const CreateApiKey = Closed(
  {
    name,
    scopes: Type.Optional({
      ...scopeWords(
        "Its scopes: at most those of the calling key. A preset stands for its scopes that the calling key also has.",
      ),
      default: ["read-only"],
    }),
    expiresAt: Type.Optional(expiresAt),
  },
  { examples: [{ name: "Invoicing", scopes: ["time-entries:read", "costs:read"], expiresAt: "2199-03-01T08:00:00Z" }] },
);
export type CreateApiKey = Static<typeof CreateApiKey>;

export const UpdateApiKey = Closed(
  {
    name: Type.Optional(name),
    scopes: Type.Optional(
      scopeWords(
        "A subset of its scopes; the others are removed. A preset stands for its scopes that the key also has.",
      ),
    ),
    expiresAt: Type.Optional(expiresAt),
  },
  { examples: [{ name: "Invoicing, new server" }] },
);
export type UpdateApiKey = Static<typeof UpdateApiKey>;

export const RotateApiKey = Closed(
  {
    overlapSeconds: Type.Optional(
      Type.Unsafe<(typeof overlaps)[number]>({
        type: "integer",
        enum: [...overlaps],
        default: 3600,
        description: "How long the old key keeps working; 0 revokes it at once.",
      }),
    ),
    expiresAt: Type.Optional(Nullable(Instant("When the new key expires; by default, when the old one would have."))),
  },
  { examples: [{ overlapSeconds: 900 }] },
);
export type RotateApiKey = Static<typeof RotateApiKey>;

export const ListApiKeys = Closed({
  userId: AnyOf(MemberId, "Only keys of this member; `me` is the key's own."),
  status: AnyOf(OneOf(statuses), "Only keys with this status."),
  ...PageQuery,
});

export const ApiKeyPage = Page(ApiKey);

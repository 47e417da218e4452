import { scopes } from "#identity/access.ts";
import {
  AnyOf,
  Closed,
  exampleId,
  Instant,
  MemberId,
  Nullable,
  OneOf,
  Page,
  PageQuery,
} from "#platform/http/contract/schemas.ts";
import { type Static, Type } from "#platform/http/contract/type/type.ts";

const exampleQuery =
  "response_type=code&client_id=https%3A%2F%2Fclaude.ai%2Foauth%2Fclaude-code-client-metadata&redirect_uri=http%3A%2F%2F127.0.0.1%3A53682%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&scope=time-entries%3Aread%20projects%3Aread&state=af0ifjsldkj";

const clientId = Type.String({
  description: "The id of the program: the address of a document that describes it, or an id from its registration.",
  examples: ["https://claude.ai/oauth/claude-code-client-metadata"],
});
const clientName = Type.String({
  description: "The program's name for itself. Any program may use any name.",
  examples: ["Claude Code"],
});
const clientHost = Nullable(
  Type.String({
    description:
      "The host with the program's description, which vouches for it; null for a program that registered itself.",
    examples: ["claude.ai"],
  }),
);
const redirectHost = Type.String({
  description: "The recipient of the response: a host, or the scheme of an installed program.",
  examples: ["127.0.0.1:53682"],
});
const isOwnMachine = Type.Boolean({ description: "Whether the recipient is on the person's own machine." });

const availableScopes = Type.Array(OneOf(scopes), {
  description:
    "All scopes that programs can have and that you have. You may give any of them, requested or not. Empty for another member's program.",
  examples: [["time-entries:read", "time-entries:write", "projects:read"]],
});

export const DescribeGrantRequest = Closed({
  request: Type.String({
    format: "text",
    minLength: 1,
    maxLength: 8_000,
    description: "The query of the address to which the program sent the browser (RFC 6749 §4.1.1), unchanged.",
    examples: [exampleQuery],
  }),
});

export const GrantRequest = Type.Object(
  {
    organizationId: Type.String({
      description: "The organization of this session, which the program would get access to.",
      examples: [exampleId("org")],
    }),
    clientId,
    clientName,
    clientHost,
    redirectHost,
    isOwnMachine,
    scopes: Type.Array(OneOf(scopes), {
      description: "The requested scopes that programs can have and that the person has.",
      examples: [["time-entries:read", "projects:read"]],
    }),
    availableScopes,
    mayConnect: Type.Boolean({ description: "Whether the person may connect programs in this organization." }),
    fault: Nullable(
      Type.String({ description: "Why the request cannot be granted; null if it can.", examples: [null] }),
    ),
    declineUrl: Type.String({
      description:
        "Redirect the browser to this address to decline the request, or to report the `fault` to the program.",
      examples: ["http://127.0.0.1:53682/callback?error=access_denied&state=af0ifjsldkj"],
    }),
  },
  { $id: "GrantRequest" },
);
export type GrantRequest = Static<typeof GrantRequest>;

export const CreateGrant = Closed(
  {
    ...DescribeGrantRequest.properties,
    organizationId: Type.String({
      description: "The organization that was shown to the person; it must be that of the session.",
      examples: [exampleId("org")],
    }),
    scopes: Type.Array(OneOf(scopes), {
      minItems: 1,
      uniqueItems: true,
      description: "The scopes to grant: any of the `availableScopes` of the request.",
      examples: [["time-entries:read", "projects:read"]],
    }),
    expiresAt: Nullable(Instant("When the grant ends; null means when someone ends it, or after 30 days without use.")),
  },
  {
    examples: [
      {
        request: exampleQuery,
        organizationId: exampleId("org"),
        scopes: ["time-entries:read"],
        expiresAt: "2199-03-01T08:00:00Z",
      },
    ],
  },
);
export type CreateGrant = Static<typeof CreateGrant>;

export const CreatedGrant = Type.Object(
  {
    redirectUrl: Type.String({
      description:
        "Redirect the browser to this address. It contains a code for the program, which can be used once, within 2 minutes.",
      examples: ["http://127.0.0.1:53682/callback?code=stintc_…&state=af0ifjsldkj&iss=https%3A%2F%2Ftime.example.com"],
    }),
  },
  { $id: "CreatedGrant" },
);

export const Grant = Type.Object(
  {
    id: Type.String({
      description: "The id of the grant, and of its key in the audit log.",
      examples: [exampleId("key")],
    }),
    userId: Type.String({ description: "The member who connected the program.", examples: [exampleId("user")] }),
    clientId,
    clientName,
    clientHost,
    redirectHost,
    isOwnMachine,
    scopes: Type.Array(OneOf(scopes), { description: "The scopes that it was given." }),
    availableScopes,
    createdAt: Instant("When the program was connected."),
    lastUsedAt: Nullable(Instant("When it was last used; written once a minute.")),
    lastUsedAddress: Nullable(
      Type.String({ description: "The address that last used it.", examples: ["203.0.113.7"] }),
    ),
    expiresAt: Nullable(Instant("When it ends; null means when someone ends it, or after 30 days without use.")),
  },
  { $id: "Grant" },
);
export type Grant = Static<typeof Grant>;

export const UpdateGrant = Closed(
  {
    scopes: Type.Optional(
      Type.Array(OneOf(scopes), {
        minItems: 1,
        uniqueItems: true,
        description: "All scopes that it keeps or gets: any of those that it has and of its `availableScopes`.",
      }),
    ),
  },
  { examples: [{ scopes: ["time-entries:read", "projects:read"] }] },
);
export type UpdateGrant = Static<typeof UpdateGrant>;

export const ListMemberGrants = Closed({
  userId: AnyOf(MemberId, "Only programs that this member connected; `me` is the key's own."),
  ...PageQuery,
});

export const GrantPage = Page(Grant);

export const Grants = Type.Object({ data: Type.Array(Grant, { description: "All usable grants of the member." }) });

import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { roles } from "#identity/access.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import {
  AnyOf,
  Closed,
  exampleId,
  Id,
  Instant,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Text,
} from "#platform/http/contract/schemas.ts";

const statuses = ["active", "deactivated"] as const;

export const role = OneOf(roles, { description: "The member's role, see docs/api/api-keys.md." });

const status = OneOf(statuses, {
  description: "Keys and sessions of deactivated members are refused; their entries and names are kept.",
});

export const Member = Type.Object(
  {
    userId: Type.String({
      description: "The id of the person, the same in every organization.",
      examples: [exampleId("user")],
    }),
    name: Type.String({ description: "The person's name, the same in every organization." }),
    email: Type.String({ description: "The address that the person signs in with." }),
    role,
    status,
    deactivatedAt: Nullable(Instant("When the member was deactivated.")),
    ...stored,
  },
  {
    $id: "Member",
    examples: [
      {
        userId: exampleId("user"),
        name: "Jo Smith",
        email: "jo@example.com",
        role: "member",
        status: "active",
        deactivatedAt: null,
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-02T16:30:00.250Z",
        version: 2,
      },
    ],
  },
);
export type Member = Static<typeof Member>;

export const UserIdParams = Type.Object({
  userId: Type.String({ description: "The id of the member.", examples: [exampleId("user")] }),
});

export const UpdateMember = Closed(
  { role: Type.Optional(role), status: Type.Optional(status) },
  { examples: [{ role: "manager" }] },
);
export type UpdateMember = Static<typeof UpdateMember>;

export const ListMembers = Closed({
  role: AnyOf(role, "Members with this role."),
  status: AnyOf(OneOf(statuses), "Members with this status."),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the name or address, ignoring case." })),
  ...PageQuery,
});

export const MemberPage = Page(Member);

export const TransferOwnership = Closed({ userId: Id(exampleId("user"), "The new owner: an active member.") });
export type TransferOwnership = Static<typeof TransferOwnership>;

export const OwnershipTransfer = Type.Object({ owner: Member, previousOwner: Member });

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

const statuses = ["pending", "expired", "accepted", "revoked"] as const;

const fields = {
  id: Type.String({ description: "The invitation's id.", examples: [exampleId("inv")] }),
  email: Type.String({ description: "In lower case, its domain in ASCII." }),
  role: OneOf(roles, { description: "The role that the person gets by accepting." }),
  teamId: Nullable(
    Type.String({
      description: "The team that the person joins by accepting, unless it has been deleted; null: none.",
    }),
  ),
  status: OneOf(statuses, { description: "`expired`: its 7 days are over, but it can be resent." }),
  invitedBy: Type.String({ description: "The member who created it, or last resent it." }),
  expiresAt: Instant("When its link expires: after 7 days."),
  acceptedAt: Nullable(Instant("When it was accepted.")),
  revokedAt: Nullable(Instant("When it was revoked.")),
  lastSentAt: Nullable(Instant("When the mail server last accepted an email with its link; null if it never did.")),
  mailError: Nullable(
    Type.String({
      description:
        "Why the mail server has not accepted the email with the current link: usually its reply. Null if no attempt has failed, or the email was accepted.",
    }),
  ),
  mailRetryAt: Nullable(Instant("After `mailError`: when the email is tried again; null if it is not.")),
  ...stored,
};

const example = {
  id: exampleId("inv"),
  email: "jo@example.com",
  role: "member",
  teamId: null,
  status: "pending",
  invitedBy: exampleId("user"),
  expiresAt: "2026-03-08T08:00:00Z",
  acceptedAt: null,
  revokedAt: null,
  lastSentAt: null,
  mailError: null,
  mailRetryAt: null,
  createdAt: "2026-03-01T08:00:00Z",
  updatedAt: "2026-03-01T08:00:00Z",
  version: 1,
};

export const Invitation = Type.Object(fields, { $id: "Invitation", examples: [example] });
export type Invitation = Static<typeof Invitation>;

export const SentInvitation = Type.Object(
  {
    ...fields,
    link: Type.String({
      description:
        "A link with which the person accepts. Shown only in this reply. Using it does not verify the address; an account with an unverified address needs the emailed link.",
    }),
    emailSent: Type.Boolean({
      description:
        "Whether an email with another link is being sent to the address. If not, pass `link` on to the person yourself.",
    }),
  },
  {
    $id: "SentInvitation",
    examples: [
      {
        ...example,
        link: "https://time.example.com/invitation#token=hZbl0ZlZ3pQ7yyv2hN0yq0mJ8zkqv0n0yB8h0p1wXoE",
        emailSent: false,
      },
    ],
  },
);
export type SentInvitation = Static<typeof SentInvitation>;

export const CreateInvitation = Closed(
  {
    email: Type.String({ format: "email", examples: ["jo@example.com"], description: "The person to invite." }),
    role: Type.Optional(OneOf(roles, { description: "The role, not above your own; defaults to `member`." })),
    teamId: Type.Optional(
      Id(exampleId("team"), "The team that the person joins by accepting. Needs the scope `teams:write` too."),
    ),
  },
  { examples: [{ email: "jo@example.com", role: "member" }] },
);
export type CreateInvitation = Static<typeof CreateInvitation>;

export const ListInvitations = Closed({
  status: AnyOf(OneOf(statuses), "Only invitations with this status."),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the address, ignoring case." })),
  ...PageQuery,
});

export const InvitationPage = Page(Invitation);

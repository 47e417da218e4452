import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { roles } from "#identity/access.ts";
import { Closed, exampleId, Instant, Name, Nullable, OneOf, Text } from "#platform/http/contract/schemas.ts";

const Email = Text({ maxLength: 320, description: "The email address.", examples: ["me@example.com"] });
// Permits longer texts than the password rules do, so that the rules report the error.
const Password = Text({
  maxLength: 1000,
  description: "The password; a new one must have 10 to 256 characters.",
  examples: ["lantern orbit sparrow"],
});
const Token = Text({ maxLength: 200, description: "The text after `#token=` in the link.", examples: ["3q2-7w"] });
const code = Type.Optional(
  Text({
    maxLength: 20,
    description: "The code of the authenticator app, if there is a second factor.",
    examples: ["123456"],
  }),
);
const recoveryCode = Type.Optional(
  Text({
    maxLength: 40,
    description: "One of the recovery codes, instead of `code`. Each works once.",
    examples: ["ABCDE-F2345"],
  }),
);
const organizationId = Type.String({ description: "The id of the organization.", examples: [exampleId("org")] });
const organizationName = Type.String({ description: "Name of the organization.", examples: ["My company"] });
const role = OneOf(roles, { description: "The person's role there, see docs/api/api-keys.md." });

export const Methods = Type.Object({
  password: Type.Literal(true, { description: "Always `true`: a person can sign in with a password." }),
  openId: Nullable(
    Type.Object(
      { name: Type.String({ description: "The label of its button.", examples: ["Example"] }) },
      { description: "The OpenID Connect provider; null if none is configured." },
    ),
  ),
  mail: Type.Boolean({ description: "Whether a password can be reset by mail." }),
  setUp: OneOf(["needed", "done"], { description: "`needed` until there is an organization." }),
});

export const SetUp = Closed(
  {
    token: Token,
    organizationName: Name("Name of the organization."),
    email: Email,
    name: Name("The owner's name."),
    password: Password,
    timeZone: Type.Optional(
      Type.String({
        format: "time-zone",
        description: "The IANA time zone that determines its days.",
        examples: ["Europe/Berlin"],
      }),
    ),
    currency: Type.Optional(
      Type.String({
        format: "currency",
        description: "The currency of all its amounts (ISO 4217).",
        examples: ["EUR"],
      }),
    ),
  },
  {
    examples: [
      {
        token: "3q2-7w",
        organizationName: "My company",
        email: "me@example.com",
        name: "Ada",
        password: "lantern orbit sparrow",
        timeZone: "Europe/Berlin",
        currency: "EUR",
      },
    ],
  },
);

export const InvitationLink = Closed({ token: Token });

export const InvitationPreview = Type.Object({
  organizationName: Type.String({ description: "Name of the organization.", examples: ["My company"] }),
  email: Type.String({ description: "Email address of the invited person.", examples: ["jo@example.com"] }),
  role: OneOf(roles, { description: "The role that the person gets by accepting." }),
  hasAccount: Nullable(
    Type.Boolean({
      description:
        "Whether that person already has an account here and must authenticate. Only the emailed link reveals it: null for the link in the reply, which the inviter sees.",
    }),
  ),
});

export const AcceptInvitation = Closed(
  {
    token: Token,
    name: Type.Optional(Name("The name of a new person.")),
    password: Type.Optional(Password),
    code,
    recoveryCode,
  },
  { examples: [{ token: "3q2-7w", name: "Jo Smith", password: "lantern orbit sparrow" }] },
);

export const SignIn = Closed(
  {
    email: Email,
    password: Password,
    code,
    recoveryCode,
    organizationId: Type.Optional(
      Type.String({
        description: "The organization, for a person who belongs to several.",
        examples: [exampleId("org")],
      }),
    ),
  },
  { examples: [{ email: "me@example.com", password: "lantern orbit sparrow" }] },
);

export const SignOut = Closed({
  sessionId: Type.Optional(
    Type.String({
      description:
        "The session to end: `key.id` from `GET /v1/me`. If the cookie belongs to another session, nothing happens. If omitted, the session of the cookie ends.",
      examples: [exampleId("key")],
    }),
  ),
});

export const SwitchOrganization = Closed({ organizationId });
export const Reauthenticate = Closed(
  { password: Password, code, recoveryCode },
  { examples: [{ password: "lantern orbit sparrow" }] },
);
export const ForgottenPassword = Closed({ email: Email });
export const ResetPassword = Closed({ token: Token, password: Password });

export const SignedIn = Type.Object(
  {
    user: Type.Object(
      {
        id: Type.String({ description: "The id of the person.", examples: [exampleId("user")] }),
        email: Type.String({ description: "The address that the person signs in with.", examples: ["me@example.com"] }),
        name: Type.String({ description: "Name of the person.", examples: ["Ada"] }),
      },
      { description: "The person who is signed in." },
    ),
    organization: Type.Object(
      { id: organizationId, name: organizationName },
      { description: "The organization of the session." },
    ),
    role,
    expiresAt: Instant("When the session ends, regardless of use."),
    organizations: Type.Array(Type.Object({ id: organizationId, name: organizationName, role }), {
      description: "All organizations that the person belongs to; change with `POST /auth/switch`.",
    }),
  },
  { $id: "SignedIn", description: "The session is in the cookie of the reply." },
);
export type SignedIn = Static<typeof SignedIn>;

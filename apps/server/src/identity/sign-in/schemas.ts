import { Type, type Static } from "#platform/http/type.ts";
import { roles } from "#identity/access.ts";
import { Closed, exampleId, Instant, Name, Nullable, OneOf, Text } from "#platform/http/schemas.ts";

const Email = Text({ maxLength: 320, description: "The e-mail address.", examples: ["me@example.com"] });
// Longer than the rules permit, so that the rules can name the fault.
const Password = Text({
  maxLength: 1000,
  description: "The password; a new one has 10 to 256 characters.",
  examples: ["lantern orbit sparrow"],
});
const Token = Text({ maxLength: 200, description: "The text behind `#token=` in the link.", examples: ["3q2-7w"] });
const code = Type.Optional(
  Text({ maxLength: 20, description: "Of the authenticator app, where a second factor is on.", examples: ["123456"] }),
);
const recoveryCode = Type.Optional(
  Text({ maxLength: 40, description: "Instead of `code`, once each.", examples: ["ABCDE-F2345"] }),
);
const organizationId = Type.String({ description: "The id of the organization.", examples: [exampleId("org")] });
const organizationName = Type.String({ description: "Name of the organization.", examples: ["My company"] });
const role = OneOf(roles, { description: "The person's rights there, see docs/api-keys.md." });

export const Methods = Type.Object({
  password: Type.Literal(true, { description: "Always: a person can sign in with a password." }),
  openId: Nullable(
    Type.Object(
      { name: Type.String({ description: "The label of its button.", examples: ["Example"] }) },
      { description: "The provider of OpenID Connect; null: none is set up." },
    ),
  ),
  mail: Type.Boolean({ description: "Whether a forgotten password can be asked for by mail." }),
  setUp: OneOf(["needed", "done"], { description: "`needed` until there is an organization." }),
});

export const SetUp = Closed(
  {
    token: Token,
    organizationName: Name(200, "Name of the organization."),
    email: Email,
    name: Name(200, "The owner's name."),
    password: Password,
    timeZone: Type.Optional(
      Type.String({
        format: "time-zone",
        description: "IANA time zone in which its days are cut.",
        examples: ["Europe/Berlin"],
      }),
    ),
    currency: Type.Optional(
      Type.String({
        format: "currency",
        description: "The one currency of its money (ISO 4217).",
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
  email: Type.String({ description: "E-mail address of the invited person.", examples: ["jo@example.com"] }),
  role: OneOf(roles, { description: "The role that the person gets by accepting." }),
  hasAccount: Nullable(
    Type.Boolean({
      description:
        "Whether that person has an account here already, to be proved. Only the link of the mail tells: null for the link of the reply, which whoever invites is shown.",
    }),
  ),
});

export const AcceptInvitation = Closed(
  {
    token: Token,
    name: Type.Optional(Name(200, "Of a new person.")),
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
      Type.String({ description: "Which organization, for who belongs to several.", examples: [exampleId("org")] }),
    ),
  },
  { examples: [{ email: "me@example.com", password: "lantern orbit sparrow" }] },
);

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
      { description: "Where the session works." },
    ),
    role,
    expiresAt: Instant("When the session ends however much it is used."),
    organizations: Type.Array(Type.Object({ id: organizationId, name: organizationName, role }), {
      description: "All that the person belongs to; change with `POST /auth/switch`.",
    }),
  },
  { $id: "SignedIn", description: "The session is in the cookie that comes with it." },
);
export type SignedIn = Static<typeof SignedIn>;

export const Accepted = Type.Null({ description: "If somebody has this address, a mail is on its way." });
export const NothingLeft = Type.Null({ description: "Done." });

import { Type, type Static } from "#platform/http/type.ts";
import { scopes } from "#identity/access.ts";
import { role } from "#identity/members/schemas.ts";
import { weekDays } from "#identity/organizations/queries.ts";
import { Closed, exampleId, Instant, Name, Nullable, OneOf } from "#platform/http/schemas.ts";

const scope = OneOf(scopes);

const preferenceFields = {
  language: Nullable(OneOf(["en", "de"], { description: "Of the dashboard; null: the device's." })),
  theme: Nullable(OneOf(["light", "dark"], { description: "Null: the device's." })),
  weekStart: Nullable(OneOf(weekDays, { description: "The first day of the week; null: the organization's." })),
  clock: Nullable(OneOf(["12", "24"], { description: "Hours of the clock; null: as the device's locale has it." })),
  durations: OneOf(["clock", "decimal"], { description: "`1:30` or `1.5`. At first `clock`." }),
  timeZone: Nullable(
    Type.String({
      format: "time-zone",
      description: "IANA time zone in which days are shown; null: the organization's.",
      examples: ["Europe/Berlin"],
    }),
  ),
  shortcuts: Type.Boolean({ description: "Whether single keys act as shortcuts. At first `true`." }),
};

const Preferences = Type.Object(preferenceFields, {
  description: "How the person likes the dashboard: the same in every organization.",
});
export type Preferences = Static<typeof Preferences>;

export const Me = Type.Object(
  {
    user: Type.Object(
      {
        id: Type.String({ description: "The id of the person." }),
        name: Type.String({ description: "Name of the person." }),
        email: Type.String({ description: "The address that the person signs in with." }),
      },
      { description: "The caller." },
    ),
    organization: Type.Object(
      {
        id: Type.String({ description: "The id of the organization." }),
        name: Type.String({ description: "Name of the organization." }),
        currency: Type.String({ format: "currency", description: "The one currency of its money (ISO 4217)." }),
        timeZone: Type.String({ format: "time-zone", description: "IANA time zone in which its days are cut." }),
        weekStart: OneOf(weekDays, { description: "The first day of its weeks." }),
      },
      { description: "Where the key works." },
    ),
    role,
    preferences: Preferences,
    scopes: Type.Array(scope, {
      description: "The effective rights of this key: those that its scopes and the role both allow.",
    }),
    key: Type.Object(
      {
        id: Type.String({ description: "The id of the key or session; no secret." }),
        kind: OneOf(["api", "session"], { description: "An API key, or the session of a person who signed in." }),
        name: Type.String({ description: "Of a key its name, of a session its browser and system." }),
        expiresAt: Nullable(Instant("When it ends by itself; null: never.")),
      },
      { description: "The key that this request came with." },
    ),
    organizations: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ description: "The id of the organization." }),
          name: Type.String({ description: "Name of the organization." }),
          role,
        }),
        {
          description: "All organizations of which this person is an active member. Shown to sessions only.",
        },
      ),
    ),
    signIn: Type.Optional(
      Type.Object(
        {
          hasPassword: Type.Boolean({
            description: "Whether there is a password; without one by OpenID Connect only.",
          }),
          hasSecondFactor: Type.Boolean({ description: "Whether codes of an authenticator app are asked for." }),
          recoveryCodesLeft: Type.Integer({ description: "Recovery codes that were not used yet." }),
        },
        { description: "By what this person signs in. Shown to sessions only." },
      ),
    ),
  },
  {
    $id: "Me",
    examples: [
      {
        user: { id: exampleId("user"), name: "Jo Smith", email: "jo@example.com" },
        organization: {
          id: exampleId("org"),
          name: "My company",
          currency: "EUR",
          timeZone: "Europe/Berlin",
          weekStart: "monday",
        },
        role: "member",
        preferences: {
          language: null,
          theme: "dark",
          weekStart: null,
          clock: "24",
          durations: "clock",
          timeZone: null,
          shortcuts: true,
        },
        scopes: ["time-entries:read", "time-entries:write", "projects:read"],
        key: { id: exampleId("key"), kind: "api", name: "My script", expiresAt: null },
      },
    ],
  },
);
export type Me = Static<typeof Me>;

export const UpdateMe = Closed(
  {
    name: Type.Optional(Name(200, "Your name, in every organization of which you are a member.")),
    preferences: Type.Optional(
      Closed(Type.Partial(Type.Object(preferenceFields)).properties, {
        description: "Changes those that it names. Null follows the organization or the device again.",
      }),
    ),
  },
  { examples: [{ preferences: { theme: "dark", clock: "24" } }] },
);
export type UpdateMe = Static<typeof UpdateMe>;

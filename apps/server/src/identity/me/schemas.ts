import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { scopes } from "#identity/access.ts";
import { role } from "#identity/members/schemas.ts";
import { weekDays } from "#identity/organizations/week-days.ts";
import { Approvals } from "#identity/organizations/schemas.ts";
import { aboutNotices, defaultNotices, ofEachKind } from "./notice-preferences.ts";
import { Closed, exampleId, IdOf, Instant, Name, Nullable, OneOf, Text } from "#platform/http/contract/schemas.ts";
import { languages } from "#texts/texts.ts";

const scope = OneOf(scopes);

const noticeWays = {
  mail: Type.Boolean({ description: "By mail, if the service can send mail." }),
  dashboard: Type.Boolean({ description: "In the dashboard and in `GET /notices`." }),
};

const Notices = Type.Object(
  ofEachKind((kind) => Type.Object(noticeWays, { description: aboutNotices[kind] })),
  { description: "The notices that the person gets, and where." },
);

const ChangedNotices = Closed(
  ofEachKind((kind) =>
    Type.Optional(
      Closed(
        { mail: Type.Optional(noticeWays.mail), dashboard: Type.Optional(noticeWays.dashboard) },
        { description: aboutNotices[kind] },
      ),
    ),
  ),
  { description: "The notices that you get, and where. Only the given ones change." },
);

const preferenceFields = {
  language: Nullable(OneOf(languages, { description: "The dashboard's language; null for the device's." })),
  theme: Nullable(OneOf(["light", "dark"], { description: "The dashboard's theme; null for the device's." })),
  weekStart: Nullable(OneOf(weekDays, { description: "The first day of the week; null for the organization's." })),
  clock: Nullable(
    OneOf(["12", "24"], { description: "12-hour or 24-hour clock; null to follow the device's locale." }),
  ),
  durations: OneOf(["clock", "decimal"], { description: "`1:30` or `1.5`. Initially `clock`." }),
  timeZone: Nullable(
    Type.String({
      format: "time-zone",
      description: "The IANA time zone in which days are shown; null for the organization's.",
      examples: ["Europe/Berlin"],
    }),
  ),
  density: OneOf(["compact", "comfortable"], {
    description: "How high rows are in the dashboard. Initially `compact`.",
  }),
  shortcuts: Type.Boolean({ description: "Whether single keys act as shortcuts. Initially `true`." }),
};

const Preferences = Type.Object(
  { ...preferenceFields, notices: Notices },
  { description: "The person's preferences: the same in every organization." },
);
export type Preferences = Static<typeof Preferences>;

export const defaultPreferences: Preferences = {
  language: null,
  theme: null,
  weekStart: null,
  clock: null,
  durations: "clock",
  timeZone: null,
  density: "compact",
  shortcuts: true,
  notices: defaultNotices,
};

const maxFavourites = 50;

const Favourite = Closed({
  projectId: { ...IdOf("proj"), description: "The project." },
  taskId: Nullable({ ...IdOf("task"), description: "The task; null for none in particular." }),
  description: Text({ maxLength: 2000, description: "The work; may be empty." }),
});
export type Favourite = Static<typeof Favourite>;

const exampleFavourite = { projectId: exampleId("proj"), taskId: exampleId("task"), description: "Stand-up" };

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
        currency: Type.String({ format: "currency", description: "The currency of all its amounts (ISO 4217)." }),
        timeZone: Type.String({ format: "time-zone", description: "The IANA time zone that determines its days." }),
        weekStart: OneOf(weekDays, { description: "The first day of its weeks." }),
        workingDays: Type.Array(OneOf(weekDays), { description: "Its working days, in the order of the week." }),
        approvals: Approvals,
      },
      { description: "The organization of the key." },
    ),
    role,
    preferences: Preferences,
    scopes: Type.Array(scope, {
      description: "The effective scopes of this key: those allowed by both its own scopes and the role.",
    }),
    key: Type.Object(
      {
        id: Type.String({ description: "The id of the key or session; not a secret." }),
        kind: OneOf(["api", "session"], {
          description: "An API key, the grant of a connected program, or the session of a person who signed in.",
        }),
        name: Type.String({ description: "The name of a key; the browser and system of a session." }),
        expiresAt: Nullable(Instant("When it expires; null: never.")),
      },
      { description: "The key that sent this request." },
    ),
    favourites: Type.Array(Favourite, {
      description:
        "The work that the member often starts in this organization, in the member's order. Its projects may since have been archived or hidden, and its tasks done.",
    }),
    unreadNotices: Type.Integer({
      description: "The number of unread notices that this key may read; 100 means 100 or more.",
    }),
    sharedLinkMaxDays: Type.Integer({
      description: "The maximum lifetime of a link to a saved report, in days: a setting of the service.",
    }),
    serverCommand: Type.String({
      description: "How the operator runs the commands of the service, which depends on how it was installed.",
      examples: ["stint-server"],
    }),
    publicUrl: Type.String({
      description: "The address that the links of this service begin with, from `PUBLIC_URL`.",
    }),
    organizations: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ description: "The id of the organization." }),
          name: Type.String({ description: "Name of the organization." }),
          role,
        }),
        {
          description: "All organizations that this person is an active member of. Shown to sessions only.",
        },
      ),
    ),
    signIn: Type.Optional(
      Type.Object(
        {
          hasPassword: Type.Boolean({
            description: "Whether there is a password; without one, the person signs in by OpenID Connect only.",
          }),
          hasSecondFactor: Type.Boolean({ description: "Whether signing in needs codes from an authenticator app." }),
          recoveryCodesLeft: Type.Integer({ description: "The number of unused recovery codes." }),
          deviceKey: Nullable(
            Type.String({
              description:
                "32 bytes in Base64, always the same for this person. The dashboard uses them to encrypt unsent changes, which stay in the browser after signing out. Null if the server has no `SECRET_KEY`.",
              examples: ["q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80="],
            }),
          ),
        },
        { description: "The person's credentials. Shown to sessions only." },
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
          workingDays: ["monday", "tuesday", "wednesday", "thursday", "friday"],
          approvals: { period: "month", from: "2026-03-01", ownApproval: false, graceMinutes: 5 },
        },
        role: "member",
        preferences: { ...defaultPreferences, theme: "dark", clock: "24" },
        scopes: ["time-entries:read", "time-entries:write", "projects:read"],
        key: { id: exampleId("key"), kind: "api", name: "My script", expiresAt: null },
        favourites: [exampleFavourite],
        unreadNotices: 2,
        sharedLinkMaxDays: 400,
        serverCommand: "stint-server",
        publicUrl: "https://time.example.com",
      },
    ],
  },
);
export type Me = Static<typeof Me>;

export const UpdateMe = Closed(
  {
    name: Type.Optional(Name("Your name, in every organization that you are a member of.")),
    preferences: Type.Optional(
      Closed(
        { ...Type.Partial(Type.Object(preferenceFields)).properties, notices: Type.Optional(ChangedNotices) },
        { description: "Changes only the given preferences. Null restores that of the organization or the device." },
      ),
    ),
    favourites: Type.Optional(
      Type.Array(Favourite, {
        maxItems: maxFavourites,
        description: "Replaces your favourites in this organization, in this order.",
      }),
    ),
  },
  { examples: [{ preferences: { theme: "dark", clock: "24" } }] },
);
export type UpdateMe = Static<typeof UpdateMe>;

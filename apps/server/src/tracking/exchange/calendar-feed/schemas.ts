import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { Closed, exampleId, Id, Instant, Nullable, OneOf, when } from "#platform/http/contract/schemas.ts";

const scopeOfFeed = OneOf(["own", "team"], {
  description: "Whether it contains your own entries, or those of a team.",
});

export const usualDays = 90;

const days = {
  minimum: 1,
  maximum: 366,
  description:
    "The feed contains the entries that started at most this many days before it is read, and all later ones.",
  examples: [usualDays],
};

const fields = {
  scope: scopeOfFeed,
  teamId: Nullable(Type.String({ description: "The team whose members' entries it contains; null for your own." })),
  days: Type.Integer(days),
  createdAt: Instant("When it was created."),
  lastReadAt: Nullable(Instant("When it was last read, to the minute; null if never.")),
};

const example = { scope: "own", teamId: null, days: 90, createdAt: "2026-03-01T08:00:00Z" };

export const CalendarFeed = Type.Object(fields, {
  $id: "CalendarFeed",
  examples: [{ ...example, lastReadAt: "2026-03-02T16:30:00.250Z" }],
});
export type CalendarFeed = Static<typeof CalendarFeed>;

/** An object rather than a 404, because most members have no feed. */
export const CurrentCalendarFeed = Type.Object(
  {
    feed: Type.Union([CalendarFeed, Type.Null()], { description: "Your feed; null if you have none." }),
  },
  { $id: "CurrentCalendarFeed", examples: [{ feed: { ...example, lastReadAt: "2026-03-02T16:30:00.250Z" } }] },
);

export const NewCalendarFeed = Type.Object(
  {
    feed: CalendarFeed,
    address: Type.String({
      description: "The address for a calendar program. Anyone who knows it can read the feed. Shown only here.",
    }),
  },
  {
    $id: "NewCalendarFeed",
    examples: [
      {
        feed: { ...example, lastReadAt: null },
        address: "https://stint.example.com/feeds/calendar/kq0TqNWwTq0z0T1eQ2cJ9m4oVbX7yLr5sHfD3aGpUuE.ics",
      },
    ],
  },
);

export const CreateCalendarFeed = Closed(
  {
    scope: scopeOfFeed,
    teamId: Type.Optional(Id(exampleId("team"), "The team, for the scope `team`; you must be able to read it.")),
    days: Type.Optional(Type.Integer({ ...days, default: usualDays })),
  },
  { examples: [{ scope: "own", days: 90 }] },
);
export type CreateCalendarFeed = Static<typeof CreateCalendarFeed>;

/** What `readTeam` requires, for the OpenAPI document. */
export const feedRules = {
  allOf: [
    when("scope", "team", { required: ["teamId"], properties: { teamId: true } }),
    when("scope", "own", { properties: { teamId: false } }),
  ],
};

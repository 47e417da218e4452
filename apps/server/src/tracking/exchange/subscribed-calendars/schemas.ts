import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { Closed, exampleId, Instant, Name, Nullable, urlWith } from "#platform/http/contract/schemas.ts";

const id = Type.String({ description: "Its id.", examples: [exampleId("cal")] });

export const SubscribedCalendar = Type.Object(
  {
    id,
    name: Type.String({ description: "Your name for it." }),
    host: Type.String({ description: "The server of its address. The address itself is never shown." }),
    readAt: Instant("When it was last read successfully."),
    nextReadAt: Instant("When it will be read next, to the minute."),
    error: Nullable(
      Type.String({ description: "Why it could not be read since then, as a sentence; null if it could." }),
    ),
    warnings: Type.Array(Type.String(), {
      description:
        "Warnings about parts that could not be read as intended, such as an unknown time zone, as sentences.",
    }),
    createdAt: Instant("When it was added."),
  },
  {
    $id: "SubscribedCalendar",
    examples: [
      {
        id: exampleId("cal"),
        name: "Work",
        host: "calendar.example.com",
        readAt: "2026-03-02T16:30:00.250Z",
        nextReadAt: "2026-03-02T17:30:00.250Z",
        error: null,
        warnings: [],
        createdAt: "2026-03-01T08:00:00Z",
      },
    ],
  },
);
export type SubscribedCalendar = Static<typeof SubscribedCalendar>;

/** The maximum number of a member's calendars. */
export const maxCalendars = 5;

export const SubscribedCalendars = Type.Object({
  data: Type.Array(SubscribedCalendar, { description: `Your calendars, oldest first; at most ${maxCalendars}.` }),
});

export const SubscribeToCalendar = Closed(
  {
    name: Name("Your name for it.", 100),
    address: Type.String({
      maxLength: 2000,
      description:
        "The address of an iCalendar file (RFC 5545): `https://`, `http://`, `webcals://` (https) or `webcal://` (https if possible, otherwise http). Calendar programs often call it the secret address in iCal format.",
      examples: ["https://calendar.example.com/private/basic.ics"],
      "x-rules": { pattern: urlWith("http|https|webcal|webcals") },
    }),
  },
  { examples: [{ name: "Work", address: "https://calendar.example.com/private/basic.ics" }] },
);
export type SubscribeToCalendar = Static<typeof SubscribeToCalendar>;

const day = (description: string) => Type.String({ format: "date", description, examples: ["2026-03-02"] });

/** The maximum number of days in a list of events. */
export const longestSpanDays = 62;

export const EventsQuery = Closed({
  from: Type.Optional(day("The first day, in your time zone. If neither day is given, today.")),
  to: Type.Optional(
    day(
      `The last day, inclusive; at most ${longestSpanDays} days in all. If only one of the two days is given, only that day is returned.`,
    ),
  ),
});

const common = {
  id: Type.String({ description: "Identifies this occurrence of the event as long as it is in the calendar." }),
  calendarId: Type.String({ description: "Its calendar.", examples: [exampleId("cal")] }),
  title: Type.String({ description: "Its title in one line; empty if it has none." }),
};

export const CalendarEvents = Type.Object(
  {
    events: Type.Array(
      Type.Object({
        ...common,
        startedAt: Instant("When it begins."),
        endedAt: Instant("When it ends, less than a day later."),
      }),
      { description: "Events with times, earliest first." },
    ),
    days: Type.Array(
      Type.Object({
        ...common,
        startDate: day("Its first day."),
        endDate: day("Its last day."),
      }),
      { description: "All-day events, and those of a day or longer, earliest first." },
    ),
  },
  {
    $id: "CalendarEvents",
    examples: [
      {
        events: [
          {
            id: "b6fZ0Qh3nKxkq2sV1mYt7A",
            calendarId: exampleId("cal"),
            title: "Stand-up",
            startedAt: "2026-03-02T08:00:00Z",
            endedAt: "2026-03-02T08:15:00Z",
          },
        ],
        days: [
          {
            id: "Yw0r9dQnC4mK7uTt2kPz5g",
            calendarId: exampleId("cal"),
            title: "Trade fair",
            startDate: "2026-03-02",
            endDate: "2026-03-03",
          },
        ],
      },
    ],
  },
);
export type CalendarEvents = Static<typeof CalendarEvents>;

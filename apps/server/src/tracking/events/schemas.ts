import { Type, type Static } from "#platform/http/type.ts";
import { AnyOf, Closed, exampleId, Instant, OneOf, Page, PageQuery } from "#platform/http/schemas.ts";
import { eventTypes } from "#tracking/webhooks/event-types.ts";
import { readableTypes } from "./reader.ts";

const types = AnyOf(
  OneOf(readableTypes),
  "Only events of these types; a type that the key may not read is 403. Without it all that it may read, except `audit.sealed`.",
);

const cursor = (description: string) => Type.Optional(Type.String({ format: "text", maxLength: 8000, description }));

export const ListEvents = Closed({
  types,
  limit: PageQuery.limit,
  cursor: cursor(
    "`nextCursor` or `resumeCursor` of a page before, or the `id` of an event of the stream, with the same `types`. `now` begins behind everything that has happened. Without it the list begins 30 days ago.",
  ),
});
export type ListEvents = Static<typeof ListEvents>;

const Event = Type.Object(
  {
    id: Type.String({ description: "The same as `webhook-id`. An event that comes again has the same." }),
    type: OneOf(eventTypes, { description: "The type of the event." }),
    timestamp: Instant("When it happened."),
    apiVersion: Type.Literal("v1", { description: "The version of the API that it is shown as." }),
    organizationId: Type.String({ description: "Where it happened." }),
    data: Type.Object(
      {
        object: Type.Unsafe<object>({ type: "object", description: "The object of the event, as the API shows it." }),
        previous: Type.Optional(
          Type.Unsafe<object>({ type: "object", description: "The former values of the fields that changed." }),
        ),
      },
      { description: "The state after the event, and what it was before." },
    ),
  },
  {
    $id: "WebhookEvent",
    description: "An event: the body that a webhook is sent. `GET /event-types` has a schema for each type.",
    examples: [
      {
        id: exampleId("evt"),
        type: "client.deleted",
        timestamp: "2026-03-02T16:30:00.250Z",
        apiVersion: "v1",
        organizationId: exampleId("org"),
        data: { object: { id: exampleId("client"), name: "Acme" } },
      },
    ],
  },
);

export const EventPage = Page(Event, {
  resumeCursor: Type.String({
    description:
      "Behind the last event of this page, also at the end of the list: ask with it as `cursor` for what comes after. No event is missed, not even one that was being committed meanwhile.",
  }),
});

export const StreamEvents = Closed({
  types,
  cursor: cursor(
    "As `Last-Event-ID`, for a client that cannot send it; the header counts if both are there. Also a cursor of `GET /events` with the same `types`.",
  ),
});

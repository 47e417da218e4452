import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { AnyOf, Closed, exampleId, Instant, OneOf, Page, PageQuery } from "#platform/http/contract/schemas.ts";
import { eventTypes } from "#tracking/exchange/event-catalogue/event-types.ts";
import { readableTypes } from "./reader.ts";

const types = AnyOf(
  OneOf(readableTypes),
  "Only events of these types; a type that the key may not read is 403. By default all types that the key may read, except `audit.sealed` and those of billing batches and timesheets, which only sessions get by default.",
);

const cursor = (description: string) => Type.Optional(Type.String({ format: "text", maxLength: 8000, description }));

export const ListEvents = Closed({
  types,
  limit: PageQuery.limit,
  cursor: cursor(
    "`nextCursor` or `resumeCursor` of an earlier page, or the `id` of an event of the stream, with the same `types`. `now` begins after everything that has happened. Without it, the list begins 30 days ago.",
  ),
});
export type ListEvents = Static<typeof ListEvents>;

const Event = Type.Object(
  {
    id: Type.String({ description: "The same as `webhook-id`. A repeated event has the same id." }),
    type: OneOf(eventTypes, { description: "The type of the event." }),
    timestamp: Instant("When it happened."),
    apiVersion: Type.Literal("v1", { description: "The version of the API that defines its format." }),
    organizationId: Type.String({ description: "The organization in which it happened." }),
    data: Type.Object(
      {
        object: Type.Unsafe<object>({ type: "object", description: "The object of the event, in the API's format." }),
        previous: Type.Optional(
          Type.Unsafe<object>({ type: "object", description: "The previous values of the fields that changed." }),
        ),
      },
      { description: "The state after the event, and the previous values." },
    ),
  },
  {
    $id: "WebhookEvent",
    description: "An event: the body sent to webhooks. `GET /event-types` has a schema for each type.",
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
      "The cursor after the last event of this page, returned even at the end of the list. Pass it as `cursor` to get later events. No event is missed, even if it is still being committed.",
  }),
});

export const StreamEvents = Closed({
  types,
  cursor: cursor(
    "For clients that cannot send `Last-Event-ID`; the header takes precedence. Also accepts a cursor of `GET /events` with the same `types`.",
  ),
});

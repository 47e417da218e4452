import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import {
  AnyOf,
  Closed,
  Instant,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  exampleId,
} from "#platform/http/contract/schemas.ts";
import { deliveryStatuses } from "./queries.ts";

const Attempt = Type.Object({
  at: Instant("When it was created."),
  durationMs: Type.Integer({ description: "Its duration, in milliseconds." }),
  status: Nullable(Type.Integer({ description: "The status of the reply; null if there was none." })),
  error: Nullable(Type.String({ description: "Why there was no reply, or why it does not count as success." })),
  responseBody: Nullable(
    Type.String({
      description:
        "The first 4 kB of the reply; null if there was none. Because the reply may repeat what was sent, it is also null if you may not read that, which needs `costs:read` if the event contained money.",
    }),
  ),
});

export const Delivery = Type.Object(
  {
    id: Type.String({ description: "The id of the delivery.", examples: [exampleId("dlv")] }),
    eventId: Type.String({ description: "The event's id, which the receiver sees as `webhook-id`." }),
    type: Type.String({ description: "The event's type." }),
    status: OneOf(deliveryStatuses, {
      description: "`failed` after the last attempt; `cancelled` if the endpoint was disabled or deleted before that.",
    }),
    createdAt: stored.createdAt,
    nextAttemptAt: Nullable(Instant("When the next attempt is due; null if there is none.")),
    attempts: Type.Array(Attempt, { description: "Oldest first." }),
  },
  {
    $id: "Delivery",
    examples: [
      {
        id: exampleId("dlv"),
        eventId: exampleId("evt"),
        type: "time_entry.created",
        status: "pending",
        createdAt: "2026-03-01T09:00:00Z",
        nextAttemptAt: "2026-03-01T09:00:05.200Z",
        attempts: [
          { at: "2026-03-01T09:00:00.150Z", durationMs: 92, status: 503, error: null, responseBody: "Try later" },
        ],
      },
    ],
  },
);
export type Delivery = Static<typeof Delivery>;

export const ListDeliveries = Closed({
  status: AnyOf(OneOf(deliveryStatuses), "Only deliveries with this status."),
  ...PageQuery,
});
export const DeliveryPage = Page(Delivery);
export const DeliveryParams = Type.Object({
  id: Type.String({ description: "The id of the endpoint." }),
  deliveryId: Type.String({ description: "The id of the delivery." }),
});

export const ReplayDeliveries = Closed({
  since: Instant(
    "Starts from this instant. Deliveries and missed events are kept for 30 days: an earlier instant means all of them.",
  ),
});
export type ReplayDeliveries = Static<typeof ReplayDeliveries>;
export const Replayed = Type.Object({
  redelivered: Type.Integer({ description: "Failed or cancelled deliveries that are being resent." }),
  missed: Type.Integer({
    description: "Events that were not sent because the endpoint was disabled, and are being sent now.",
  }),
  hasMore: Type.Boolean({
    description:
      "Whether the replay stopped at 10,000 deliveries, or earlier because 25,000 of the organization were pending. Repeat the request for the rest.",
  }),
});

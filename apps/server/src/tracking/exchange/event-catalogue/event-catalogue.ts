import { Type, type TObject, type TSchema } from "#platform/http/contract/type/type.ts";
import { Instant, exampleId } from "#platform/http/contract/schemas.ts";
import { declarationOf, type EventType, eventTypes } from "./event-types.ts";

export interface CatalogueEntry {
  type: EventType;
  description: string;
  /** The schema of the event's whole body. */
  schema: TSchema;
  example: object;
}

/** The headers of a delivery: those of Standard Webhooks 1.0 and one of our own. */
export const deliveryHeaders = [
  ["webhook-id", "The event's id: the same for every attempt, endpoint, redelivery and replay."],
  ["webhook-timestamp", "When this attempt was made, in seconds since 1970."],
  [
    "webhook-signature",
    "`v1,` and the base64 of the HMAC-SHA256 of id.timestamp.body; several are separated by spaces.",
  ],
  ["stint-attempt", "The number of this attempt within its delivery, starting from 1. Not signed."],
] as const;

export const eventCatalogue: readonly CatalogueEntry[] = eventTypes.map((type) => {
  const {
    resource,
    event: description = "",
    previous: former,
    sometimesPrevious = false,
    example,
  } = declarationOf(type);
  const { schema: object } = resource;
  const [shown] = (object as { examples?: object[] }).examples ?? [];
  return {
    type,
    description,
    schema: Type.Object({
      id: Type.String({
        description: "The same for every attempt, endpoint, redelivery and replay; also `webhook-id`.",
      }),
      type: Type.Literal(type, { description: "The type of the event." }),
      timestamp: Instant("When it happened."),
      apiVersion: Type.Literal("v1", { description: "The version of the API that defines its format." }),
      organizationId: Type.String({ description: "The organization in which it happened." }),
      data: Type.Object(
        {
          object,
          ...(former === undefined ? {} : { previous: formerFields(object) }),
          ...(sometimesPrevious ? { previous: Type.Optional(formerFields(object)) } : {}),
        },
        { description: "The state after the event, and the previous values." },
      ),
    }),
    example: {
      id: exampleId("evt"),
      type,
      timestamp: "2026-03-02T16:30:00.250Z",
      apiVersion: "v1",
      organizationId: exampleId("org"),
      data: {
        object: { ...shown, ...example },
        ...(former === undefined ? {} : { previous: former }),
      },
    },
  };
});

function formerFields(object: TObject): TSchema {
  const { version: _, updatedAt: _at, ...fields } = object.properties;
  return Type.Unsafe<object>({
    type: "object",
    "x-part": `Previous${(object as { $id?: string }).$id}`,
    properties: fields,
    additionalProperties: false,
    description: "The previous values of the fields that changed, without values that were not shown at that time.",
  });
}

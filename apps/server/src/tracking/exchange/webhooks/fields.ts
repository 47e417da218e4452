import type { Fields } from "#platform/fields/fields.ts";
import { exampleId, Id, Nullable, OneOf, Text } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";

/** The fields that callers set. */
export const webhookFields = {
  url: {
    schema: Text({
      minLength: 1,
      maxLength: 2000,
      description: "Where events are sent: http or https, without credentials.",
      examples: ["https://example.com/hook"],
    }),
  },
  events: {
    schema: Type.Array(Type.String({ format: "text", maxLength: 100, examples: ["time_entry.created"] }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description:
        "Event types; see `GET /event-types`. `*` means all types, including those added later, except `audit.sealed` and those of billing batches and timesheets, which must be listed by name.",
    }),
    initial: ["*"],
  },
  description: {
    schema: Text({ maxLength: 500, description: "The purpose of the endpoint." }),
    initial: "",
    nullResets: true,
  },
  projectId: {
    schema: Nullable(
      Id(exampleId("proj"), "Only events in this project: its entries, timers, tasks, budget, and the project itself."),
    ),
    initial: null,
  },
  status: {
    schema: OneOf(["active", "disabled"], {
      description: "Nothing is sent to a disabled endpoint; disabling cancels pending deliveries.",
    }),
    initial: "active",
  },
} as const satisfies Fields;

import type { Fields } from "#platform/fields/fields.ts";
import { Name, Nullable, OneOf, Text } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";

export const taskFields = {
  name: { column: "name", schema: Name(200, "Name of the task.") },
  description: {
    column: "description",
    schema: Text({ maxLength: 2000, description: "Free text; empty if there is none." }),
    initial: "",
    nullResets: true,
  },
  status: {
    column: "status",
    schema: OneOf(["open", "done"], {
      description: "A task that is done keeps its entries but accepts no new ones.",
    }),
    initial: "open",
  },
  billable: {
    column: "billable",
    schema: Nullable(
      Type.Boolean({
        description: "The default for its entries; null if it is inherited from the project.",
      }),
    ),
    initial: null,
  },
  estimateSeconds: {
    column: "estimate_seconds",
    schema: Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: "Planned effort in seconds." })),
    initial: null,
  },
} as const satisfies Fields;

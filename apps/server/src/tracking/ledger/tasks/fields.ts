import type { Fields } from "#platform/fields/fields.ts";
import { Name, Nullable, OneOf, Text } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";

export const taskFields = {
  name: { schema: Name("Name of the task.") },
  description: {
    schema: Text({ maxLength: 2000, description: "Free text; empty if there is none." }),
    initial: "",
    nullResets: true,
  },
  status: {
    schema: OneOf(["open", "done"], {
      description: "A task that is done keeps its entries but accepts no new ones.",
    }),
    initial: "open",
  },
  billable: {
    schema: Nullable(
      Type.Boolean({
        description: "The default for its entries; null if it is inherited from the project.",
      }),
    ),
    initial: null,
  },
  estimateSeconds: {
    schema: Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: "Planned effort in seconds." })),
    initial: null,
  },
} as const satisfies Fields;

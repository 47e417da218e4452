import type { Fields } from "#platform/fields/fields.ts";
import { Name, Text } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";

export const clientFields = {
  name: { schema: Name("Name of the client.") },
  note: {
    schema: Text({ maxLength: 2000, description: "Free text; empty if there is none." }),
    initial: "",
    nullResets: true,
  },
  archived: {
    schema: Type.Boolean({ description: "Archived clients keep their projects but are not offered for selection." }),
    initial: false,
  },
} as const satisfies Fields;

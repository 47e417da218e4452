import type { Fields } from "#platform/fields/fields.ts";
import { exampleId, Id, Name } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";

export const maxMembers = 1000;

export const teamFields = {
  name: { schema: Name("Name of the team.") },
  memberIds: {
    schema: Type.Array(Id(exampleId("user")), {
      maxItems: maxMembers,
      uniqueItems: true,
      description:
        "The members whose time the leads can read and write, including time from before they joined the team.",
    }),
    initial: [],
    nullResets: true,
  },
  leadIds: {
    schema: Type.Array(Id(exampleId("user")), {
      maxItems: 100,
      uniqueItems: true,
      description:
        "The leads of the team: members with the role `member` or higher. While a lead is deactivated or a viewer, they have no rights over the team.",
    }),
    initial: [],
    nullResets: true,
  },
  showsMoney: {
    schema: Type.Boolean({
      description:
        "Whether leads see `rateMinor`, `rateSource` and `amountMinor` of the members' entries. Leads never see costs, margins and budgets.",
    }),
    initial: false,
  },
} as const satisfies Fields;

import type { Field } from "#platform/fields/fields.ts";
import { exampleId, Id, Name, Nullable, OneOf, Text } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";

interface ProjectField extends Field {
  /**
   * Whether imports read the field from files. False for the name, the client and the status, because imports match
   * projects by these.
   */
  inFiles: boolean;
}

export const longestCode = 40;

/** All fields except `rounding`, which uses two columns, and `budget`, which not everyone may see or set. */
export const projectFields = {
  name: { schema: Name("Name of the project."), inFiles: false },
  code: {
    schema: Nullable(
      Text({ minLength: 1, maxLength: longestCode, description: "Your short code for it, such as `WEB-1`." }),
    ),
    initial: null,
    inFiles: true,
  },
  clientId: {
    schema: Nullable(Id(exampleId("client"), "The client that the project is for.")),
    initial: null,
    inFiles: false,
  },
  color: {
    schema: Nullable(
      Type.String({
        pattern: "^#[0-9a-fA-F]{6}$",
        description: "`#rrggbb`. A project created without it gets the least used of 24 colours; null means none.",
        examples: ["#3b82f6"],
      }),
    ),
    initial: null,
    inFiles: true,
  },
  description: {
    schema: Text({ maxLength: 2000, description: "Free text; empty if there is none." }),
    initial: "",
    nullResets: true,
    inFiles: false,
  },
  status: {
    schema: OneOf(["active", "archived"], {
      description: "An archived project keeps its entries but accepts no new ones.",
    }),
    initial: "active",
    inFiles: false,
  },
  visibility: {
    schema: OneOf(["organization", "members"], {
      description:
        "Who can see the project: everyone in the organization, or only the members in `memberIds` and all managers, admins and owners. For everyone else, the project does not exist, and neither do its entries, except their own.",
    }),
    initial: "organization",
    inFiles: false,
  },
  billable: {
    schema: Type.Boolean({
      description: "The default for its entries, unless their task has another.",
    }),
    initial: true,
    inFiles: true,
  },
  memberIds: {
    schema: Type.Array(Id(exampleId("user")), {
      maxItems: 500,
      uniqueItems: true,
      description:
        "The members who can see it while `visibility` is `members`. The list is kept when `visibility` changes.",
    }),
    initial: [],
    nullResets: true,
    inFiles: false,
  },
} as const satisfies Record<string, ProjectField>;

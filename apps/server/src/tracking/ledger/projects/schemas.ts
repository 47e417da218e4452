import { bodySchemas, shownSchemas, withInitial } from "#platform/fields/fields.ts";
import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import { Budget, BudgetInput, budgetRules } from "#tracking/ledger/budgets/schemas.ts";
import {
  AnyOf,
  Closed,
  exampleId,
  IdOf,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Text,
} from "#platform/http/contract/schemas.ts";
import { unbilledFields } from "#tracking/ledger/unbilled/schemas.ts";
import { projectFields } from "./fields.ts";

const rounding = Nullable(
  Closed(
    {
      mode: OneOf(["up", "nearest", "down"], { description: "The direction of rounding; `nearest` rounds a half up." }),
      minutes: Type.Integer({
        minimum: 1,
        maximum: 1440,
        description: "Durations are rounded to a multiple of this many minutes.",
      }),
    },
    {
      "x-part": "Rounding",
      description:
        "How an entry's `billableSeconds` are computed from its duration, when the entry is written. The duration itself is never changed.",
    },
  ),
);

export const Project = Type.Object(
  {
    id: Type.String({ description: "The id of the project.", examples: [exampleId("proj")] }),
    ...shownSchemas(projectFields),
    rounding,
    budget: Type.Optional(
      Nullable({
        ...Budget,
        "x-part": "Budget",
        description: "Absent if it limits money and the key may not see costs.",
      } as typeof Budget),
    ),
    ...unbilledFields,
    ...stored,
  },
  {
    $id: "Project",
    examples: [
      withInitial(projectFields, {
        id: exampleId("proj"),
        name: "Website",
        code: "WEB-1",
        clientId: exampleId("client"),
        color: "#3b82f6",
        description: "",
        status: "active",
        billable: true,
        rounding: { mode: "up", minutes: 15 },
        budget: {
          kind: "time",
          seconds: 144_000,
          period: "monthly",
          startsOn: null,
          billableOnly: true,
          alertPercents: [80, 100],
          onExceed: "warn",
        },
        visibility: "members",
        memberIds: [exampleId("user")],
        unbilledAmountMinor: 108_000,
        unbilledSeconds: 43_200,
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-02T16:30:00.250Z",
        version: 2,
      }),
    ],
  },
);
export type Project = Static<typeof Project>;

const body = {
  ...bodySchemas(projectFields),
  rounding: Type.Optional(rounding),
  budget: Type.Optional(
    Nullable({
      ...BudgetInput,
      "x-part": "NewBudget",
      "x-rules": budgetRules,
      description: "Limits its time or money; null if there is no limit.",
    }),
  ),
};

export const CreateProject = Closed(
  { ...body, name: projectFields.name.schema },
  { examples: [{ name: "Website", clientId: exampleId("client"), rounding: { mode: "up", minutes: 15 } }] },
);
export type CreateProject = Static<typeof CreateProject>;

export const UpdateProject = Closed(body, { examples: [{ status: "archived" }] });
export type UpdateProject = Static<typeof UpdateProject>;

export const ListProjects = Closed({
  status: AnyOf(projectFields.status.schema, "Only projects with this status."),
  clientId: AnyOf(IdOf("client"), "Only projects of this client."),
  visibility: AnyOf(projectFields.visibility.schema, "Only projects with this visibility."),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the name or code, ignoring case." })),
  ...PageQuery,
});
export type ListProjects = Static<typeof ListProjects>;

export const ProjectPage = Page(Project);

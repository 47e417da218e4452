import { Type, type Static } from "#platform/http/type.ts";
import { stored } from "#platform/http/resource-schemas.ts";
import { Budget, BudgetInput } from "#tracking/budgets/schemas.ts";
import {
  AnyOf,
  Closed,
  exampleId,
  Id,
  IdOf,
  Name,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Text,
} from "#platform/http/schemas.ts";

const fields = {
  name: Name(200, "Name of the project."),
  code: Nullable(Text({ minLength: 1, maxLength: 40, description: "A short code of your own, such as `WEB-1`." })),
  clientId: Nullable(Id(exampleId("client"), "The client that it is done for.")),
  color: Nullable(Type.String({ pattern: "^#[0-9a-fA-F]{6}$", description: "`#rrggbb`.", examples: ["#3b82f6"] })),
  description: Text({ maxLength: 2000, description: "Free text; empty if there is none." }),
  status: OneOf(["active", "archived"], {
    description: "An archived project keeps its entries and accepts no new ones.",
  }),
  visibility: OneOf(["organization", "members"], {
    description:
      "Who sees it: everybody in the organization, or `memberIds` with all managers, admins and owners. For others it does not exist, and neither do its entries, except their own.",
  }),
  billable: Type.Boolean({
    description: "The default for its entries, unless they or their task say otherwise.",
  }),
};

const memberIds = Type.Array(Id(exampleId("user")), {
  maxItems: 500,
  uniqueItems: true,
  description: "The members who see it while `visibility` is `members`. They are kept when it changes.",
});

const rounding = Nullable(
  Closed(
    {
      mode: OneOf(["up", "nearest", "down"], { description: "Which multiple; `nearest` rounds a half up." }),
      minutes: Type.Integer({ minimum: 1, maximum: 1440, description: "To a multiple of this many minutes." }),
    },
    {
      description:
        "How an entry's `billableSeconds` are computed from its duration, when the entry is written. The duration itself is never changed.",
    },
  ),
);

export const Project = Type.Object(
  {
    id: Type.String({ description: "The id of the project.", examples: [exampleId("proj")] }),
    ...fields,
    memberIds,
    rounding,
    budget: Type.Optional(
      Nullable({
        ...Budget,
        description: "Absent if it limits money and the key may not see costs.",
      } as typeof Budget),
    ),
    ...stored,
  },
  {
    $id: "Project",
    examples: [
      {
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
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-02T16:30:00.250Z",
        version: 2,
      },
    ],
  },
);
export type Project = Static<typeof Project>;

const optional = {
  code: Type.Optional(fields.code),
  clientId: Type.Optional(fields.clientId),
  color: Type.Optional(fields.color),
  description: Type.Optional(Nullable(fields.description)),
  status: Type.Optional(fields.status),
  billable: Type.Optional(fields.billable),
  rounding: Type.Optional(rounding),
  budget: Type.Optional(Nullable({ ...BudgetInput, description: "Limits its time or money; null: no limit." })),
  visibility: Type.Optional(fields.visibility),
  memberIds: Type.Optional(Nullable(memberIds)),
};

export const CreateProject = Closed(
  { name: fields.name, ...optional },
  { examples: [{ name: "Website", clientId: exampleId("client"), rounding: { mode: "up", minutes: 15 } }] },
);
export type CreateProject = Static<typeof CreateProject>;

export const UpdateProject = Closed(
  { name: Type.Optional(fields.name), ...optional },
  { examples: [{ status: "archived" }] },
);
export type UpdateProject = Static<typeof UpdateProject>;

export const ListProjects = Closed({
  status: AnyOf(fields.status, "Only projects with this status."),
  clientId: AnyOf(IdOf("client"), "Only projects of this client."),
  visibility: AnyOf(fields.visibility, "Only projects with this visibility."),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the name or code, ignoring case." })),
  ...PageQuery,
});
export type ListProjects = Static<typeof ListProjects>;

export const ProjectPage = Page(Project);

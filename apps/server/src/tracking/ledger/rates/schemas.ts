import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import {
  AnyOf,
  Closed,
  exampleId,
  Id,
  IdOf,
  MemberId,
  Nullable,
  OneOf,
  Page,
  PageQuery,
} from "#platform/http/contract/schemas.ts";
import { highestRateMinor } from "./amount.ts";
import { rateScopes } from "./prices.ts";

const rateKinds = ["billable", "cost"] as const;

/** The first day of a rate that has always applied. */
export const firstEffectiveFrom = "1970-01-01";

const effectiveDay = "The first day, in the organization's time zone, from which it applies.";

const fields = {
  kind: OneOf(rateKinds, {
    description: "Whether it is the price of an hour (`billable`) or its internal cost (`cost`).",
  }),
  scope: OneOf(rateScopes, {
    description:
      "The entries that it applies to. If several rates apply, the first in this order is used: projectMember, task, project, member, organization.",
  }),
  rateMinor: Type.Integer({
    minimum: 0,
    maximum: highestRateMinor,
    description: "Per hour, in minor units of the organization's currency (9000 is 90.00 EUR); 0 is free of charge.",
    examples: [9000],
  }),
  effectiveFrom: Type.String({
    format: "date",
    description: effectiveDay,
    examples: ["2026-03-01"],
  }),
};

const ids = {
  userId: Id(exampleId("user"), "The member, for the scopes member and projectMember; otherwise null."),
  projectId: Id(exampleId("proj"), "The project, for the scopes project and projectMember; otherwise null."),
  taskId: Id(exampleId("task"), "The task, for the scope task; otherwise null."),
};

export const Rate = Type.Object(
  {
    id: Type.String({ description: "The id of the rate.", examples: [exampleId("rate")] }),
    kind: fields.kind,
    scope: fields.scope,
    userId: Nullable(ids.userId),
    projectId: Nullable(ids.projectId),
    taskId: Nullable(ids.taskId),
    rateMinor: fields.rateMinor,
    effectiveFrom: fields.effectiveFrom,
    ...stored,
  },
  {
    $id: "Rate",
    examples: [
      {
        id: exampleId("rate"),
        kind: "billable",
        scope: "projectMember",
        userId: exampleId("user"),
        projectId: exampleId("proj"),
        taskId: null,
        rateMinor: 9000,
        effectiveFrom: "2026-03-01",
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-01T08:00:00Z",
        version: 1,
      },
    ],
  },
);
export type Rate = Static<typeof Rate>;

export const CreateRate = Closed(
  {
    kind: fields.kind,
    scope: fields.scope,
    userId: Type.Optional(Nullable(ids.userId)),
    projectId: Type.Optional(Nullable(ids.projectId)),
    taskId: Type.Optional(Nullable(ids.taskId)),
    rateMinor: fields.rateMinor,
    effectiveFrom: Type.Optional(
      Type.String({
        format: "date",
        description: `${effectiveDay} Without it, always.`,
        default: firstEffectiveFrom,
        examples: ["2026-03-01"],
      }),
    ),
  },
  {
    examples: [
      {
        kind: "billable",
        scope: "projectMember",
        userId: exampleId("user"),
        projectId: exampleId("proj"),
        rateMinor: 9000,
        effectiveFrom: "2026-03-01",
      },
    ],
  },
);
export type CreateRate = Static<typeof CreateRate>;

export const ListRates = Closed({
  kind: AnyOf(fields.kind, "Only rates of this kind."),
  scope: AnyOf(fields.scope, "Only rates of this scope."),
  userId: AnyOf(MemberId, "Only rates for this member; `me` is the key's own."),
  projectId: AnyOf(IdOf("proj"), "Only rates for this project, without those for its tasks."),
  taskId: AnyOf(IdOf("task"), "Only rates for this task."),
  ...PageQuery,
});
export type ListRates = Static<typeof ListRates>;

export const RatePage = Page(Rate);

import { Type, type TObject, type TSchema } from "typebox";
import { Member } from "#identity/members/schemas.ts";
import { Organization } from "#identity/organizations/schemas.ts";
import { AuditSeal } from "#identity/seals/schemas.ts";
import { Instant, Nullable, OneOf, exampleId } from "#platform/http/schemas.ts";
import { budgetPeriods } from "#tracking/budgets/schemas.ts";
import { Client } from "#tracking/clients/schemas.ts";
import { Project } from "#tracking/projects/schemas.ts";
import { Task } from "#tracking/tasks/schemas.ts";
import { TimeEntry } from "#tracking/time-entries/schemas.ts";
import { Timer } from "#tracking/timer/schemas.ts";
import { type EventKind, type EventType, eventTypes, kindOf } from "./event-types.ts";
import { Webhook } from "./schemas.ts";

/** What the catalogue and the OpenAPI document say of a type of event. */
export interface CatalogueEntry {
  type: EventType;
  description: string;
  /** Of the whole body. */
  schema: TSchema;
  example: object;
}

const descriptions: Record<EventType, string> = {
  "time_entry.created": "A time entry was created: by hand, in a batch, or by a timer that was stopped.",
  "time_entry.updated": "A time entry was changed; also by repricing or rounding anew.",
  "time_entry.deleted": "A time entry was deleted. It can be restored for 30 days.",
  "time_entry.restored": "A deleted time entry was restored.",
  "timer.started": "A member's timer was started.",
  "timer.stopped": "A timer was stopped, as it was while it ran; its time is a `time_entry.created` of its own.",
  "project.created": "A project was created.",
  "project.updated": "A project was changed, or reactivated.",
  "project.archived": "A project was archived; what else was changed with it is in `previous` too.",
  "project.deleted": "A project was deleted. Each of its tasks is a `task.deleted` of its own.",
  "task.created": "A task was created; also the task `General` that a timer without one makes.",
  "task.updated": "A task was changed.",
  "task.deleted": "A task was deleted, or its project was.",
  "client.created": "A client was created.",
  "client.updated": "A client was changed.",
  "client.deleted": "A client was deleted.",
  "member.added": "A person became a member, or an active one again; `previous` tells what a former member was.",
  "member.updated": "A member's role or name was changed.",
  "member.removed": "A member was deactivated; entries and name stay.",
  "budget.threshold_reached":
    "A budget has reached one of its `alertPercents`: told once for each, in each of its periods. Of budgets of money only to endpoints that show money.",
  "budget.exceeded":
    "A budget is exceeded: told once in each of its periods. Of budgets of money only to endpoints that show money.",
  "period.locked": "The lock date was moved forward: entries before it are read-only now.",
  "audit.sealed":
    "The audit log was sealed: hourly, where anything was changed. Kept elsewhere, the seal proves that nothing before it was altered.",
  "webhook.test": "Asked for with `POST /webhooks/{id}/test`, for that endpoint alone.",
};

const BudgetState = Type.Object(
  {
    projectId: Type.String(),
    projectName: Type.String(),
    kind: OneOf(["time", "amount", "cost"]),
    period: OneOf(budgetPeriods),
    periodStart: Nullable(Type.String({ format: "date", description: "Its first day; null: since ever." })),
    periodEnd: Nullable(Type.String({ format: "date", description: "Its last day; null: for ever." })),
    limit: Type.Integer({ description: "Seconds of a time budget, else minor units." }),
    used: Type.Integer(),
    remaining: Type.Integer({ description: "Negative when exceeded." }),
    usedPercent: Type.Number(),
    status: OneOf(["ok", "warning", "exceeded"]),
    thresholdPercent: Nullable(
      Type.Integer({ description: "Which of `alertPercents` was reached; null in `budget.exceeded`." }),
    ),
  },
  {
    $id: "BudgetState",
    description: "What a budget has come to in one of its periods.",
    examples: [
      {
        projectId: exampleId("proj"),
        projectName: "Website",
        kind: "time",
        period: "monthly",
        periodStart: "2026-03-01",
        periodEnd: "2026-03-31",
        limit: 144_000,
        used: 117_000,
        remaining: 27_000,
        usedPercent: 81.25,
        status: "warning",
        thresholdPercent: 80,
      },
    ],
  },
);

const objects: Record<EventKind, TObject> = {
  time_entry: TimeEntry,
  timer: Timer,
  project: Project,
  task: Task,
  client: Client,
  member: Member,
  budget: BudgetState,
  period: Organization,
  audit: AuditSeal,
  webhook: Webhook,
};

/** Former values, as the examples show them; the other types come without `previous`. */
const previous: Partial<Record<EventType, object>> = {
  "time_entry.updated": { durationSeconds: 3600, endedAt: "2026-03-01T10:00:00Z", billableSeconds: 3600 },
  "time_entry.restored": { deletedAt: "2026-03-01T11:00:00Z" },
  "project.updated": { name: "Web" },
  "project.archived": { status: "active" },
  "task.updated": { status: "done" },
  "client.updated": { name: "ACME" },
  "member.updated": { role: "manager" },
  "member.removed": { status: "active", deactivatedAt: null },
  "period.locked": { lockDate: "2026-02-01" },
};

/** Whose `previous` is not always there. */
const sometimes: ReadonlySet<EventType> = new Set(["member.added"]);

/** How the examples of some types differ from that of their object. */
const particulars: Partial<Record<EventType, object>> = {
  "time_entry.deleted": { deletedAt: "2026-03-01T11:00:00Z" },
  "project.archived": { status: "archived" },
  "member.removed": { status: "deactivated", deactivatedAt: "2026-03-02T16:30:00.250Z" },
  "budget.exceeded": {
    used: 144_900,
    remaining: -900,
    usedPercent: 100.63,
    status: "exceeded",
    thresholdPercent: null,
  },
  "period.locked": { lockDate: "2026-03-01" },
};

export const eventCatalogue: readonly CatalogueEntry[] = eventTypes.map((type) => {
  const object = objects[kindOf(type)];
  const former = previous[type];
  const [shown] = (object as { examples?: object[] }).examples ?? [];
  return {
    type,
    description: descriptions[type],
    schema: Type.Object({
      id: Type.String({
        description: "The same for every attempt, endpoint, redelivery and replay; also `webhook-id`.",
      }),
      type: Type.Literal(type),
      timestamp: Instant("When it happened."),
      apiVersion: Type.Literal("v1"),
      organizationId: Type.String(),
      data: Type.Object({
        object,
        ...(former === undefined ? {} : { previous: formerFields(object) }),
        ...(sometimes.has(type) ? { previous: Type.Optional(formerFields(object)) } : {}),
      }),
    }),
    example: {
      id: exampleId("evt"),
      type,
      timestamp: "2026-03-02T16:30:00.250Z",
      apiVersion: "v1",
      organizationId: exampleId("org"),
      data: {
        object: { ...shown, ...particulars[type] },
        ...(former === undefined ? {} : { previous: former }),
      },
    },
  };
});

function formerFields(object: TObject): TSchema {
  const { version: _, updatedAt: _at, ...fields } = object.properties;
  return Type.Unsafe<object>({
    type: "object",
    properties: fields,
    additionalProperties: false,
    description: "What the fields that changed were before; one that was not shown then is not here.",
  });
}

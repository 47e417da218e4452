import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { longestDescription, longestTag } from "#tracking/entries/time-entries/fields.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import {
  AnyOf,
  Closed,
  Id,
  Instant,
  MemberId,
  Nullable,
  Page,
  PageQuery,
  Text,
  exampleId,
} from "#platform/http/contract/schemas.ts";
import { TimeEntry } from "#tracking/entries/time-entries/schemas.ts";

const projectId = Id(exampleId("proj"), "The project being worked on.");
const taskId = Id(
  exampleId("task"),
  "A task of that project; by default the project's task `General`, created on first use.",
);
const description = Text({ maxLength: longestDescription, description: "The work that is being done." });
const tags = Type.Array(Type.String({ format: "name", minLength: 1, maxLength: longestTag }), {
  maxItems: 20,
  description: "Up to 20 labels, compared ignoring case.",
});
const billable = Nullable(
  Type.Boolean({
    description:
      "Whether the entry will be billable; null means inherited from the task, or otherwise from the project.",
  }),
);
const startedAt = Instant("When it was started; not in the future. Default: now.");

export const Timer = Type.Object(
  {
    projectId: Type.String({ description: "The project being worked on." }),
    taskId: Type.String({ description: "The task being worked on." }),
    userId: Type.String({ description: "The member whose timer it is." }),
    startedAt: Instant("When it was started."),
    description,
    tags,
    billable,
    ...stored,
  },
  {
    $id: "Timer",
    examples: [
      {
        projectId: exampleId("proj"),
        taskId: exampleId("task"),
        userId: exampleId("user"),
        startedAt: "2026-03-01T09:00:00Z",
        description: "Landing page",
        tags: [],
        billable: null,
        createdAt: "2026-03-01T09:00:00.004Z",
        updatedAt: "2026-03-01T09:00:00.004Z",
        version: 1,
      },
    ],
    description: "A member's current work. It becomes a time entry when it is stopped.",
  },
);
export type Timer = Static<typeof Timer>;

export const ListTimers = Type.Object(
  { userId: AnyOf(MemberId, "Only the timer of this member; `me` is the key's own."), ...PageQuery },
  { additionalProperties: false },
);

export const TimerPage = Page(Timer);

const optional = {
  taskId: Type.Optional(taskId),
  startedAt: Type.Optional(startedAt),
  description: Type.Optional(Nullable(description)),
  tags: Type.Optional(Nullable(tags)),
  billable: Type.Optional(billable),
};

export const StartTimer = Closed(
  { projectId, ...optional },
  { examples: [{ projectId: exampleId("proj"), description: "Landing page" }] },
);
export type StartTimer = Static<typeof StartTimer>;

export const UpdateTimer = Closed(
  { projectId: Type.Optional(projectId), ...optional },
  { examples: [{ description: "Landing page, second draft" }] },
);
export type UpdateTimer = Static<typeof UpdateTimer>;

export const StopTimer = Closed(
  {
    endedAt: Type.Optional(
      Instant("When the work ended: not before the timer was started, and not in the future. Default: now."),
    ),
  },
  { examples: [{ endedAt: "2026-03-01T17:00:00Z" }] },
);
export type StopTimer = Static<typeof StopTimer>;

export const StartedTimer = Type.Object({
  timer: Timer,
  stopped: Type.Union([TimeEntry, Type.Null()], { description: "The entry that the previously running timer became." }),
});

import { Type, type Static } from "typebox";
import { stored } from "#platform/http/resource-schemas.ts";
import { Closed, Id, Instant, Nullable, Text } from "#platform/http/schemas.ts";
import { TimeEntry } from "#tracking/time-entries/schemas.ts";

const projectId = Id("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", "The project being worked on.");
const taskId = Id(
  "task_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f",
  "A task of that project; without it the project's task `General`, made on first use.",
);
const description = Text({ maxLength: 2000, description: "What is being done." });
const tags = Type.Array(Type.String({ format: "name", minLength: 1, maxLength: 50 }), { maxItems: 20 });
const billable = Nullable(
  Type.Boolean({ description: "What the entry will be; null: as the task, else the project says." }),
);
const startedAt = Instant("When it was started; not in the future. Without it: now.");

export const Timer = Type.Object(
  {
    projectId: Type.String(),
    taskId: Type.String(),
    userId: Type.String({ description: "Whose timer it is." }),
    startedAt: Instant("When it was started."),
    description,
    tags,
    billable,
    ...stored,
  },
  { $id: "Timer", description: "What a member is working on right now. It becomes a time entry when it is stopped." },
);

const optional = {
  taskId: Type.Optional(taskId),
  startedAt: Type.Optional(startedAt),
  description: Type.Optional(Nullable(description)),
  tags: Type.Optional(Nullable(tags)),
  billable: Type.Optional(billable),
};

export const StartTimer = Closed({ projectId, ...optional });
export type StartTimer = Static<typeof StartTimer>;

export const UpdateTimer = Closed({ projectId: Type.Optional(projectId), ...optional });
export type UpdateTimer = Static<typeof UpdateTimer>;

export const StartedTimer = Type.Object({
  timer: Timer,
  stopped: Type.Union([TimeEntry, Type.Null()], { description: "The entry that the timer running before has become." }),
});

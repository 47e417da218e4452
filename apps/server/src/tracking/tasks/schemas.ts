import { Type, type Static } from "#platform/http/type.ts";
import { stored } from "#platform/http/resource-schemas.ts";
import {
  AnyOf,
  Closed,
  Name,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Text,
  exampleId,
  IdOf,
} from "#platform/http/schemas.ts";

const fields = {
  name: Name(200, "Name of the task."),
  description: Text({ maxLength: 2000, description: "Free text; empty if there is none." }),
  status: OneOf(["open", "done"], { description: "A task that is done keeps its entries and accepts no new ones." }),
  billable: Nullable(
    Type.Boolean({
      description: "The default for its entries, unless they say otherwise; null: as the project says.",
    }),
  ),
  estimateSeconds: Nullable(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: "Planned effort in seconds." }),
  ),
};

export const Task = Type.Object(
  {
    id: Type.String({ description: "The id of the task.", examples: [exampleId("task")] }),
    projectId: Type.String({ description: "The project that it belongs to." }),
    ...fields,
    ...stored,
  },
  {
    $id: "Task",
    examples: [
      {
        id: exampleId("task"),
        projectId: exampleId("proj"),
        name: "Build",
        description: "",
        status: "open",
        billable: null,
        estimateSeconds: 144000,
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-02T16:30:00.250Z",
        version: 2,
      },
    ],
  },
);
export type Task = Static<typeof Task>;

const optional = {
  description: Type.Optional(Nullable(fields.description)),
  status: Type.Optional(fields.status),
  billable: Type.Optional(fields.billable),
  estimateSeconds: Type.Optional(fields.estimateSeconds),
};

export const CreateTask = Closed(
  { name: fields.name, ...optional },
  { examples: [{ name: "Build", estimateSeconds: 144000 }] },
);
export type CreateTask = Static<typeof CreateTask>;

export const UpdateTask = Closed({ name: Type.Optional(fields.name), ...optional }, { examples: [{ status: "done" }] });
export type UpdateTask = Static<typeof UpdateTask>;

export const ListTasks = Closed({
  status: AnyOf(fields.status, "Only tasks with this status."),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the name, ignoring case." })),
  ...PageQuery,
});

export const ListAllTasks = Closed({
  projectId: AnyOf(IdOf("proj"), "Only tasks of this project."),
  ...ListTasks.properties,
});

export const TaskPage = Page(Task);

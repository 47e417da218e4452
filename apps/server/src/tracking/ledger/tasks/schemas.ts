import { bodySchemas, shownSchemas, withInitial } from "#platform/fields/fields.ts";
import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import { AnyOf, Closed, Page, PageQuery, Text, exampleId, IdOf } from "#platform/http/contract/schemas.ts";
import { taskFields } from "./fields.ts";

export const Task = Type.Object(
  {
    id: Type.String({ description: "The id of the task.", examples: [exampleId("task")] }),
    projectId: Type.String({ description: "The project that it belongs to." }),
    ...shownSchemas(taskFields),
    ...stored,
  },
  {
    $id: "Task",
    examples: [
      withInitial(taskFields, {
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
      }),
    ],
  },
);
export type Task = Static<typeof Task>;

export const CreateTask = Closed(
  { ...bodySchemas(taskFields), name: taskFields.name.schema },
  { examples: [{ name: "Build", estimateSeconds: 144000 }] },
);
export type CreateTask = Static<typeof CreateTask>;

export const GeneralTask = Type.Object(
  { taskId: Type.String({ description: "The id of the task.", examples: [exampleId("task")] }) },
  { $id: "GeneralTask", examples: [{ taskId: exampleId("task") }] },
);

export const UpdateTask = Closed(bodySchemas(taskFields), { examples: [{ status: "done" }] });
export type UpdateTask = Static<typeof UpdateTask>;

export const ListTasks = Closed({
  status: AnyOf(taskFields.status.schema, "Only tasks with this status."),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the name, ignoring case." })),
  ...PageQuery,
});

export const ListAllTasks = Closed({
  projectId: AnyOf(IdOf("proj"), "Only tasks of this project."),
  ...ListTasks.properties,
});

export const TaskPage = Page(Task);

import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { Closed, exampleId, Instant, OneOf, Page, PageQuery } from "#platform/http/contract/schemas.ts";
import { Client } from "#tracking/ledger/clients/schemas.ts";
import { resumableCursor, resumeCursor } from "#tracking/entries/copies/schemas.ts";
import { Project } from "#tracking/ledger/projects/schemas.ts";
import { Task } from "#tracking/ledger/tasks/schemas.ts";

/** The number of changes on a page if the query has no `limit`. */
export const pageSize = 500;

export const ListProjectChanges = Closed({
  since: Type.Optional(
    Type.String({
      format: "query-date-time",
      description:
        "The `syncedTo` of the last run; `cursor` with its `resumeCursor` is better. Without either, the run lists every project, task and client that the caller sees.",
      examples: ["2026-03-01T09:00:00Z"],
    }),
  ),
  ...PageQuery,
  cursor: resumableCursor,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2000,
      default: pageSize,
      description: "The maximum number of items to return.",
    }),
  ),
});
export type ListProjectChanges = Static<typeof ListProjectChanges>;

const ChangedProject = Type.Object(
  { kind: Type.Literal("project", { description: "Always `project`." }), object: Project },
  { $id: "ChangedProject", description: "A project as it is now." },
);

const ChangedTask = Type.Object(
  { kind: Type.Literal("task", { description: "Always `task`." }), object: Task },
  { $id: "ChangedTask", description: "A task as it is now." },
);

const ChangedClient = Type.Object(
  { kind: Type.Literal("client", { description: "Always `client`." }), object: Client },
  { $id: "ChangedClient", description: "A client as it is now." },
);

const GoneFromProjects = Type.Object(
  {
    kind: OneOf(["project", "task", "client"], { description: "The kind of object that is gone." }),
    id: Type.String({ description: "The id of the object.", examples: [exampleId("proj")] }),
    gone: Type.Literal(true, { description: "Always true: distinguishes it from an existing object." }),
    updatedAt: Instant("When it was deleted or hidden."),
  },
  {
    $id: "GoneFromProjects",
    description: "A project, task or client that was deleted, or that the caller no longer sees.",
    examples: [{ kind: "project", id: exampleId("proj"), gone: true, updatedAt: "2026-03-01T12:00:00Z" }],
  },
);

const ProjectChange = Type.Union([ChangedProject, ChangedTask, ChangedClient, GoneFromProjects]);
export type ProjectChange = Static<typeof ProjectChange>;

export const ProjectChangePage = Page(ProjectChange, {
  syncedTo: Instant(
    "For programs that ask with `since`: no change is missed, not even one that is being written now, unless the clock of the database is set back. The same on all pages of one run.",
  ),
  resumeCursor,
});

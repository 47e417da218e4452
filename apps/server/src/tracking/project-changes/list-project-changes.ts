import { type Actor, seesMoney } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { decodeCursor, encodeCursor, fingerprint } from "#platform/http/cursor.ts";
import { parseInstant, queryInstant } from "#platform/time.ts";
import { toClient } from "#tracking/clients/to-client.ts";
import { byTimeAndId } from "#tracking/entry-changes/list-changes.ts";
import type { ChangePosition, ChangeRange } from "#tracking/entry-changes/queries.ts";
import { toProject } from "#tracking/projects/to-project.ts";
import { toTask } from "#tracking/tasks/to-task.ts";
import { normalInstant } from "#tracking/time-entries/new-time-entry.ts";
import { syncedTo } from "#tracking/time-entries/queries.ts";
import {
  type Changed,
  listChangedClients,
  listChangedProjects,
  listChangedTasks,
  listDeleted,
  listShiftedProjects,
  listShiftedTasks,
} from "./queries.ts";
import { type ProjectView, readProjectView } from "./read-view.ts";
import type { ListProjectChanges, ProjectChange } from "./schemas.ts";

type Kind = "project" | "task" | "client";

interface PlacedChange extends ChangePosition {
  toChange: () => ProjectChange;
}

/** Lists a page of changes to the projects, tasks and clients that the actor sees, oldest first. */
export async function listProjectChanges(db: Database, actor: Actor, query: ListProjectChanges) {
  const { since: asked, cursor, limit = 500 } = query;
  const since = asked === undefined ? undefined : normalInstant(queryInstant(asked));
  const bound = fingerprint(["project-changes", since]);
  const position =
    cursor === undefined ? undefined : decodeCursor(cursor, bound, (value) => parseInstant(value) !== undefined);
  const after = position && { at: position.value, id: position.id };
  // `syncedTo` is read before the changes and stays the same on all pages, so the next run also returns changes made
  // during this run.
  const synced = position?.syncedTo ?? (await syncedTo(db));
  const view = await readProjectView(db, actor, since);
  const found = await listPage(db, actor, view, { since, after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(({ toChange }) => toChange()),
    nextCursor:
      found.length > limit && last !== undefined
        ? encodeCursor({ value: last.at, id: last.id, syncedTo: synced }, bound)
        : null,
    syncedTo: synced,
  };
}

/** The earliest changes of all kinds, up to the limit. */
async function listPage(db: Database, actor: Actor, view: ProjectView, range: ChangeRange): Promise<PlacedChange[]> {
  const { orgId } = actor;
  const showsMoney = seesMoney(actor);
  const projects = place<Parameters<typeof toProject>[0]>("project", (row) => ({
    kind: "project",
    object: toProject(row, showsMoney),
  }));
  const tasks = place<Parameters<typeof toTask>[0]>("task", (row) => ({ kind: "task", object: toTask(row) }));
  const clients = place<Parameters<typeof toClient>[0]>("client", (row) => ({ kind: "client", object: toClient(row) }));
  const changes = [
    ...clients(await listChangedClients(db, orgId, range)),
    ...projects(await listChangedProjects(db, orgId, view, range)),
    ...tasks(await listChangedTasks(db, orgId, view, range)),
  ];
  if (range.since !== undefined) {
    const deleted = await listDeleted(db, orgId, view, range);
    changes.push(
      ...deleted.map(({ at, id, action }) => gone(action.slice(0, action.indexOf(".")) as Kind, { at, id })),
    );
  }
  if (view.shifts.length > 0) {
    changes.push(...projects(await listShiftedProjects(db, orgId, view, range)));
    changes.push(...tasks(await listShiftedTasks(db, orgId, view, range)));
  }
  return changes.toSorted(byTimeAndId).slice(0, range.limit);
}

function place<Row extends { id: string }>(kind: Kind, toChange: (row: Row) => ProjectChange) {
  return (rows: Changed<Row>[]): PlacedChange[] =>
    rows.map((row) => {
      const position = { at: row.changed_at, id: row.id };
      return row.seen ? { ...position, toChange: () => toChange(row) } : gone(kind, position);
    });
}

function gone(kind: Kind, { at, id }: ChangePosition): PlacedChange {
  return { at, id, toChange: () => ({ kind, id, gone: true, updatedAt: at }) };
}

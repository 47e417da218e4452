import { type Actor, seesMoney } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { queryInstant } from "#platform/time.ts";
import { client } from "#tracking/ledger/clients/client.ts";
import { toClient } from "#tracking/ledger/clients/client.ts";
import { openPage } from "#tracking/entries/copies/open-page.ts";
import { type ChangePosition, encodeMark, encodePage } from "#tracking/entries/copies/position.ts";
import { byTimeAndId, rangeOf } from "#tracking/entries/entry-changes/list-changes.ts";
import type { ChangeRange } from "#tracking/entries/entry-changes/queries.ts";
import { project } from "#tracking/ledger/projects/project.ts";
import { toProject } from "#tracking/ledger/projects/project.ts";
import { task } from "#tracking/ledger/tasks/task.ts";
import { toTask } from "#tracking/ledger/tasks/task.ts";
import { normalInstant } from "#tracking/entries/time-entries/writing/new-time-entry.ts";
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
import { type ListProjectChanges, type ProjectChange, pageSize } from "./schemas.ts";

type Kind = "project" | "task" | "client";

interface PlacedChange extends ChangePosition {
  toChange: () => ProjectChange;
}

// Leaves out deletions, because a deleted object is listed at the instant of its change row.
const actions = [project, task, client]
  .flatMap((resource): readonly { name: string }[] => resource.actions)
  .map(({ name }) => name)
  .filter((name) => !name.endsWith(".deleted"));
const list = { name: "project-changes", filters: null, actions };

/** Lists a page of changes to the projects, tasks and clients that the actor sees, oldest first. */
export async function listProjectChanges(db: Database, actor: Actor, query: ListProjectChanges) {
  const { since: asked, cursor, limit = pageSize } = query;
  const since = asked === undefined ? undefined : normalInstant(queryInstant(asked));
  const { run, after } = await openPage(db, actor.orgId, list, { since, cursor });
  const range = { ...rangeOf(run), after, limit: limit + 1 };
  const view = await readProjectView(db, actor, range.since);
  const found = await listPage(db, actor, view, range);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.map(({ toChange }) => toChange()),
    nextCursor: last === undefined ? null : encodePage(run, last, list, since),
    syncedTo: run.mark.at,
    resumeCursor: encodeMark(run.mark, list),
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

import type { CreateProjectBody, Project, Task, UpdateProjectBody } from "@stint/sdk";
import { useMemo } from "react";
import { stint } from "#api/connection/client.ts";
import { all, refresh, useMe } from "#api/queries.ts";
import { readRatesOf, recreateRates } from "#api/rates-of.ts";
import { edit } from "#state/edit.ts";
import { fieldsOf, fieldsWithin } from "#state/fields-of.ts";
import { useChange } from "#state/use-change.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";

export type ProjectActions = ReturnType<typeof useProjectActions>;

/** Undoable changes to projects. */
export function useProjectActions() {
  const words = useProjectWords();
  const change = useChange();
  const { scopes } = useMe();
  const seesRates = scopes.includes("costs:read") && scopes.includes("rates:write");
  return useMemo(() => {
    const queries = ["projects", "tasks", "reports", "rates"] as const;
    const update = (project: Project, fields: UpdateProjectBody, label = words.changed) =>
      change({ label, queries, ...edit(stint.projects, project, fields) });
    return {
      /** Resolves to the project even if its rate is refused, so that a retry doesn't create the project twice. */
      create: (fields: CreateProjectBody, rateMinor: number | undefined, key: string) =>
        change({
          label: words.created,
          queries,
          run: () => createWithRate(fields, rateMinor, key),
          revert: ({ made }) => stint.projects.delete(made.id),
        }),
      setRate,
      update,
      setArchived: (project: Project, isArchived: boolean) =>
        update(
          project,
          { status: isArchived ? "archived" : "active" },
          isArchived ? words.archivedDone : words.unarchived,
        ),
      copy: (project: Project) =>
        change({
          label: words.copied,
          queries,
          run: async () => {
            const fields = { ...fieldsOf(project), name: words.copyOf(project.name), status: "active" } as const;
            return (await createWithTasks(fields, await readTasks(project.id))).made;
          },
          revert: ({ id }) => stint.projects.delete(id),
        }),
      remove: (project: Project) =>
        change({
          label: words.deleted,
          queries,
          run: () => deleteProject(project, seesRates),
          revert: async ({ tasks, rates }) => {
            const { made, newIdOf } = await createWithTasks(fieldsOf(project), tasks);
            await recreateRates(rates, newIdOf.set(project.id, made.id));
          },
        }),
    };
  }, [change, words, seesRates]);
}

/** The tasks of a project, oldest first, so copies keep their order. */
async function readTasks(projectId: string) {
  return (await all(stint.tasks.list(projectId))).toReversed();
}

async function setRate({ id: projectId }: Project, rateMinor: number, key: string): Promise<void> {
  const rate = { kind: "billable", scope: "project", projectId, rateMinor } as const;
  await stint.rates.create(rate, { idempotencyKey: `${key} rate` });
  await refresh("rates");
}

async function createWithRate(fields: CreateProjectBody, rateMinor: number | undefined, key: string) {
  const made = await stint.projects.create(fields, { idempotencyKey: key });
  const setting = rateMinor === undefined ? undefined : setRate(made, rateMinor, key);
  const refused: unknown = await setting?.then(
    () => undefined,
    (error: unknown) => error,
  );
  return { made, refused };
}

/** Creates a project with copies of another project's tasks. `newIdOf` maps the former task ids to the new ones. */
async function createWithTasks(fields: CreateProjectBody, tasks: readonly Task[]) {
  const made = await stint.projects.create(fields);
  const newIdOf = new Map<string, string>();
  for (const task of tasks) newIdOf.set(task.id, (await stint.tasks.create(made.id, fieldsWithin(task))).id);
  return { made, newIdOf };
}

/** Deletes a project, and returns what is needed to create it again. */
async function deleteProject({ id }: Project, seesRates: boolean) {
  const tasks = await readTasks(id);
  const rates = seesRates ? await readRatesOf({ projectId: id, taskIds: tasks.map((task) => task.id) }) : [];
  await stint.projects.delete(id);
  return { tasks, rates };
}

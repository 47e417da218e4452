import type { CreateProjectBody, Project, UpdateProjectBody } from "@stint/sdk";
import { useMemo } from "react";
import { stint } from "#api/client.ts";
import { all } from "#api/queries.ts";
import { fieldsOf, fieldsWithin } from "#state/fields-of.ts";
import { useChange } from "#state/use-change.ts";
import { useProjectWords } from "#i18n/use-project-words.ts";

export type ProjectActions = ReturnType<typeof useProjectActions>;

/** Undoable changes to projects. */
export function useProjectActions() {
  const words = useProjectWords();
  const change = useChange();
  return useMemo(() => {
    const queries = ["projects", "tasks", "reports"];
    const update = (project: Project, set: UpdateProjectBody, label = words.changed) => {
      const before = fieldsOf(project);
      const names = Object.keys(set) as (keyof UpdateProjectBody)[];
      return change({
        label,
        queries,
        run: () => stint.projects.update(project.id, set),
        revert: () => stint.projects.update(project.id, Object.fromEntries(names.map((name) => [name, before[name]]))),
      });
    };
    /** Creates a project with copies of another one's tasks. */
    const createWithTasks = async (fields: CreateProjectBody, tasks: Awaited<ReturnType<typeof readTasks>>) => {
      const made = await stint.projects.create(fields);
      for (const task of tasks) await stint.tasks.create(made.id, fieldsWithin(task));
      return made;
    };
    return {
      create: (fields: CreateProjectBody) =>
        change({
          label: words.created,
          queries,
          run: () => stint.projects.create(fields),
          revert: ({ id }) => stint.projects.delete(id),
        }),
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
          run: async () =>
            createWithTasks(
              { ...fieldsOf(project), name: words.copyOf(project.name), status: "active" },
              await readTasks(project.id),
            ),
          revert: ({ id }) => stint.projects.delete(id),
        }),
      remove: (project: Project) =>
        change({
          label: words.deleted,
          queries,
          run: async () => {
            const tasks = await readTasks(project.id);
            await stint.projects.delete(project.id);
            return tasks;
          },
          revert: (tasks) => createWithTasks(fieldsOf(project), tasks),
        }),
    };
  }, [change, words]);
}

/** The tasks of a project, oldest first, so copies keep their order. */
async function readTasks(projectId: string) {
  return (await all(stint.tasks.list(projectId))).toReversed();
}

import type { Task } from "@stint/sdk";
import { useMemo } from "react";
import { stint } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { readRatesOf, recreateRates } from "#api/rates-of.ts";
import { edit } from "#state/edit.ts";
import { fieldsWithin } from "#state/fields-of.ts";
import { useChange } from "#state/use-change.ts";
import { useDetailWords } from "#i18n/words/use-detail-words.ts";

export type TaskFields = Partial<Pick<Task, "name" | "description" | "status" | "billable" | "estimateSeconds">>;

/** Undoable changes to a project's tasks. */
export function useTaskActions(projectId: string) {
  const words = useDetailWords();
  const change = useChange();
  const { scopes } = useMe();
  const seesRates = scopes.includes("costs:read") && scopes.includes("rates:write");
  return useMemo(() => {
    const queries = ["tasks", "reports", "rates"] as const;
    const update = (task: Task, fields: TaskFields, label = words.taskChanged) =>
      change({ label, queries, ...edit(stint.tasks, task, fields) });
    return {
      update,
      create: (fields: TaskFields & { name: string }) =>
        change({
          label: words.taskCreated,
          queries,
          run: () => stint.tasks.create(projectId, fields),
          revert: ({ id }) => stint.tasks.delete(id),
        }),
      setDone: (task: Task, isDone: boolean) =>
        update(task, { status: isDone ? "done" : "open" }, isDone ? words.taskDone : words.taskReopened),
      remove: (task: Task) =>
        change({
          label: words.taskDeleted,
          queries,
          run: async () => {
            const rates = seesRates ? await readRatesOf({ taskIds: [task.id] }) : [];
            await stint.tasks.delete(task.id);
            return rates;
          },
          revert: async (rates) => {
            const made = await stint.tasks.create(projectId, fieldsWithin(task));
            await recreateRates(rates, new Map([[task.id, made.id]]));
          },
        }),
    };
  }, [change, words, projectId, seesRates]);
}

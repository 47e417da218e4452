import type { Rate } from "@stint/sdk";
import { useCallback } from "react";
import { usePeople } from "#api/people.ts";
import { useAllTasks, useProjects } from "#api/queries.ts";
import { useRateWords } from "#i18n/words/use-rate-words.ts";

/** The names of the members, projects and tasks that rates apply to, and those tasks' projects. */
export function useRateNames(rates: readonly Rate[]) {
  const words = useRateWords();
  const people = usePeople();
  const projects = useProjects();
  const tasks = useAllTasks(rates.some(({ taskId }) => taskId !== null));
  const taskOf = (id: string | null) => tasks.find((task) => task.id === id);
  const projectIdOf = ({ projectId, taskId }: Rate) => projectId ?? taskOf(taskId)?.projectId ?? null;
  const nameOf = useCallback(
    (rate: Rate): string => {
      const member = people.find(({ userId }) => userId === rate.userId)?.name ?? words.somebody;
      const task = tasks.find((each) => each.id === rate.taskId);
      const projectId = rate.projectId ?? task?.projectId;
      const project = projects.find(({ id }) => id === projectId)?.name ?? words.gone;
      if (rate.scope === "organization") return words.everybody;
      if (rate.scope === "member") return member;
      if (rate.scope === "project") return project;
      if (rate.scope === "task") return `${project} · ${task?.name ?? words.gone}`;
      return words.inProject(member, project);
    },
    [people, projects, tasks, words],
  );
  return { nameOf, projectIdOf, people, projects };
}

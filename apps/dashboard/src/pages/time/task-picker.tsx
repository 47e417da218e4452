import type { ComponentProps } from "react";
import { taskOfChoice } from "#api/task-of-choice.ts";
import { useUndoable } from "#state/undo.ts";
import { type Choice, ProjectPicker } from "#parts/entries/choices/project-picker.tsx";

interface Props extends Omit<ComponentProps<typeof ProjectPicker>, "onChange"> {
  onChange: (place: { projectId: string; taskId: string }) => void;
}

/** Chooses a project and task for what is saved at once, which needs a task. */
export function TaskPicker({ onChange, ...props }: Props) {
  const { fail } = useUndoable();
  async function choose({ projectId, ...choice }: Choice): Promise<void> {
    const taskId = await taskOfChoice({ projectId, ...choice }).catch(fail);
    if (taskId !== undefined) onChange({ projectId, taskId });
  }
  return <ProjectPicker {...props} onChange={(choice) => void choose(choice)} />;
}

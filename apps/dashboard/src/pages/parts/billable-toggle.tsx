import { useProjects, useTasks } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import classes from "./billable-toggle.module.css";

interface Props {
  /** Null: as the task, else the project says. */
  billable: boolean | null;
  projectId: string | undefined;
  taskId: string | undefined;
  onChange: (billable: boolean) => void;
  disabled?: boolean;
}

/** Whether the time is billable; pressed when it is. */
export function BillableToggle({ billable, projectId, taskId, onChange, disabled = false }: Props) {
  const { time } = useText();
  const project = useProjects().find(({ id }) => id === projectId);
  const task = useTasks(projectId).find(({ id }) => id === taskId);
  const isBillable = billable ?? task?.billable ?? project?.billable ?? true;
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-label={time.isBillable}
      aria-pressed={isBillable}
      disabled={disabled}
      onClick={() => onChange(!isBillable)}
    >
      <span aria-hidden>€</span>
    </button>
  );
}

import { useMe, useProjects, useTasks } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { currencySymbol } from "./currency-symbol.ts";
import classes from "./billable-toggle.module.css";

interface Props {
  /** Null: as the task, else the project says. */
  billable: boolean | null;
  projectId: string | undefined;
  taskId: string | undefined;
  onChange: (billable: boolean) => void;
  disabled?: boolean;
}

/** Tells whether the time is billable; pressed when it is. */
export function BillableToggle({ billable, projectId, taskId, onChange, disabled = false }: Props) {
  const { text, locale } = useSettings();
  const { currency } = useMe().organization;
  const project = useProjects().find(({ id }) => id === projectId);
  const task = useTasks(projectId).find(({ id }) => id === taskId);
  const isBillable = billable ?? task?.billable ?? project?.billable ?? true;
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-label={text.time.isBillable}
      aria-pressed={isBillable}
      disabled={disabled}
      onClick={() => onChange(!isBillable)}
    >
      <span aria-hidden>{currencySymbol(currency, locale)}</span>
    </button>
  );
}

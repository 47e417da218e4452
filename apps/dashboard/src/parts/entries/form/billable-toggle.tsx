import { byId } from "#api/by-id.ts";
import { useAllTasks, useMe, useProjectsById } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { currencySymbol } from "#i18n/formats/currency-symbol.ts";
import { IconButton } from "#ui/button/button.tsx";
import classes from "./billable-toggle.module.css";

interface Props {
  /** Null means the task's setting or, if it has none, the project's. */
  billable: boolean | null;
  projectId: string | undefined;
  taskId: string | undefined;
  onChange: (billable: boolean) => void;
  disabled?: boolean;
}

export function BillableToggle({ billable, projectId, taskId, onChange, disabled = false }: Props) {
  const text = useText();
  const { locale } = useSettings();
  const { currency } = useMe().organization;
  const project = useProjectsById().get(projectId ?? "");
  const task = byId(useAllTasks(Boolean(projectId))).get(taskId ?? "");
  const isBillable = billable ?? task?.billable ?? project?.billable ?? true;
  return (
    <IconButton
      className={classes.toggle}
      label={text.time.isBillable}
      aria-pressed={isBillable}
      disabled={disabled}
      onClick={() => onChange(!isBillable)}
    >
      <span aria-hidden>{currencySymbol(currency, locale)}</span>
    </IconButton>
  );
}

import type { Task } from "@stint/sdk";
import { useText } from "#i18n/text.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { HoursField } from "#parts/fields/typed-field.tsx";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { Select } from "#ui/fields/select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useDetailWords } from "#i18n/words/use-detail-words.ts";
import type { TaskFields } from "./use-task-actions.ts";

interface Props {
  /** Undefined for a new task. */
  task: Task | undefined;
  onSend: (fields: TaskFields & { name: string }) => Promise<unknown>;
  onClose: () => void;
}

export function TaskForm({ task, onSend, onClose }: Props) {
  const { shell } = useText();
  const words = useDetailWords();
  const { notTime } = useProjectWords();
  const [{ estimate, billable }, set, draft] = useFormDraft("task", task, {
    estimate: task?.estimateSeconds ?? undefined,
    billable: task?.billable === true ? "yes" : task?.billable === false ? "no" : "",
  });
  return (
    <FormDialog
      title={task === undefined ? words.newTask : words.editTask}
      submit={task === undefined ? words.createTask : shell.save}
      onSend={async ({ name = "" }) => {
        const isBillable = billable === "" ? null : billable === "yes";
        await onSend({ name, billable: isBillable, estimateSeconds: estimate ?? null });
      }}
      onClose={onClose}
      draft={draft}
    >
      <TextInput name="name" label={words.taskName} defaultValue={task?.name} maxLength={200} required data-autofocus />
      <HoursField
        label={words.estimate}
        hint={words.estimateHint}
        value={estimate}
        onChange={(seconds) => set({ estimate: seconds })}
        invalid={notTime}
        field="estimateSeconds"
      />
      <Select
        label={words.taskBillable}
        value={billable}
        onChange={(chosen) => set({ billable: chosen })}
        options={[
          ["", words.asProject],
          ["yes", words.yes],
          ["no", words.no],
        ]}
      />
    </FormDialog>
  );
}

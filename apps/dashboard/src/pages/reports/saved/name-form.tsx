import type { SavedReport } from "@stint/sdk";
import { useText } from "#i18n/text.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useSavedWords } from "./use-saved-words.ts";

interface Props {
  /** The report to rename. Undefined for one to save, which is private or shared. */
  report?: SavedReport;
  onSend: (fields: { name: string; shared: boolean }) => Promise<unknown>;
  onClose: () => void;
}

export function NameForm({ report, onSend, onClose }: Props) {
  const { shell } = useText();
  const words = useSavedWords();
  const [{ isShared }, set, draft] = useFormDraft("report", report, { isShared: false });
  return (
    <FormDialog
      title={report === undefined ? words.saveTitle : words.rename}
      submit={shell.save}
      onSend={(given) => onSend({ name: given["name"] ?? "", shared: isShared }).then(() => true)}
      onClose={onClose}
      draft={draft}
    >
      <TextInput name="name" label={words.name} defaultValue={report?.name} maxLength={200} required data-autofocus />
      {report === undefined && (
        <>
          <Checkbox
            label={words.shareWithAll}
            checked={isShared}
            onChange={(isChecked) => set({ isShared: isChecked })}
          />
          <p>{words.saveLead}</p>
        </>
      )}
    </FormDialog>
  );
}

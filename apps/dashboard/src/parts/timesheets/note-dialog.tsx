import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { TextArea } from "#ui/fields/text-input.tsx";
import { useSheetWords } from "./use-sheet-words.ts";

interface Props {
  title: string;
  /** The label of the submit button. */
  submit: string;
  onSend: (note: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a note that explains a decision to the member. */
export function NoteDialog({ title, submit, onSend, onClose }: Props) {
  const words = useSheetWords();
  const [, , draft] = useFormDraft(title, undefined, {});
  return (
    <FormDialog title={title} submit={submit} onSend={({ note = "" }) => onSend(note)} onClose={onClose} draft={draft}>
      {(errorOf) => (
        <TextArea
          name="note"
          label={words.note}
          hint={words.noteHint}
          rows={3}
          maxLength={2000}
          required
          data-autofocus
          error={errorOf("note")}
        />
      )}
    </FormDialog>
  );
}

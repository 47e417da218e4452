import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { NoteField } from "./note-field.tsx";

interface Props {
  title: string;
  /** The label of the submit button. */
  submit: string;
  /** Reasons to insert before the usual ones. */
  facts: readonly string[];
  onSend: (note: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a note that explains a decision to the member. */
export function NoteDialog({ title, submit, facts, onSend, onClose }: Props) {
  const [{ note }, set, draft] = useFormDraft(title, undefined, { note: "" });
  return (
    <FormDialog title={title} submit={submit} onSend={() => onSend(note)} onClose={onClose} draft={draft}>
      {(errorOf) => (
        <NoteField facts={facts} note={note} onChange={(next) => set({ note: next })} error={errorOf("note")} />
      )}
    </FormDialog>
  );
}

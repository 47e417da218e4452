import { useFormat } from "#i18n/format.ts";
import { NoteField } from "#parts/timesheets/note-field.tsx";
import { useFaults } from "#parts/timesheets/use-notable.ts";
import type { Sheet } from "#parts/timesheets/board.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";

interface Props {
  sheets: readonly Sheet[];
  nameOf: (userId: string) => string;
  onSend: (note: string) => Promise<unknown>;
  onClose: () => void;
}

/** The most names in the title. */
const few = 3;

/** Asks for the note with which timesheets are sent back. */
export function SendBackDialog({ sheets, nameOf, onSend, onClose }: Props) {
  const words = useBoardWords();
  const format = useFormat();
  const faultsOf = useFaults();
  const names = [...new Set(sheets.map(({ userId }) => nameOf(userId)))];
  const id = sheets.map((sheet) => sheet.id).join(" ");
  const [{ note }, set, draft] = useFormDraft("sent back", { id }, { note: "" });
  return (
    <FormDialog
      title={words.sendBackTo(
        names.length > few
          ? `${names.slice(0, few).join(", ")} ${words.andMore(names.length - few)}`
          : format.list(names),
      )}
      submit={words.sendBack}
      onSend={() => onSend(note)}
      onClose={onClose}
      draft={draft}
    >
      {(errorOf) => (
        <NoteField
          facts={sheets.length === 1 ? sheets.flatMap(faultsOf) : []}
          note={note}
          onChange={(next) => set({ note: next })}
          error={errorOf("note")}
        />
      )}
    </FormDialog>
  );
}

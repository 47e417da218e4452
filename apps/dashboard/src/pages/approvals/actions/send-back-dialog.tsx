import { stint } from "#api/connection/client.ts";
import { refresh } from "#api/queries.ts";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { NoteField } from "#parts/timesheets/note-field.tsx";
import { useFaults } from "#parts/timesheets/use-notable.ts";
import type { Sheet } from "#parts/timesheets/board.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { useSettings } from "#state/settings/settings.ts";
import { announce } from "#ui/announce.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";

interface Props {
  sheets: readonly Sheet[];
  nameOf: (userId: string) => string;
  /** Removes these timesheets from the selection. */
  onSettled: (ids: readonly string[]) => void;
  /** Called with the remaining timesheets if one could not be sent back. */
  onLeft: (sheets: readonly Sheet[]) => void;
  onClose: () => void;
}

/** The most names in the title. */
const few = 3;

/** Asks for a note, and sends timesheets back with it, one after the other. */
export function SendBackDialog({ sheets, nameOf, onSettled, onLeft, onClose }: Props) {
  const words = useBoardWords();
  const format = useFormat();
  const { language } = useSettings();
  const faultsOf = useFaults();
  const names = [...new Set(sheets.map(({ userId }) => nameOf(userId)))];
  const ids = sheets.map(({ id }) => id).join(" ");
  const [{ note }, set, draft] = useFormDraft("sent back", { id: ids }, { note: "" });

  async function send(): Promise<void> {
    let done = 0;
    try {
      for (const { id, version } of sheets) {
        await stint.timesheets.reject(id, { note }, { ifMatch: `"${version}"` });
        done++;
        onSettled([id]);
      }
      announce(plural(language, done, words.done.reject));
    } catch (error) {
      onLeft(sheets.slice(done));
      throw error;
    } finally {
      await refresh("timesheets");
    }
  }

  return (
    <FormDialog
      title={words.sendBackTo(
        names.length > few
          ? `${names.slice(0, few).join(", ")} ${words.andMore(names.length - few)}`
          : format.list(names),
      )}
      submit={words.sendBack}
      onSend={send}
      onClose={onClose}
      draft={draft}
    >
      <NoteField
        facts={sheets.length === 1 ? sheets.flatMap(faultsOf) : []}
        note={note}
        onChange={(next) => set({ note: next })}
      />
    </FormDialog>
  );
}

import type { TimeEntry } from "@stint/sdk";
import { EntryDialog } from "#parts/entries/form/entry-dialog.tsx";
import { useSaving } from "#parts/entries/use-saving.ts";
import { useText } from "#i18n/text.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { Button } from "#ui/button/button.tsx";

interface Props {
  /** An entry, or the first values of a new one. */
  of: TimeEntry | EntryFields;
  canWrite: boolean;
  /** Returns the entry's key. */
  onSave: (fields: EntryFields) => string;
  /** Called once the server has accepted the entry. */
  onSaved: (key: string) => void;
  onDelete: (entry: TimeEntry) => void;
  onDuplicate: (entry: TimeEntry) => void;
  onContinue: (entry: TimeEntry) => void;
  onClose: () => void;
}

/** The form of one of the person's own entries, saved in a single write. */
export function BlockDialog({ onSave, onSaved, onDelete, onDuplicate, onContinue, ...props }: Props) {
  const { entries: words } = useText();
  const { save, isSaving, problem } = useSaving();
  const entry = "id" in props.of ? props.of : undefined;

  async function submit(fields: EntryFields): Promise<void> {
    const key = await save(fields, onSave);
    if (key !== undefined) onSaved(key);
  }

  return (
    <EntryDialog {...props} isSaving={isSaving} problem={problem} onSave={(fields) => void submit(fields)}>
      {entry !== undefined && (
        <>
          {!entry.locked && (
            <Button kind="quiet" isSmall onClick={() => onDelete(entry)}>
              {words.delete}
            </Button>
          )}
          <Button kind="quiet" isSmall onClick={() => onDuplicate(entry)}>
            {words.duplicate}
          </Button>
          <Button kind="quiet" isSmall onClick={() => onContinue(entry)}>
            {words.continue}
          </Button>
        </>
      )}
    </EntryDialog>
  );
}

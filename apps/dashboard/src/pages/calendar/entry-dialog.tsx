import { Button } from "@mantine/core";
import type { TimeEntry } from "@stint/sdk";
import { lockReason } from "#entries/lock-reason.ts";
import { useText } from "#i18n/text.ts";
import type { EntryFields } from "#state/tracking/write.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { EntryFieldset } from "#entries/entry-fieldset.tsx";
import { useSaving } from "#entries/use-saving.ts";
import { useEntryDraft } from "#entries/use-entry-draft.ts";
import { useIsPhone } from "#ui/theme/use-is-phone.ts";
import classes from "./entry-dialog.module.css";

interface Props {
  /** Undefined for a new entry. */
  entry: TimeEntry | undefined;
  fields: EntryFields;
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

/** All fields of one entry, saved in a single write. */
export function EntryDialog({ entry, canWrite, onSave, onSaved, onClose, ...props }: Props) {
  const text = useText();
  const { calendar, entries: words, shell } = text;
  const isPhone = useIsPhone();
  const draft = useEntryDraft(props.fields);
  const { save, isSaving, problem, setProblem } = useSaving();
  const isReadOnly = !canWrite || entry?.locked === true;

  async function submit(): Promise<void> {
    const { fields } = draft;
    if (isReadOnly) return onClose();
    if (fields.projectId === "") return setProblem(calendar.chooseProject);
    if (draft.isChoosing || isSaving) return;
    const key = await save(fields, onSave);
    if (key !== undefined) onSaved(key);
  }

  return (
    <Dialog
      onClose={onClose}
      title={isReadOnly ? calendar.readEntry : entry === undefined ? calendar.newEntry : calendar.editEntry}
      isFullScreen={isPhone}
    >
      <form className={classes.form} onSubmit={(event) => (event.preventDefault(), void submit())}>
        {entry?.locked === true && <p className={classes.note}>{words.lockedBy[lockReason(entry)]}</p>}
        <EntryFieldset draft={draft} isReadOnly={isReadOnly || isSaving} />
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
        <div className={classes.actions}>
          {entry !== undefined && canWrite && (
            <span className={classes.others}>
              {!isReadOnly && (
                <Button variant="subtle" size="compact-md" onClick={() => props.onDelete(entry)}>
                  {words.delete}
                </Button>
              )}
              <Button variant="subtle" size="compact-md" onClick={() => props.onDuplicate(entry)}>
                {words.duplicate}
              </Button>
              <Button variant="subtle" size="compact-md" onClick={() => props.onContinue(entry)}>
                {words.continue}
              </Button>
            </span>
          )}
          <Button type="submit" loading={isSaving}>
            {isReadOnly ? shell.close : shell.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

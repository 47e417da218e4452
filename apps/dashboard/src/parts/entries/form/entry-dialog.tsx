import type { TimeEntry } from "@stint/sdk";
import { type ReactNode, useState } from "react";
import { entryFieldsOf } from "#parts/entries/entry-edits.ts";
import { lockReason } from "#parts/entries/lock-reason.ts";
import { useCalendarWords } from "#i18n/words/use-calendar-words.ts";
import { useText } from "#i18n/text.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { DialogButtons } from "#ui/dialog/dialog-buttons.tsx";
import { KeptNote } from "#ui/dialog/kept-note.tsx";
import { EntryFieldset } from "./entry-fieldset.tsx";
import { useEntryDraft, useLeave } from "./use-entry-draft.ts";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { Button } from "#ui/button/button.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";
import classes from "./entry-dialog.module.css";

interface Props {
  /** An entry, or the first values of a new one. */
  of: TimeEntry | EntryFields;
  canWrite: boolean;
  isSaving: boolean;
  problem: string;
  onSave: (fields: EntryFields) => void;
  onClose: () => void;
  /** Shown after the reason why the entry is locked. */
  advice?: string | undefined;
  /** Shown below the entry's fields. */
  more?: ReactNode;
  /** Other actions on an entry that the person may write. */
  children?: ReactNode;
}

/** The form with all fields of one entry. */
export function EntryDialog({ of, canWrite, isSaving, problem, onSave, onClose, ...props }: Props) {
  const text = useText();
  const { entries: words, shell, time } = text;
  const calendar = useCalendarWords();
  const isPhone = useIsPhone();
  const entry = "id" in of ? of : undefined;
  const draft = useEntryDraft(entry === undefined ? of : entryFieldsOf(entry), entry);
  const [isProjectAsked, setIsProjectAsked] = useState(false);
  const isReadOnly = !canWrite || entry?.locked === true;
  const lacksProject = draft.fields.projectId === "";
  const leave = useLeave(draft, !isReadOnly && !isSaving, onClose);

  function submit(): void {
    if (isReadOnly) return onClose();
    setIsProjectAsked(lacksProject);
    if (lacksProject || draft.isChoosing || isSaving) return;
    draft.form.forget();
    onSave(draft.fields);
  }

  return (
    <Dialog
      onClose={leave}
      title={isReadOnly ? calendar.readEntry : entry === undefined ? calendar.newEntry : calendar.editEntry}
      isFullScreen={isPhone}
    >
      <form className="form" onSubmit={(event) => (event.preventDefault(), submit())}>
        {entry?.locked === true && (
          <p className="dim">
            {words.lockedBy[lockReason(entry)]} {props.advice}
          </p>
        )}
        <EntryFieldset draft={draft} entry={entry} isReadOnly={isReadOnly || isSaving} />
        {props.more}
        <ErrorLine>{isProjectAsked && lacksProject ? time.chooseProject : problem}</ErrorLine>
        <DialogButtons note={draft.form.fields !== undefined && <KeptNote onDiscard={draft.form.discard} />}>
          {entry !== undefined && canWrite && <span className={`wrap ${classes.others}`}>{props.children}</span>}
          <span className="row">
            {!isReadOnly && (
              <Button kind="quiet" onClick={leave}>
                {shell.cancel}
              </Button>
            )}
            <Button kind="main" type="submit" isBusy={isSaving}>
              {isReadOnly ? shell.close : shell.save}
            </Button>
          </span>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

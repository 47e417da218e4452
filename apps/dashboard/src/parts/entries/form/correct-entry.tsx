import type { TimeEntry } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { brokenRules } from "#api/entry-rule.ts";
import { explainError } from "#api/explain-error.ts";
import { useMe } from "#api/queries.ts";
import { mayWriteLate } from "#api/scopes.ts";
import { taskOfChoice } from "#api/task-of-choice.ts";
import { plural } from "#i18n/catalogue.ts";
import { useText } from "#i18n/text.ts";
import { edit } from "#state/edit.ts";
import { useSettings } from "#state/settings/settings.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { useChange } from "#state/use-change.ts";
import { Button } from "#ui/button/button.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { lockReason } from "#parts/entries/lock-reason.ts";

const queries = ["reports", "timesheets"] as const;

/** Edits an entry, possibly someone else's, in a list of everyone's entries. Saves the entry on the server at once. */
export function CorrectEntry({ entry: shown, onClose }: { entry: TimeEntry; onClose: () => void }) {
  const text = useText();
  const { language } = useSettings();
  const me = useMe();
  const change = useChange();
  // The entry as the person saw it on opening the form. A comparison with it detects changes by others.
  const [entry] = useState(shown);
  const { isRunning: isSaving, error, run } = useAction();
  const [lateReason, setLateReason] = useState("");
  const { entries: words } = text;
  const canExcuse = mayWriteLate(me);
  const isLate = lateReason !== "" || (canExcuse && brokenRules(error).includes("latestDays"));
  const late = lateReason.trim() === "" ? {} : { lateReason: lateReason.trim() };
  const isUnderApproval = lockReason(entry) === "timesheet" && entry.userId !== me.user.id;

  async function save(fields: EntryFields): Promise<void> {
    const set = { ...fields, taskId: await taskOfChoice(fields), description: fields.description.trim() };
    const entries = {
      get: (id: string) => stint.timeEntries.get(id),
      update: (id: string, to: object, options: { ifMatch: { version: number } }) =>
        stint.timeEntries.update(id, { ...to, ...late }, options),
    };
    await change({ label: words.changed, queries, ...edit(entries, entry, set) });
  }

  async function remove(): Promise<void> {
    const ids = [entry.id];
    await change({
      label: plural(language, 1, words.deletedMany),
      queries,
      run: () => stint.timeEntries.deleteBatch({ ids, ...late }),
      revert: () => stint.timeEntries.restoreBatch({ ids, ...late }),
    });
  }

  return (
    <EntryDialog
      of={entry}
      canWrite
      isSaving={isSaving}
      problem={error === undefined ? "" : explainError(error, text, canExcuse)}
      advice={isUnderApproval ? words.sendBackFirst : undefined}
      more={isLate && <LateReason value={lateReason} onChange={setLateReason} />}
      onSave={(fields) => run(() => save(fields).then(onClose))}
      onClose={onClose}
    >
      {!entry.locked && (
        <Button kind="quiet" isSmall disabled={isSaving} onClick={() => run(() => remove().then(onClose))}>
          {words.delete}
        </Button>
      )}
    </EntryDialog>
  );
}

function LateReason({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { entries } = useText();
  return (
    <TextInput
      label={entries.lateReason}
      maxLength={500}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

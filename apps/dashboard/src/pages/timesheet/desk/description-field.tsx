import type { TimeEntry } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { useText } from "#i18n/text.ts";
import { edit } from "#state/edit.ts";
import { useChange } from "#state/use-change.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useAction } from "#ui/form/use-action.ts";

/** The description of an entry, edited in its place. Enter and leaving the field save it, Escape restores it. */
export function DescriptionField({ entry }: { entry: TimeEntry }) {
  const { entries: words, time } = useText();
  const change = useChange();
  const { run, message, isRunning } = useAction();
  const [typed, setTyped] = useState<string>();

  function save(): void {
    const description = typed?.trim();
    if (description === undefined || isRunning) return;
    if (description === entry.description) return setTyped(undefined);
    run(async () => {
      await change({
        label: words.changed,
        queries: ["reports", "timesheets"],
        ...edit(stint.timeEntries, entry, { description }),
      });
      // Keeps the text that was typed while sending.
      setTyped((now) => (now === typed ? undefined : now));
    });
  }

  return (
    <TextInput
      label={words.description}
      hidesLabel
      placeholder={time.noDescription}
      maxLength={2000}
      value={typed ?? entry.description}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === "Enter" && !nativeEvent.isComposing) save();
        if (key === "Escape") setTyped(undefined);
      }}
      error={message || undefined}
    />
  );
}

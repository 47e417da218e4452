import type { TimeEntry } from "@stint/sdk";
import { useEffect, useRef, useState } from "react";
import { useRowDraft } from "#api/row-draft.ts";
import { useText } from "#api/settings.ts";
import { FieldWithChoices } from "#pages/parts/field-with-choices.tsx";
import type { SignChoice } from "#pages/parts/use-sign-choices.ts";
import { useSignField } from "#pages/parts/use-sign-field.tsx";

interface Props {
  entry: TimeEntry;
  onChange: (description: string) => void;
  onSign: (choice: SignChoice, description: string) => void;
}

/** The description of the entry that is edited. The typed text is kept for a reload until the field is left. */
export function RowDescription({ entry, onChange, onSign }: Props) {
  const { entries: words, time } = useText();
  const draft = useRowDraft();
  const [typed, setTyped] = useState(() => {
    const kept = draft.read();
    return kept?.entryId === entry.id ? kept.text : undefined;
  });
  const value = entry.description;
  const text = typed ?? value;
  // Leaving the row by Enter removes the field before it is blurred.
  const latest = useRef({ typed, value, onChange });
  latest.current = { typed, value, onChange };
  useEffect(() => () => commit(), []);
  const { setCursor, sign, ...field } = useSignField(text, (choice, rest) => {
    takeBack();
    onSign(choice, rest);
  });

  function commit(): void {
    const { typed: after, value: before, onChange: change } = latest.current;
    latest.current = { ...latest.current, typed: undefined };
    if (after === undefined) return;
    draft.forget();
    if (after.trim() !== before) change(after.trim());
  }

  function takeBack(): void {
    latest.current = { ...latest.current, typed: undefined };
    draft.forget();
    setTyped(undefined);
  }

  return (
    <FieldWithChoices
      {...field}
      listLabel={sign?.kind === "#" ? time.tags : time.findProject}
      aria-label={words.description}
      placeholder={time.whatAreYouWorkingOn}
      maxLength={2000}
      value={text}
      onType={(next, cursor) => {
        setTyped(next);
        setCursor(cursor);
        draft.keep({ entryId: entry.id, text: next });
      }}
      onBlur={() => {
        commit();
        setTyped(undefined);
      }}
      onKeyDown={(event) => {
        // Before the row is left, so that both are drawn at once.
        if (event.key === "Enter") commit();
        if (event.key !== "Escape" || typed === undefined || typed === value) return;
        event.stopPropagation();
        takeBack();
      }}
    />
  );
}

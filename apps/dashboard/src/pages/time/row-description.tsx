import type { TimeEntry } from "@stint/sdk";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRowDraft } from "#state/drafts/row-draft.ts";
import { useText } from "#i18n/text.ts";
import { FieldWithChoices } from "#ui/choices/field-with-choices.tsx";
import type { TokenChoice } from "#parts/entries/choices/use-token-choices.ts";
import { useTokenField } from "#parts/entries/choices/use-token-field.tsx";

interface Props {
  entry: TimeEntry;
  onChange: (description: string) => void;
  onToken: (choice: TokenChoice, description: string) => void;
}

/** The description of the entry being edited. The text survives a reload until the person leaves the field. */
export function RowDescription({ entry, onChange, onToken }: Props) {
  const { entries: words, time } = useText();
  const draft = useRowDraft();
  const [typed, setTyped] = useState(() => {
    const kept = draft.read();
    return kept?.entryId === entry.id ? kept.text : undefined;
  });
  const value = entry.description;
  const text = typed ?? value;
  // Commits on unmount too, because Enter closes the row and removes the field before blur can fire.
  const pending = useRef(typed);
  const commitLast = useEffectEvent(commit);
  useEffect(() => () => commitLast(), []);
  const { setCursor, choices, isOpen, onOpen, listLabel } = useTokenField(text, (choice, rest) => {
    revert();
    onToken(choice, rest);
  });

  function commit(): void {
    const after = pending.current;
    pending.current = undefined;
    if (after === undefined) return;
    draft.forget();
    if (after.trim() !== value) onChange(after.trim());
  }

  function revert(): void {
    pending.current = undefined;
    draft.forget();
    setTyped(undefined);
  }

  return (
    <FieldWithChoices
      {...{ choices, isOpen, onOpen, listLabel }}
      aria-label={words.description}
      placeholder={time.whatAreYouWorkingOn}
      maxLength={2000}
      value={text}
      onType={(next, cursor) => {
        setTyped(next);
        pending.current = next;
        setCursor(cursor);
        draft.keep({ entryId: entry.id, text: next });
      }}
      onBlur={() => {
        commit();
        setTyped(undefined);
      }}
      onKeyDown={(event) => {
        // Commits before the row closes, so both changes render together.
        if (event.key === "Enter") commit();
        if (event.key !== "Escape" || typed === undefined || typed === value) return;
        event.stopPropagation();
        revert();
      }}
    />
  );
}

import { useEffect, useState } from "react";
import { useText } from "#i18n/text.ts";
import type { Draft } from "#state/drafts/timer-draft.ts";
import { FieldWithChoices } from "#ui/choices/field-with-choices.tsx";
import { useSuggestedChoices } from "#parts/entries/choices/use-suggested-choices.tsx";
import type { TokenChoice } from "#parts/entries/choices/use-token-choices.ts";
import { useTokenField } from "#parts/entries/choices/use-token-field.tsx";
import classes from "./timer-bar.module.css";

interface Props {
  value: string;
  /** Called with the new text when the person leaves the field. */
  onChange: (typed: string) => void;
  /** Called on every keystroke, if the text has to be stored at once. */
  onType: ((typed: string) => void) | undefined;
  onEnter: (typed: string) => void;
  /** Called with the fields of a chosen earlier entry or favourite. */
  onChoose: (fields: Partial<Draft>) => void;
  /** Called with a chosen project or tag, and with the text that remains without the token. */
  onToken: (choice: TokenChoice, rest: string) => void;
  disabled: boolean;
}

/** The description field. It suggests recent entries and favourites or, after `@` or `#`, projects and tags. */
export function DescriptionField({ value, onChange, onType, onEnter, onChoose, onToken, disabled }: Props) {
  const { time } = useText();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  // Hides the typed text when a timer is started elsewhere, because that timer already has a description. The text is
  // stored for the next timer.
  const isRunning = onType === undefined;
  useEffect(() => {
    if (isRunning) setTyped(undefined);
  }, [isRunning]);
  const { token, choices, setCursor, listLabel, ...open } = useTokenField(text, (choice, rest) => {
    setTyped(undefined);
    onToken(choice, rest);
  });
  const suggested = useSuggestedChoices(open.isOpen && token === undefined ? text : undefined, (fields) => {
    setTyped(undefined);
    onChoose(fields);
  });

  return (
    <FieldWithChoices
      {...open}
      choices={token === undefined ? suggested : choices}
      listLabel={token === undefined ? time.suggestions : listLabel}
      className={classes.description}
      data-description
      aria-label={time.whatAreYouWorkingOn}
      placeholder={time.whatAreYouWorkingOn}
      maxLength={2000}
      disabled={disabled}
      value={text}
      onType={(next, cursor) => {
        setTyped(next);
        setCursor(cursor);
        onType?.(next);
      }}
      onClick={() => open.onOpen(true)}
      onBlur={() => {
        if (typed !== undefined && typed !== value) onChange(typed);
        setTyped(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") setTyped(undefined);
        if (event.key !== "Enter") return;
        event.preventDefault();
        open.onOpen(false);
        setTyped(undefined);
        onEnter(text);
      }}
    />
  );
}

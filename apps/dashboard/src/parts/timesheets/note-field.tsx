import { useEffect, useRef } from "react";
import { Button } from "#ui/button/button.tsx";
import { TextArea } from "#ui/fields/text-input.tsx";
import classes from "./note-field.module.css";
import { useSheetWords } from "./use-sheet-words.ts";

interface Props {
  /** What is wrong with the timesheet, as reasons to insert before the usual ones. */
  facts: readonly string[];
  note: string;
  onChange: (note: string) => void;
}

/**
 * The note that explains a decision to the member. Pressing a reason inserts it as a sentence, or removes it.
 */
export function NoteField({ facts, note, onChange }: Props) {
  const words = useSheetWords();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const toggle = (sentence: string) =>
    onChange(
      note.includes(sentence) ? note.replace(sentence, "").replace("  ", " ").trim() : `${note} ${sentence}`.trim(),
    );
  return (
    <>
      <div role="group" aria-label={words.reasonsLabel} className={`buttons ${classes.reasons}`}>
        {[...facts, ...words.reasons].map((reason) => (
          <Button key={reason} isSmall aria-pressed={note.includes(`${reason}.`)} onClick={() => toggle(`${reason}.`)}>
            {reason}
          </Button>
        ))}
      </div>
      <TextArea
        ref={box}
        name="note"
        label={words.note}
        hint={words.noteHint}
        rows={3}
        maxLength={2000}
        required
        value={note}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </>
  );
}

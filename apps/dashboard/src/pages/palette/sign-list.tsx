import { SignChoiceLabel } from "#pages/parts/sign-choice.tsx";
import type { SignChoice } from "#pages/parts/use-sign-choices.ts";
import classes from "./palette.module.css";

interface Props {
  id: string;
  label: string;
  choices: readonly SignChoice[];
  /** -1: none. */
  active: number;
  onActive: (at: number) => void;
  onChoose: (choice: SignChoice) => void;
}

/** The projects, tasks or tags that the sign at the cursor may mean. */
export function SignList({ id, label, choices, active, onActive, onChoose }: Props) {
  return (
    <div id={id} role="listbox" aria-label={label} className={classes.list}>
      {choices.map((choice, at) => (
        <button
          key={choice.key}
          id={`${id}-${at}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={classes.option}
          onMouseMove={() => onActive(at)}
          // The cursor stays in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <SignChoiceLabel choice={choice} />
        </button>
      ))}
    </div>
  );
}

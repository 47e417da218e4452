import { TokenChoiceLabel } from "#entries/choices/token-choice.tsx";
import { useTokenLabel } from "#entries/choices/use-token-choices.ts";
import type { DayField } from "./use-day-field.ts";
import classes from "./typed-day.module.css";

interface Props {
  id: string;
  field: Pick<DayField, "token" | "choices" | "active" | "setActive" | "choose">;
}

/** The projects, tasks or tags that match the token at the cursor. */
export function TokenList({ id, field }: Props) {
  const { token, choices, active, setActive, choose } = field;
  const label = useTokenLabel(token);
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
          onMouseMove={() => setActive(at)}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(choice)}
        >
          <TokenChoiceLabel choice={choice} />
        </button>
      ))}
    </div>
  );
}

import { positionOf, projectColors } from "#ui/project-color.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import classes from "./project-form.module.css";

interface Props {
  /** `#rrggbb`; null lets the dashboard choose. */
  value: string | null;
  onChange: (color: string | null) => void;
}

/** Offers colours that can be told apart in both themes. */
export function ColorField({ value, onChange }: Props) {
  const words = useProjectWords();
  const position = value === null ? undefined : positionOf(value);
  return (
    <fieldset>
      <legend>{words.color}</legend>
      <div className={`wrap ${classes.colors}`}>
        <label className={classes.color} data-any>
          <input type="radio" name="colorChoice" checked={value === null} onChange={() => onChange(null)} />
          {words.anyColor}
        </label>
        {projectColors.map((color, at) => (
          <label
            key={color}
            title={words.colorNames[at]}
            className={classes.color}
            style={{ background: `var(--p${at})` }}
          >
            <input
              type="radio"
              name="colorChoice"
              aria-label={words.colorNames[at]}
              checked={at === position}
              onChange={() => onChange(color)}
            />
          </label>
        ))}
        {value !== null && position === undefined && (
          <label className={classes.color} data-any>
            <input type="radio" name="colorChoice" checked onChange={() => onChange(value)} />
            {value}
          </label>
        )}
      </div>
    </fieldset>
  );
}

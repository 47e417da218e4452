import { projectColors } from "@stint/grammar/project-colors.ts";
import { positionOf } from "#ui/project-color.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { Swatches } from "#ui/choices/swatches.tsx";

interface Props {
  /** `#rrggbb`; null lets the dashboard choose. */
  value: string | null;
  onChange: (color: string | null) => void;
}

/** Offers colours that can be told apart in both themes. */
export function ColorField({ value, onChange }: Props) {
  const words = useProjectWords();
  const position = value === null ? undefined : positionOf(value);
  const offered = projectColors.map((color, at) => ({
    value: color,
    name: words.colorNames[at],
    color: `var(--p${at})`,
  }));
  // API clients can set other colours.
  const other = value !== null && position === undefined ? [{ value, name: value }] : [];
  const chosen = position === undefined ? (value ?? "") : projectColors[position];
  return (
    <Swatches
      label={words.color}
      value={chosen}
      options={[{ value: "", name: words.anyColor }, ...offered, ...other]}
      onChange={(color) => onChange(color === "" ? null : color)}
    />
  );
}

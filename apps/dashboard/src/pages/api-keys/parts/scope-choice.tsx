import type { Scope } from "#api/scopes.ts";
import { Checkbox, RadioGroup } from "#ui/fields/checkbox.tsx";
import { useKeyWords } from "./use-key-words.ts";

/** The presets of docs/api/api-keys.md. A preset grants only the scopes that the person has. */
const presets: Record<string, (scope: Scope) => boolean> = {
  "read-only": (scope) => scope.endsWith(":read"),
  timer: (scope) => ["time-entries:read", "time-entries:write", "projects:read"].includes(scope),
  full: () => true,
};

export interface ScopeChoice {
  /** A key of `presets`, or `own`. */
  preset: string;
  own: readonly Scope[];
}

/** Converts the choice to the API's format. */
export function toScopes({ preset, own }: ScopeChoice): readonly string[] {
  return preset === "own" ? own : [preset];
}

interface Props {
  allowed: readonly Scope[];
  choice: ScopeChoice;
  onChange: (choice: ScopeChoice) => void;
  /** Hides the checkboxes unless the choice is a custom one. */
  isShort?: boolean;
}

/** The presets, and a checkbox for every scope, checked if the chosen preset includes it. Changing a checkbox makes the choice a custom one. */
export function ScopeFields({ allowed, choice, onChange, isShort = false }: Props) {
  const words = useKeyWords();
  const includes = presets[choice.preset];
  const chosen = includes === undefined ? choice.own : allowed.filter(includes);
  return (
    <>
      <RadioGroup
        label={words.preset}
        value={choice.preset}
        field="scopes"
        onChange={(preset) => onChange({ preset, own: chosen })}
        options={Object.entries(words.presets)}
        hints={words.presetHints}
      />
      {(!isShort || choice.preset === "own") && (
        <ScopeBoxes
          allowed={allowed}
          chosen={chosen}
          whyNot={words.notYours}
          onChange={(own) => onChange({ preset: "own", own })}
        />
      )}
    </>
  );
}

interface BoxProps {
  label?: string;
  allowed: readonly Scope[];
  chosen: readonly Scope[];
  /** Shown next to scopes that aren't allowed. Without it, those scopes are hidden. */
  whyNot?: string;
  onChange: (chosen: Scope[]) => void;
}

export function ScopeBoxes({ label, allowed, chosen, whyNot, onChange }: BoxProps) {
  const words = useKeyWords();
  const scopes = Object.keys(words.scopes) as Scope[];
  return (
    <fieldset className="panel inset">
      <legend className="visually-hidden">{label ?? words.preset}</legend>
      <div className="stack">
        {scopes
          .filter((scope) => whyNot !== undefined || allowed.includes(scope))
          .map((scope) => (
            <Checkbox
              key={scope}
              label={words.scopes[scope]}
              hint={allowed.includes(scope) ? scope : `${scope} – ${whyNot ?? ""}`}
              checked={chosen.includes(scope)}
              disabled={!allowed.includes(scope)}
              onChange={(isChecked) =>
                onChange(scopes.filter((each) => (each === scope ? isChecked : chosen.includes(each))))
              }
            />
          ))}
      </div>
    </fieldset>
  );
}

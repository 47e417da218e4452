import { useState } from "react";
import { TextInput, type TextInputProps } from "#ui/fields/text-input.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { type FieldChoice, FieldWithChoices } from "./field-with-choices.tsx";
import type { Option } from "#ui/fields/select.tsx";

export interface LongSelectProps {
  label: string;
  hidesLabel?: boolean;
  hint?: string | undefined;
  /** The name of the form field. */
  name?: string;
  /** Shown when nothing matches the typed text. */
  nothing: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
  /** Creates what the person typed and didn't find. Undefined for people who may not. */
  create?: Create | undefined;
  field?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
}

interface Create {
  label: (name: string) => string;
  /** Resolves to the new value. A retry has the same key, so a lost reply creates nothing twice. */
  run: (name: string, key: string) => Promise<string>;
}

const most = 60;

/** A select for very many options, which people find by typing a part of the name. */
export function LongSelect({ name, nothing, options, value, onChange, create, ...props }: LongSelectProps) {
  const { label, hidesLabel, hint, field = name } = props;
  const { disabled = false, readOnly = false, required = false } = props;
  const [typed, setTyped] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const wanted = typed?.trim() ?? "";
  const creating = useCreating(wanted);
  const { isRunning, isRefused } = creating;
  const search = wanted.toLowerCase();
  const found = options.filter(([, each]) => each.toLowerCase().includes(search)).slice(0, most);
  const choose = (chosen: string) => {
    setTyped(undefined);
    if (chosen !== value) onChange(chosen);
  };
  const choices = found.map(([key, label]): FieldChoice => ({ key, label, choose: () => choose(key) }));
  if (create !== undefined && wanted !== "" && !options.some(([, each]) => each.toLowerCase() === search))
    choices.push({
      key: "create",
      label: create.label(wanted),
      isNew: true,
      choose: () => creating.run(create, choose),
    });

  return (
    <>
      <FieldWithChoices
        choices={choices}
        listLabel={label}
        nothing={nothing}
        takesFirst={search !== ""}
        isOpen={isOpen && !readOnly && !isRunning}
        onOpen={setIsOpen}
        value={typed ?? options.find(([each]) => each === value)?.[1] ?? ""}
        {...{ disabled, readOnly, required }}
        aria-busy={isRunning}
        // Matches nothing: without what is shown to be created, the form must not be sent. The browser checks no
        // read-only fields.
        pattern={isRunning || isRefused ? "(?!)" : undefined}
        onType={(text) => isRunning || setTyped(text)}
        onClick={() => setIsOpen(true)}
        onFocus={(event) => event.currentTarget.select()}
        // Text that is no choice yet, for example because names still load, must not be sent with the form.
        onKeyDown={(event) => event.key === "Enter" && typed !== undefined && event.preventDefault()}
        // A name that could not be created stays, so that it need not be typed again.
        onBlur={() => !isRefused && !isRunning && setTyped(undefined)}
        show={(input) => (
          <TextInput
            {...(input as TextInputProps)}
            data-arrow
            placeholder={hidesLabel === true ? label : undefined}
            {...{ label, hidesLabel, hint, field }}
            error={isRefused && creating.message}
          />
        )}
      />
      {name !== undefined && <input type="hidden" name={name} value={value} />}
    </>
  );
}

/** Creates what was typed, with the same key as before if only the reply was lost. */
function useCreating(wanted: string) {
  const { isRunning, error, message, run } = useAction();
  const [attempt, setAttempt] = useState({ name: "", key: "" });
  return {
    isRunning,
    isRefused: error !== undefined && attempt.name === wanted,
    message,
    run(create: Create, onMade: (value: string) => void): void {
      const key = attempt.name === wanted ? attempt.key : crypto.randomUUID();
      setAttempt({ name: wanted, key });
      run(async () => onMade(await create.run(wanted, key)));
    },
  };
}

import { useState } from "react";
import { TextInput, type TextInputProps } from "#ui/fields/text-input.tsx";
import { FieldWithChoices } from "./field-with-choices.tsx";
import type { Option } from "#ui/fields/select.tsx";

export interface LongSelectProps {
  label: string;
  hint?: string | undefined;
  /** The name of the form field. */
  name?: string;
  /** Shown when nothing matches the typed text. */
  nothing: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  readOnly?: boolean;
}

const most = 60;

/** A select for very many options, which people find by typing a part of the name. */
export function LongSelect(props: LongSelectProps) {
  const { label, hint, name, nothing, options, value, onChange, error, disabled = false, readOnly = false } = props;
  const [typed, setTyped] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const search = typed?.trim().toLowerCase() ?? "";
  const found = options.filter(([, name]) => name.toLowerCase().includes(search)).slice(0, most);
  return (
    <>
      <FieldWithChoices
        choices={found.map(([key, name]) => ({
          key,
          label: name,
          choose: () => {
            setTyped(undefined);
            if (key !== value) onChange(key);
          },
        }))}
        listLabel={label}
        nothing={nothing}
        takesFirst={search !== ""}
        isOpen={isOpen && !readOnly}
        onOpen={setIsOpen}
        value={typed ?? options.find(([each]) => each === value)?.[1] ?? ""}
        disabled={disabled}
        readOnly={readOnly}
        onType={setTyped}
        onClick={() => setIsOpen(true)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(undefined)}
        show={(input) => (
          <TextInput {...(input as TextInputProps)} label={label} hint={hint} error={error} data-arrow />
        )}
      />
      {name !== undefined && <input type="hidden" name={name} value={value} />}
    </>
  );
}

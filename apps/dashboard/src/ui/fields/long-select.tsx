import { TextInput, type TextInputProps } from "@mantine/core";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { FieldWithChoices } from "./field-with-choices.tsx";

export interface LongSelectProps {
  label: string;
  hint?: string | undefined;
  /** The name of the form field. */
  name?: string;
  /** Shown when nothing matches the typed text. */
  nothing: string;
  options: readonly { value: string; label: string }[];
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
  const found = options.filter((option) => option.label.toLowerCase().includes(search)).slice(0, most);
  return (
    <>
      <FieldWithChoices
        choices={found.map((option) => ({
          key: option.value,
          label: option.label,
          choose: () => {
            setTyped(undefined);
            if (option.value !== value) onChange(option.value);
          },
        }))}
        listLabel={label}
        nothing={nothing}
        takesFirst={search !== ""}
        isOpen={isOpen && !readOnly}
        onOpen={setIsOpen}
        value={typed ?? options.find((option) => option.value === value)?.label ?? ""}
        disabled={disabled}
        readOnly={readOnly}
        onType={setTyped}
        onClick={() => setIsOpen(true)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(undefined)}
        show={(input) => (
          <TextInput
            {...(input as TextInputProps)}
            label={label}
            description={hint}
            error={error}
            rightSection={<ChevronsUpDown size={14} aria-hidden />}
            rightSectionPointerEvents="none"
          />
        )}
      />
      {name !== undefined && <input type="hidden" name={name} value={value} />}
    </>
  );
}

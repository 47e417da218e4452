import { TextInput, type TextInputProps } from "@mantine/core";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { FieldWithChoices } from "./field-with-choices.tsx";

interface Props {
  label: string;
  hint: string;
  /** What is said when no zone has the typed name. */
  nothing: string;
  zones: readonly { value: string; label: string }[];
  value: string;
  onChange: (zone: string) => void;
  disabled?: boolean;
  readOnly?: boolean;
}

const most = 60;

/** A time zone, found by a part of its name. */
export function ZoneField({ label, hint, nothing, zones, value, onChange, disabled = false, readOnly = false }: Props) {
  const [typed, setTyped] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const search = typed?.trim().toLowerCase() ?? "";
  const found = zones.filter((zone) => zone.label.toLowerCase().includes(search)).slice(0, most);
  return (
    <FieldWithChoices
      choices={found.map((zone) => ({
        key: zone.value,
        label: zone.label,
        choose: () => {
          setTyped(undefined);
          if (zone.value !== value) onChange(zone.value);
        },
      }))}
      listLabel={label}
      nothing={nothing}
      takesFirst={search !== ""}
      isOpen={isOpen && !readOnly}
      onOpen={setIsOpen}
      value={typed ?? zones.find((zone) => zone.value === value)?.label ?? ""}
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
          inputWrapperOrder={["label", "input", "description", "error"]}
          rightSection={<ChevronsUpDown size={14} aria-hidden />}
          rightSectionPointerEvents="none"
        />
      )}
    />
  );
}

import { Combobox, useCombobox } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { useOpenedList } from "./use-opened-list.ts";
import classes from "./field-with-choices.module.css";

export interface FieldChoice {
  key: string;
  label: ReactNode;
  choose: () => void;
}

interface Props extends Omit<ComponentProps<"input">, "onChange"> {
  choices: readonly FieldChoice[];
  /** The accessible name of the list. */
  listLabel: string;
  /** Tells whether choices are wanted: from typing on, until one is chosen or the field is left. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onType: (typed: string, cursor: number) => void;
}

/** A text field with a list of choices: arrows and Enter choose one, or a touch; Enter without arrows is the field's own. */
export function FieldWithChoices({ choices, listLabel, isOpen, onOpen, onType, ...input }: Props) {
  const isShown = isOpen && choices.length > 0;
  const combobox = useCombobox({ opened: isShown, onOpenedChange: onOpen });
  useOpenedList(isShown);
  return (
    <Combobox
      store={combobox}
      withinPortal
      keepMounted={false}
      position="bottom-start"
      onOptionSubmit={(key) => {
        onOpen(false);
        choices.find((choice) => choice.key === key)?.choose();
      }}
    >
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <input
          {...input}
          aria-autocomplete="list"
          onChange={({ currentTarget }) => {
            onType(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length);
            onOpen(true);
            combobox.resetSelectedOption();
          }}
          onBlur={(event) => {
            onOpen(false);
            input.onBlur?.(event);
          }}
          onKeyDown={(event) => {
            const isChosen = event.key === "Enter" && combobox.getSelectedOptionIndex() >= 0;
            if (isShown && (isChosen || event.key === "Escape")) {
              // They act on the list, not on the place that the field stands in.
              event.stopPropagation();
              if (event.key === "Escape") onOpen(false);
            } else input.onKeyDown?.(event);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isShown}>
        <Combobox.Options aria-label={listLabel}>
          {choices.map(({ key, label }) => (
            <Combobox.Option key={key} value={key} className={classes.choice}>
              {label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

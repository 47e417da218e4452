import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Floating } from "#ui/floating/floating.tsx";
import { ListBox, listAttributes, type ListOption, useActiveOption } from "#ui/menu/list-box.tsx";
import fields from "#ui/fields/field.module.css";

export interface FieldChoice extends ListOption {
  choose: () => void;
}

type InputProps = Omit<ComponentProps<"input">, "size">;

interface Props extends Omit<InputProps, "ref" | "onChange"> {
  value: string;
  choices: readonly FieldChoice[];
  /** The list's accessible name. */
  listLabel: string;
  /** Whether the list is shown. `onOpen` opens it on typing, and closes it after a choice or when the field is left. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onType: (typed: string, cursor: number) => void;
  /** Shown instead of an empty list. */
  nothing?: string;
  /** Whether Enter picks the first choice if the person hasn't pressed an arrow key. */
  takesFirst?: boolean;
  /** Renders a custom input instead of the plain one. */
  show?: (input: InputProps) => ReactNode;
}

/**
 * A text field with a list of choices. Arrow keys and Enter, or a tap, pick one. While no choice is active, Enter is
 * left to the field.
 */
export function FieldWithChoices(props: Props) {
  const { choices, listLabel, nothing, takesFirst = false, isOpen, onOpen, onType, show = plain, ...input } = props;
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  const count = choices.length;
  const isShown = isOpen && count > 0;
  const isBoxShown = isShown || (isOpen && nothing !== undefined);
  const { active, move, reset } = useActiveOption({ count, first: takesFirst ? 0 : -1, typed: input.value });
  useEffect(() => void (isShown || reset()), [isShown, reset]);

  function choose(key: string): void {
    onOpen(false);
    choices.find((choice) => choice.key === key)?.choose();
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const { key } = event;
    if (isShown && move(event)) return;
    if ((isShown && key === "Enter" && active >= 0) || (isBoxShown && key === "Escape")) {
      // These keys control the list, so they must not reach the elements around the field.
      event.stopPropagation();
      event.preventDefault();
      const choice = choices[active];
      if (key === "Enter" && choice !== undefined) choose(choice.key);
      else onOpen(false);
    } else if (key === "ArrowDown" && !isOpen) onOpen(true);
    else input.onKeyDown?.(event);
  }

  return (
    <>
      {show({
        ...input,
        ...listAttributes(isShown ? id : undefined, active),
        ref,
        role: "combobox",
        "aria-expanded": isShown,
        autoComplete: "off",
        onChange: ({ currentTarget }) => {
          onType(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length);
          onOpen(true);
        },
        onBlur: (event) => {
          onOpen(false);
          input.onBlur?.(event);
        },
        onKeyDown: press,
      })}
      {isBoxShown && (
        <Floating anchor={ref} width="anchor">
          {isShown ? (
            <ListBox id={id} label={listLabel} options={choices} active={active} onChoose={choose} />
          ) : (
            <p className="dim inset">{nothing}</p>
          )}
        </Floating>
      )}
    </>
  );
}

const plain = (input: InputProps) => <input className={fields.control} {...input} />;

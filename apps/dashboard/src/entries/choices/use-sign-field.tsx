import { useState } from "react";
import { signAt, type TypedSign, withoutSign } from "#time/typed-sign.ts";
import type { FieldChoice } from "#ui/fields/field-with-choices.tsx";
import { SignChoiceLabel } from "./sign-choice.tsx";
import { type SignChoice, useSignChoices, useSignLabel } from "./use-sign-choices.ts";

/**
 * The props of a description field that handles `@project` and `#tag` tokens. A chosen token is removed from the text.
 */
export function useSignField(text: string, onSign: (choice: SignChoice, rest: string) => void) {
  const [isOpen, setIsOpen] = useState(false);
  const [cursor, setCursor] = useState(0);
  const sign: TypedSign | undefined = isOpen ? signAt(text, cursor) : undefined;
  const choices: FieldChoice[] = useSignChoices(sign).map((choice) => ({
    key: choice.key,
    label: <SignChoiceLabel choice={choice} />,
    choose: () => sign !== undefined && onSign(choice, withoutSign(text, sign)),
  }));
  return { isOpen, onOpen: setIsOpen, setCursor, sign, choices, listLabel: useSignLabel(sign) };
}

import { useState } from "react";
import { tokenAt, type TypedToken, withoutToken } from "#time/typed-token.ts";
import type { FieldChoice } from "#ui/choices/field-with-choices.tsx";
import { TokenChoiceLabel } from "./token-choice.tsx";
import { type TokenChoice, useTokenChoices, useTokenLabel } from "./use-token-choices.ts";

/**
 * The props of a description field that handles `@project` and `#tag` tokens. A chosen token is removed from the text.
 */
export function useTokenField(text: string, onToken: (choice: TokenChoice, rest: string) => void) {
  const [isOpen, setIsOpen] = useState(false);
  const [cursor, setCursor] = useState(0);
  const typed: TypedToken | undefined = isOpen ? tokenAt(text, cursor) : undefined;
  const found = useTokenChoices(typed);
  // After a blank, the later words are the description, unless a name begins with the whole text.
  const token = typed !== undefined && /\s/.test(typed.name) && found.length === 0 ? undefined : typed;
  const choices: FieldChoice[] = found.map((choice) => ({
    key: choice.key,
    label: <TokenChoiceLabel choice={choice} />,
    choose: () => token !== undefined && onToken(choice, withoutToken(text, token)),
  }));
  return { isOpen, onOpen: setIsOpen, setCursor, token, choices, listLabel: useTokenLabel(typed) };
}

import { type FormEvent, useState } from "react";
import { explainError, fieldErrors } from "#api/explain-error.ts";
import { useText } from "#api/settings.ts";

/**
 * A form whose fields the browser keeps: `send` gets what was typed, without empty fields. An error is shown at the field
 * that the server names, else above the button.
 */
export function useForm(send: (given: Record<string, string>) => Promise<void>) {
  const text = useText();
  const [error, setError] = useState<unknown>();
  const [isSending, setIsSending] = useState(false);

  async function run(form: HTMLFormElement): Promise<void> {
    setIsSending(true);
    setError(undefined);
    try {
      const given = [...new FormData(form)].filter(([, value]) => value !== "");
      await send(Object.fromEntries(given) as Record<string, string>);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsSending(false);
    }
  }

  const fields = fieldErrors(error);
  return {
    isSending,
    /** The error, unless it stands at a field. */
    message: error === undefined || Object.keys(fields).length > 0 ? "" : explainError(error, text),
    /** The error of a field. */
    errorOf: (name: string): string | undefined => fields[name],
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      void run(event.currentTarget);
    },
  };
}

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

  const fields = fieldErrors(error, text);
  const shown = new Set<string>();
  return {
    isSending,
    /** The error, unless it stands at a field. Read after the fields: those that nothing shows stand here. */
    get message(): string {
      if (error === undefined) return "";
      const others = Object.keys(fields).filter((name) => !shown.has(name));
      if (Object.keys(fields).length === 0) return explainError(error, text);
      return others.map((name) => fields[name]).join(" ");
    },
    /** The error of a field. */
    errorOf(name: string): string | undefined {
      shown.add(name);
      return fields[name];
    },
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      void run(event.currentTarget);
    },
  };
}

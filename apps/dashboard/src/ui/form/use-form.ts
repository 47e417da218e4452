import type { FormEvent } from "react";
import { useUiWords } from "#ui/words.ts";
import { useAction } from "./use-action.ts";

/**
 * An uncontrolled form. `send` receives the non-empty fields. An error appears at the field that the server names, or
 * else above the button.
 */
export function useForm(send: (given: Record<string, string>) => Promise<void>) {
  const { explainFields } = useUiWords();
  const { isRunning, error, message, run } = useAction();
  const fields = explainFields(error);
  const shown = new Set<string>();
  return {
    isSending: isRunning,
    /**
     * The error, unless a field shows it. Read this after the fields are rendered, because it includes errors of fields
     * that the form doesn't have.
     */
    get message(): string {
      if (Object.keys(fields).length === 0) return message;
      const others = Object.keys(fields).filter((name) => !shown.has(name));
      return others.map((name) => fields[name]).join(" ");
    },
    errorOf(name: string): string | undefined {
      shown.add(name);
      return fields[name];
    },
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      const given = [...new FormData(event.currentTarget)].filter(([, value]) => value !== "");
      run(() => send(Object.fromEntries(given) as Record<string, string>));
    },
  };
}

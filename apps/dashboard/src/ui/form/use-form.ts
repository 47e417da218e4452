import { type FormEvent, useState } from "react";
import { useUiWords } from "#ui/words.ts";

/**
 * An uncontrolled form. `send` receives the non-empty fields. An error appears at the field that the server names, or
 * else above the button.
 */
export function useForm(send: (given: Record<string, string>) => Promise<void>) {
  const { explain, explainFields } = useUiWords();
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

  const fields = explainFields(error);
  const shown = new Set<string>();
  return {
    isSending,
    /**
     * The error, unless a field shows it. Read this after calling `errorOf` for every field, because it includes errors
     * of fields that the form doesn't have.
     */
    get message(): string {
      if (error === undefined) return "";
      const others = Object.keys(fields).filter((name) => !shown.has(name));
      if (Object.keys(fields).length === 0) return explain(error);
      return others.map((name) => fields[name]).join(" ");
    },
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

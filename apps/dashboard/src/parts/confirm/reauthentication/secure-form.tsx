import type { ComponentProps } from "react";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { useReauthentication } from "./use-reauthentication.tsx";

interface Props<Reply> extends Omit<ComponentProps<typeof FormDialog>, "onSend" | "proof"> {
  onSend: (given: Record<string, string>) => Promise<Reply>;
  /** The form closes after this, unless it returns false. */
  onSent?: (reply: Reply) => unknown;
}

/** A form whose request may need the password again. It stays open if the person doesn't enter it. */
export function SecureForm<Reply>({ onSend, onSent, ...props }: Props<Reply>) {
  const { withReauthentication, proof } = useReauthentication();
  async function send(given: Record<string, string>): Promise<unknown> {
    const reply = await withReauthentication(() => onSend(given));
    return reply === undefined ? false : onSent?.(reply);
  }
  return <FormDialog {...props} proof={proof} onSend={send} />;
}

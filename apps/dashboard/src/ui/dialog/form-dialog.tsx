import { Fragment, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useUiWords } from "#ui/words.ts";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { Dialog } from "./dialog.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Button } from "#ui/button/button.tsx";
import { FormFields } from "#ui/form/form.tsx";
import { sendOnCtrlEnter } from "#ui/form/send-keys.ts";
import { KeptNote } from "./kept-note.tsx";
import { DialogButtons } from "./dialog-buttons.tsx";
import classes from "./dialog-buttons.module.css";

export interface FormDraft {
  /** The changed text fields by their names, as they were when the form was closed. Undefined if there is no draft. */
  fields: Readonly<Record<string, string>> | undefined;
  /** Keeps the form's state and these changed text fields, or nothing if nothing has changed. */
  keep: (fields: Record<string, string>) => void;
  /** Removes the draft, but leaves the form as it is. */
  forget: () => void;
  discard: () => void;
}

interface Props {
  title: string;
  /** The label of the submit button. */
  submit: string;
  canSend?: boolean;
  /** Receives the non-empty fields. The dialog closes when the promise resolves, unless it resolves to false. */
  onSend: (given: Record<string, string>) => Promise<unknown>;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
  size?: "md" | "lg";
  /** Further buttons, before the submit button. */
  others?: ReactNode;
  /** Keeps what was typed when the form closes without being sent. */
  draft?: FormDraft | undefined;
  /** The prompt of `useReauthentication`, which covers the form while the prompt is open. */
  proof?: ReactNode;
}

/** A form in a dialog; full-screen on a phone. */
export function FormDialog({ title, submit, canSend = true, onSend, onClose, children, draft, ...props }: Props) {
  const { size = "md", others, proof } = props;
  const words = useUiWords();
  const isPhone = useIsPhone();
  const [discards, setDiscards] = useState(0);
  const isSent = useRef(false);
  const form = useForm(async (given) => {
    if ((await onSend(given)) === false) return;
    isSent.current = true;
    draft?.forget();
    onClose();
  });
  const element = useKeptFields(draft, isSent);
  return (
    <>
      <Dialog onClose={onClose} title={title} size={size} isFullScreen={isPhone}>
        <form ref={element} onSubmit={form.onSubmit} onKeyDown={sendOnCtrlEnter} className="form">
          <FormFields form={form}>
            <Fragment key={discards}>{children}</Fragment>
          </FormFields>
          <DialogButtons
            note={
              draft?.fields !== undefined && (
                <KeptNote
                  onDiscard={() => {
                    draft.discard();
                    setDiscards(discards + 1);
                  }}
                />
              )
            }
          >
            <Button kind="quiet" onClick={onClose}>
              {words.cancel}
            </Button>
            {others}
            <Button kind="main" type="submit" disabled={!canSend} isBusy={form.isSending}>
              {submit}
              <kbd aria-hidden className={`keyboard-only ${classes.enter}`}>
                ↵
              </kbd>
            </Button>
          </DialogButtons>
        </form>
      </Dialog>
      {proof}
    </>
  );
}

/** Fills the text fields from the draft, and keeps those that differ from their first value when the form closes. */
function useKeptFields(draft: FormDraft | undefined, isSent: { current: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const keep = useEffectEvent((fields: readonly TextField[]) => {
    const changed = fields.filter(({ value, defaultValue }) => value !== defaultValue);
    if (!isSent.current) draft?.keep(Object.fromEntries(changed.map(({ name, value }) => [name, value])));
  });
  const fill = useEffectEvent((fields: readonly TextField[]) => {
    for (const field of fields) field.value = draft?.fields?.[field.name] ?? field.value;
  });
  useLayoutEffect(() => {
    const { current } = form;
    fill(textFieldsOf(current));
    return () => keep(textFieldsOf(current));
  }, []);
  return form;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function textFieldsOf(form: HTMLFormElement | null): TextField[] {
  const isText = (field: Element): field is TextField =>
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && /^(text|email|url|number)$/.test(field.type));
  return [...(form?.elements ?? [])].filter(isText).filter(({ name }) => name !== "");
}

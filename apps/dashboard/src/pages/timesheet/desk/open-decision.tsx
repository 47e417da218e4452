import { useState } from "react";
import { useText } from "#i18n/text.ts";
import { NoteField } from "#parts/timesheets/note-field.tsx";
import { Button } from "#ui/button/button.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Panel } from "#ui/panel.tsx";

interface Props {
  title: string;
  submit: string;
  facts: readonly string[];
  onSend: (note: string) => Promise<void>;
  onClose: () => void;
}

/** The decision that is open, which needs a note to the member. */
export function OpenDecision({ title, submit, facts, onSend, onClose }: Props) {
  const { shell } = useText();
  const [note, setNote] = useState("");
  const form = useForm(async () => {
    await onSend(note);
    onClose();
  });
  return (
    <Panel title={title}>
      <Form
        form={form}
        className="inset"
        kind="main"
        submit={submit}
        others={
          <Button kind="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
        }
      >
        <NoteField facts={facts} note={note} onChange={setNote} error={form.errorOf("note")} />
      </Form>
    </Panel>
  );
}

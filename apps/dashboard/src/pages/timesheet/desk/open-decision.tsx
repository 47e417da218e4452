import type { Timesheet } from "@stint/sdk";
import { useText } from "#i18n/text.ts";
import { NoteField } from "#parts/timesheets/note-field.tsx";
import { useNote } from "#state/drafts/use-note.ts";
import { Button } from "#ui/button/button.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Panel } from "#ui/panel.tsx";

interface Props {
  sheet: Timesheet;
  title: string;
  submit: string;
  facts: readonly string[];
  onSend: (note: string) => Promise<void>;
  onClose: () => void;
}

/** The open decision, which needs a note to the member. The typed note is kept on the device until it is sent. */
export function OpenDecision({ sheet, title, submit, facts, onSend, onClose }: Props) {
  const { shell } = useText();
  const kept = useNote<string>(`decision ${sheet.id} ${sheet.version}`);
  const { value: note = "" } = kept;
  const form = useForm(async () => {
    await onSend(note);
    kept.write(undefined);
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
        <NoteField facts={facts} note={note} onChange={kept.write} />
      </Form>
    </Panel>
  );
}

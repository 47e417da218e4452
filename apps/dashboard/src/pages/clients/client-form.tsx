import type { CreateClientBody } from "@stint/sdk";
import type { Customer } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { TextArea, TextInput } from "#ui/fields/text-input.tsx";
import { useClientWords } from "./use-client-words.ts";

interface Props {
  /** Undefined for a new client. */
  client: Customer | undefined;
  onSend: (fields: CreateClientBody) => Promise<unknown>;
  onClose: () => void;
}

export function ClientForm({ client, onSend, onClose }: Props) {
  const { shell } = useText();
  const words = useClientWords();
  const [, , draft] = useFormDraft("client", client, {});
  return (
    <FormDialog
      title={client === undefined ? words.new : words.edit}
      submit={client === undefined ? words.create : shell.save}
      onSend={async ({ name = "", note = "" }) => void (await onSend({ name, note }))}
      onClose={onClose}
      draft={draft}
    >
      <TextInput name="name" label={words.name} defaultValue={client?.name} maxLength={200} required data-autofocus />
      <TextArea name="note" label={words.note} defaultValue={client?.note} maxLength={2000} rows={3} />
    </FormDialog>
  );
}

import { stint } from "#api/connection/client.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useCalendarsWords } from "./use-calendars-words.ts";

/** Adds a calendar by its URL, which the server fetches at once. */
export function SubscribeForm({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const words = useCalendarsWords();
  const [, , draft] = useFormDraft("calendar", undefined, {});
  return (
    <FormDialog
      title={words.add}
      submit={words.add}
      draft={draft}
      onClose={onClose}
      onSend={async ({ name = "", address = "" }) => {
        await stint.me.subscribeToCalendar({ name, address: address.trim() });
        onAdded();
      }}
    >
      <TextInput name="name" label={words.name} required maxLength={100} data-autofocus />
      <TextInput
        name="address"
        label={words.address}
        hint={words.addressHint}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        required
      />
    </FormDialog>
  );
}

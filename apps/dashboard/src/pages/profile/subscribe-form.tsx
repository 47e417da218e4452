import { TextInput } from "@mantine/core";
import { stint } from "#api/client.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { useProfileWords } from "./use-profile-words.ts";

/** Adds a calendar by its address, which the server reads at once. */
export function SubscribeForm({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const profile = useProfileWords();
  return (
    <FormDialog
      title={profile.addCalendar}
      submit={profile.addCalendar}
      onClose={onClose}
      onSend={async ({ name = "", address = "" }) => {
        await stint.me.subscribeToCalendar({ name, address: address.trim() });
        onAdded();
      }}
    >
      {(errorOf) => (
        <>
          <TextInput
            name="name"
            label={profile.calendarName}
            required
            maxLength={100}
            data-autofocus
            error={errorOf("name")}
          />
          <TextInput
            name="address"
            label={profile.calendarAddress}
            description={profile.calendarAddressHint}
            placeholder="https://"
            autoComplete="off"
            spellCheck={false}
            required
            error={errorOf("address")}
          />
        </>
      )}
    </FormDialog>
  );
}

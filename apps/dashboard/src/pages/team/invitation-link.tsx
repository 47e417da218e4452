import { Button, TextInput } from "@mantine/core";
import { copyText } from "#ui/copy-text.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import form from "#ui/dialog/form-dialog.module.css";
import type { MadeInvitation } from "./invite-form.tsx";
import { useWords } from "./use-words.ts";

export function InvitationLink({ invitation, onDone }: { invitation: MadeInvitation; onDone: () => void }) {
  const words = useWords();
  const { email, link, emailSent } = invitation;
  return (
    <Dialog onClose={onDone} title={words.linkTitle(email)}>
      <div className={form.form}>
        <TextInput
          label={emailSent ? words.linkSent : words.linkNotSent}
          description={words.linkOnce}
          value={link}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div className={form.buttons}>
          <Button data-autofocus onClick={() => void copyText(link, words)}>
            {words.copyLink}
          </Button>
          <Button variant="default" onClick={onDone}>
            {words.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

import { TextInput } from "@mantine/core";
import { useState } from "react";
import { stint } from "#api/client.ts";
import { queryClient, useSignInMethods } from "#api/queries.ts";
import type { Role } from "#api/scopes.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { useReauthentication } from "#confirm/use-reauthentication.tsx";
import { RoleField } from "./role-field.tsx";
import { useWords } from "./use-words.ts";

/** An invitation and its link, which the API never returns again. */
export interface MadeInvitation {
  email: string;
  link: string;
  emailSent: boolean;
}

export function InviteForm({ onMade, onClose }: { onMade: (made: MadeInvitation) => void; onClose: () => void }) {
  const words = useWords();
  const { withReauthentication, proof } = useReauthentication();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const body = { email, role };
  const hasMail = useSignInMethods()?.mail ?? true;
  return (
    <FormDialog
      title={words.inviteTitle}
      submit={hasMail ? words.sendInvitation : words.createLink}
      proof={proof}
      onSend={async () => {
        const made = await withReauthentication(() => stint.invitations.create(body));
        if (made === undefined) return false;
        onMade(made);
        await queryClient.invalidateQueries({ queryKey: ["invitations"] });
        return true;
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            type="email"
            name="email"
            label={words.email}
            value={email}
            required
            data-autofocus
            autoComplete="off"
            error={errorOf("email")}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <RoleField role={role} error={errorOf("role")} onChange={setRole} />
        </>
      )}
    </FormDialog>
  );
}

import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { refresh, useMe } from "#api/queries.ts";
import { NewPasswordField, PasswordField } from "#parts/fields/credential-fields.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { announce } from "#ui/announce.ts";
import { AccountEmail } from "#ui/fields/text-input.tsx";
import { Section } from "#ui/form/section.tsx";
import { useProfileWords } from "#pages/profile/parts/use-profile-words.ts";
import { Form } from "#ui/form/form.tsx";

export function PasswordSection() {
  const profile = useProfileWords();
  const { user, signIn } = useMe();
  const { withReauthentication, proof } = useReauthentication();
  // Incremented after each change to reset the form.
  const [changes, setChanges] = useState(0);
  const hasPassword = signIn?.hasPassword ?? true;
  const form = useForm(async ({ currentPassword, newPassword = "" }) => {
    const isDone = await withReauthentication(() =>
      stint.me.changePassword({ currentPassword, newPassword }).then(() => true),
    );
    if (isDone !== true) return;
    setChanges(changes + 1);
    announce(profile.passwordChanged);
    await refresh("me", "sessions");
  });
  return (
    <Section title={profile.password} lead={hasPassword ? profile.passwordLead : profile.noPasswordLead}>
      <Form key={changes} form={form} submit={hasPassword ? profile.changePassword : profile.setPassword}>
        <AccountEmail email={user.email} />
        {hasPassword && <PasswordField name="currentPassword" label={profile.currentPassword} />}
        <NewPasswordField name="newPassword" />
      </Form>
      {changes > 0 && <p>{profile.passwordChanged}</p>}
      {proof}
    </Section>
  );
}

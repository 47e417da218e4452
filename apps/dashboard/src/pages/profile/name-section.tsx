import { stint } from "#api/connection/client.ts";
import { meQuery, queryClient, useMe } from "#api/queries.ts";
import { useForm } from "#ui/form/use-form.ts";
import { announce } from "#ui/announce.ts";
import { Section } from "#ui/form/section.tsx";
import { Button } from "#ui/button/button.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useProfileWords } from "./use-profile-words.ts";

export function NameSection() {
  const profile = useProfileWords();
  const { user } = useMe();
  const form = useForm(async ({ name = "" }) => {
    queryClient.setQueryData(meQuery.queryKey, await stint.me.update({ name }));
    announce(profile.saved);
  });
  return (
    <Section title={profile.person} lead={profile.personLead(user.email)}>
      <form className="form" onSubmit={form.onSubmit}>
        <TextInput
          key={user.name}
          name="name"
          label={profile.name}
          defaultValue={user.name}
          autoComplete="name"
          maxLength={200}
          required
          error={form.errorOf("name")}
        />
        <p role="alert" className="error">
          {form.message}
        </p>
        <Button type="submit" isBusy={form.isSending}>
          {profile.save}
        </Button>
      </form>
    </Section>
  );
}

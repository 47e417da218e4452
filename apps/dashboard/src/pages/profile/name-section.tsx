import { stint } from "#api/connection/client.ts";
import { meQuery, queryClient, useMe } from "#api/queries.ts";
import { useForm } from "#ui/form/use-form.ts";
import { announce } from "#ui/announce.ts";
import { Section } from "#ui/form/section.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useProfileWords } from "./parts/use-profile-words.ts";
import { Form } from "#ui/form/form.tsx";

export function NameSection() {
  const profile = useProfileWords();
  const { user } = useMe();
  const form = useForm(async ({ name = "" }) => {
    queryClient.setQueryData(meQuery.queryKey, await stint.me.update({ name }));
    announce(profile.saved);
  });
  return (
    <Section title={profile.person} lead={profile.personLead(user.email)}>
      <Form form={form} submit={profile.save}>
        <TextInput
          key={user.name}
          name="name"
          label={profile.name}
          defaultValue={user.name}
          autoComplete="name"
          maxLength={200}
          required
        />
      </Form>
    </Section>
  );
}

import { stint } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { useSettings } from "#state/settings/settings.ts";
import { SecureForm } from "#parts/confirm/reauthentication/secure-form.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import type { NewKey } from "#pages/api-keys/api-keys-page.tsx";
import { ExpiryField, firstExpiry, toExpiresAt } from "#pages/api-keys/parts/expiry-field.tsx";
import { type ScopeChoice, ScopeFields, toScopes } from "#pages/api-keys/parts/scope-choice.tsx";
import { useKeyWords } from "#pages/api-keys/parts/use-key-words.ts";

export function KeyForm({ onMade, onClose }: { onMade: (key: NewKey) => void; onClose: () => void }) {
  const words = useKeyWords();
  const { scopes } = useMe();
  const { zone } = useSettings();
  const [{ expiry, choice }, set, draft] = useFormDraft("api-key", undefined, {
    expiry: firstExpiry("90", zone),
    choice: { preset: "read-only", own: [] } as ScopeChoice,
  });
  return (
    <SecureForm
      title={words.createOwn}
      submit={words.create}
      size="lg"
      onSend={({ name = "" }) =>
        stint.apiKeys.create({ name, scopes: toScopes(choice), expiresAt: toExpiresAt(expiry, zone) })
      }
      onSent={onMade}
      onClose={onClose}
      draft={draft}
    >
      <TextInput name="name" label={words.name} hint={words.nameHint} maxLength={200} required data-autofocus />
      <ExpiryField expiry={expiry} onChange={(chosen) => set({ expiry: chosen })} />
      <ScopeFields allowed={scopes} choice={choice} onChange={(chosen) => set({ choice: chosen })} />
    </SecureForm>
  );
}

import { stint } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { useSettings } from "#state/settings/settings.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import type { NewKey } from "#pages/api-keys/api-keys-page.tsx";
import { ExpiryField, firstExpiry, toExpiresAt } from "#pages/api-keys/parts/expiry-field.tsx";
import { type ScopeChoice, ScopeFields, toScopes } from "#pages/api-keys/parts/scope-choice.tsx";
import { useKeyWords } from "#pages/api-keys/parts/use-key-words.ts";

export function KeyForm({ onMade, onClose }: { onMade: (key: NewKey) => void; onClose: () => void }) {
  const words = useKeyWords();
  const { scopes } = useMe();
  const { withReauthentication, proof } = useReauthentication();
  const { zone } = useSettings();
  const [{ name, expiry, choice }, set, draft] = useFormDraft("api-key", undefined, {
    name: "",
    expiry: firstExpiry("90", zone),
    choice: { preset: "read-only", own: [] } as ScopeChoice,
  });
  return (
    <FormDialog
      title={words.createOwn}
      submit={words.create}
      size="lg"
      proof={proof}
      onSend={async () => {
        const body = { name, scopes: toScopes(choice), expiresAt: toExpiresAt(expiry, zone) };
        const made = await withReauthentication(() => stint.apiKeys.create(body));
        if (made === undefined) return false;
        onMade(made);
        return true;
      }}
      onClose={onClose}
      draft={draft}
    >
      <TextInput
        name="name"
        label={words.name}
        hint={words.nameHint}
        value={name}
        maxLength={200}
        required
        data-autofocus
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <ExpiryField expiry={expiry} onChange={(chosen) => set({ expiry: chosen })} />
      <ScopeFields allowed={scopes} choice={choice} onChange={(chosen) => set({ choice: chosen })} />
    </FormDialog>
  );
}

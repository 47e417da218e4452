import type { ApiKey } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { refresh } from "#api/queries.ts";
import type { Scope } from "#api/scopes.ts";
import { useFormat } from "#i18n/format.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { edit } from "#state/edit.ts";
import { useChange } from "#state/use-change.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { announce } from "#ui/announce.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { ExpiryField, useExpiry } from "#pages/api-keys/parts/expiry-field.tsx";
import { ScopeBoxes } from "#pages/api-keys/parts/scope-choice.tsx";
import { useKeyWords } from "#pages/api-keys/parts/use-key-words.ts";

/**
 * Edits a key's name and expiry, and removes scopes. The change can be undone only if it affects nothing but the name:
 * removed scopes can't be added again, and extending the lifetime may require authentication.
 */
export function EditKey({ apiKey: current, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const format = useFormat();
  const words = useKeyWords();
  const change = useChange();
  const { withReauthentication, proof } = useReauthentication();
  // The key as it was when the dialog opened: after a refetch, `current` may contain someone else's changes.
  const [apiKey] = useState(current);
  const [scopes, setScopes] = useState<readonly Scope[]>(apiKey.scopes);
  const { expiry, setExpiry, expiresAt } = useExpiry("kept");
  const isEndKept = expiry.in === "kept";
  const isNarrower = scopes.length < apiKey.scopes.length;

  async function save({ name = "" }: Record<string, string>): Promise<boolean> {
    const body = {
      ...(name === apiKey.name ? {} : { name }),
      ...(isNarrower ? { scopes } : {}),
      ...(isEndKept ? {} : { expiresAt: expiresAt() }),
    };
    const { run, revert } = edit(stint.apiKeys, apiKey, body);
    if (isNarrower || !isEndKept) {
      try {
        if ((await withReauthentication(run)) === undefined) return false;
      } finally {
        await refresh("api-keys");
      }
      announce(words.changed);
    } else if (name !== apiKey.name) await change({ label: words.renamed, queries: ["api-keys"], run, revert });
    return true;
  }

  const present = apiKey.expiresAt === null ? words.endsNever : words.endsOn(format.dayOf(apiKey.expiresAt));
  return (
    <FormDialog title={words.editTitle(apiKey.name)} submit={words.save} proof={proof} onSend={save} onClose={onClose}>
      <TextInput name="name" label={words.name} defaultValue={apiKey.name} maxLength={200} required data-autofocus />
      <ExpiryField kept={present} expiry={expiry} onChange={setExpiry} />
      <p>{words.narrowHint}</p>
      <ScopeBoxes allowed={apiKey.scopes} chosen={scopes} onChange={setScopes} />
    </FormDialog>
  );
}

import type { Grant } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { SecureForm } from "#parts/confirm/reauthentication/secure-form.tsx";
import { changeForGood } from "#state/use-change.ts";
import { ScopeBoxes } from "#pages/api-keys/parts/scope-choice.tsx";
import { useGrantWords } from "./use-grant-words.ts";
import { useKeyWords } from "#pages/api-keys/parts/use-key-words.ts";

/** Gives a connected program more scopes, or takes some away. */
export function EditGrant({ grant: { id, clientName, ...grant }, onClose }: { grant: Grant; onClose: () => void }) {
  const words = useGrantWords();
  const { save } = useKeyWords();
  const [scopes, setScopes] = useState([...grant.scopes]);

  return (
    <SecureForm
      title={words.editTitle(clientName)}
      submit={save}
      canSend={scopes.length > 0}
      onSend={() => changeForGood(stint.me.updateGrant(id, { scopes }), "grants", words.edited)}
      onClose={onClose}
    >
      <p>{words.editHint}</p>
      <ScopeBoxes
        label={words.scopes}
        allowed={[...grant.scopes, ...grant.availableScopes]}
        chosen={scopes}
        onChange={setScopes}
      />
    </SecureForm>
  );
}

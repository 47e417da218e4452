import type { ApiKey, RotateApiKeyBody } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { SecureForm } from "#parts/confirm/reauthentication/secure-form.tsx";
import { Select } from "#ui/fields/select.tsx";
import type { NewKey } from "#pages/api-keys/api-keys-page.tsx";
import { useKeyWords } from "#pages/api-keys/parts/use-key-words.ts";

interface Props {
  apiKey: ApiKey;
  onMade: (key: NewKey) => void;
  onClose: () => void;
}

/** Replaces one of the person's keys with a new one; the old key keeps working for a while. */
export function RotateKey({ apiKey, onMade, onClose }: Props) {
  const words = useKeyWords();
  const [overlap, setOverlap] = useState("3600");
  const body = { overlapSeconds: Number(overlap) as NonNullable<RotateApiKeyBody["overlapSeconds"]> };
  return (
    <SecureForm
      title={words.rotateTitle(apiKey.name)}
      submit={words.rotateDo}
      onSend={() => stint.apiKeys.rotate(apiKey.id, body)}
      onSent={onMade}
      onClose={onClose}
    >
      <p>{words.rotateLead}</p>
      <Select
        label={words.overlap}
        value={overlap}
        options={Object.entries(words.overlaps)}
        field="overlapSeconds"
        onChange={setOverlap}
      />
    </SecureForm>
  );
}

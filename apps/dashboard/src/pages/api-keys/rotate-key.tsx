import { NativeSelect } from "@mantine/core";
import type { ApiKey, RotateApiKeyBody } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/client.ts";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { FormDialog } from "#pages/parts/form-dialog.tsx";
import { useProof } from "#pages/parts/use-proof.tsx";
import type { NewKey } from "./api-keys-page.tsx";
import { useWords } from "./use-words.ts";

interface Props {
  apiKey: ApiKey;
  onMade: (key: NewKey) => void;
  onClose: () => void;
}

/** A new key in place of one's own, which goes on working for a while. */
export function RotateKey({ apiKey, onMade, onClose }: Props) {
  const words = useWords();
  const { withProof, proof } = useProof();
  const [overlap, setOverlap] = useState("3600");
  const { id } = apiKey;
  const body = { overlapSeconds: Number(overlap) as NonNullable<RotateApiKeyBody["overlapSeconds"]> };
  return (
    <FormDialog
      title={words.rotateTitle(apiKey.name)}
      submit={words.rotateDo}
      proof={proof}
      onSend={async () => {
        const made = await withProof(() => stint.apiKeys.rotate(id, body));
        if (made === undefined) return false;
        onMade(made);
        return true;
      }}
      onClose={onClose}
      aside={
        <CopyAsCall
          call={{ operation: "apiKeys.rotate", method: "POST", path: `/v1/api-keys/${id}/rotate`, ids: [id], body }}
        />
      }
    >
      {(errorOf) => (
        <>
          <p>{words.rotateLead}</p>
          <NativeSelect
            label={words.overlap}
            value={overlap}
            data={Object.entries(words.overlaps).map(([value, label]) => ({ value, label }))}
            error={errorOf("overlapSeconds")}
            onChange={({ currentTarget }) => setOverlap(currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

import type { RepriceRatesBody, Repriced, Rerounded } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { refresh } from "#api/queries.ts";

/** `reprice` applies the current rates; `reround` applies the current rounding to billable time. */
export type Work = "reprice" | "reround";

/** The request for repricing and the one for rerounding have the same fields. */
type Asked = RepriceRatesBody;
export type Recomputed = Repriced | Rerounded;

interface Preview {
  asked: Asked;
  result: Recomputed;
}

/** Recalculates past entries in two steps: previews the changes, then applies them to exactly the previewed entries. */
export function useRecompute(work: Work) {
  const [preview, setPreview] = useState<Preview>();
  const [applied, setApplied] = useState<Recomputed>();
  const send = (body: Asked): Promise<Recomputed> =>
    work === "reprice" ? stint.rates.reprice(body) : stint.timeEntries.reround(body);

  async function loadPreview(asked: Asked): Promise<void> {
    setApplied(undefined);
    setPreview({ asked, result: await send(asked) });
  }

  async function apply({ asked }: Preview): Promise<void> {
    setApplied(await send({ ...asked, apply: true }));
    setPreview(undefined);
    await refresh("reports");
  }

  return { preview, applied, loadPreview, apply, clear: () => setPreview(undefined) };
}

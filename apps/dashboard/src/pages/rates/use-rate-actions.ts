import type { CreateRateBody, Rate } from "@stint/sdk";
import { useMemo } from "react";
import { stint } from "#api/client.ts";
import { useChange } from "#state/use-change.ts";
import { useRateWords } from "./use-rate-words.ts";

/** Undoable changes to rates. */
export function useRateActions() {
  const words = useRateWords();
  const change = useChange();
  return useMemo(() => {
    const queries = ["rates"];
    return {
      /** Sets a rate. Replaces the one with the same target and first day. */
      set: (fields: CreateRateBody, replaced: Rate | undefined) =>
        change({
          label: words.created,
          queries,
          // Existing entries keep their price, or lack of one, until they are repriced.
          offer: { label: words.works.reprice.open, href: "/rates?recompute=reprice" },
          run: async () => {
            if (replaced === undefined) return stint.rates.create(fields);
            await stint.rates.delete(replaced.id);
            try {
              return await stint.rates.create(fields);
            } catch (error) {
              await stint.rates.create(fieldsOf(replaced));
              throw error;
            }
          },
          revert: async ({ id }) => {
            await stint.rates.delete(id);
            if (replaced !== undefined) await stint.rates.create(fieldsOf(replaced));
          },
        }),
      remove: (rate: Rate) =>
        change({
          label: words.deleted,
          queries,
          run: () => stint.rates.delete(rate.id),
          revert: () => stint.rates.create(fieldsOf(rate)),
        }),
    };
  }, [change, words]);
}

function fieldsOf({ kind, scope, userId, projectId, taskId, rateMinor, effectiveFrom }: Rate): CreateRateBody {
  return { kind, scope, userId, projectId, taskId, rateMinor, effectiveFrom };
}

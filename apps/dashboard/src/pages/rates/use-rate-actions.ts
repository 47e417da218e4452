import type { CreateRateBody, Rate } from "@stint/sdk";
import { useMemo } from "react";
import { stint } from "#api/client.ts";
import { useChange } from "#pages/parts/use-change.ts";
import { useRateWords } from "./use-rate-words.ts";

/** The changes of rates, each of which can be taken back. */
export function useRateActions() {
  const words = useRateWords();
  const change = useChange();
  return useMemo(() => {
    const queries = ["rates"];
    return {
      /** Sets a rate; one for the same from the same day on is replaced. */
      set: (fields: CreateRateBody, replaced: Rate | undefined) =>
        change({
          label: words.created,
          queries,
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
          takeBack: async ({ id }) => {
            await stint.rates.delete(id);
            if (replaced !== undefined) await stint.rates.create(fieldsOf(replaced));
          },
        }),
      remove: (rate: Rate) =>
        change({
          label: words.deleted,
          queries,
          run: () => stint.rates.delete(rate.id),
          takeBack: () => stint.rates.create(fieldsOf(rate)),
        }),
    };
  }, [change, words]);
}

function fieldsOf({ kind, scope, userId, projectId, taskId, rateMinor, effectiveFrom }: Rate): CreateRateBody {
  return { kind, scope, userId, projectId, taskId, rateMinor, effectiveFrom };
}

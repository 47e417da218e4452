import type { CreateRateBody, Rate, Repriced, RepriceRatesBody } from "@stint/sdk";
import { useEffect, useMemo, useRef, useState } from "react";
import { stint } from "#api/connection/client.ts";
import { ExplainedError } from "#api/explain-error.ts";
import { PastEntriesDialog, queriesOfPrices } from "#parts/confirm/past-entries.tsx";
import { plural } from "#i18n/catalogue.ts";
import { useRateWords } from "#i18n/words/use-rate-words.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useChange } from "#state/use-change.ts";
import { sinceEver } from "./rate-periods.ts";

interface Asked {
  filter: RepriceRatesBody;
  preview: Repriced;
  end: (applied?: Repriced) => void;
}

/** Undoable changes to rates. Render `question`: after a rate is set, it asks whether to apply it to past entries. */
export function useRateActions() {
  const words = useRateWords();
  const { language } = useSettings();
  const change = useChange();
  const [asked, setAsked] = useState<Asked>();
  // Leaving the screen, for example with the browser's Back button, counts as declining.
  const end = useRef(() => {});
  useEffect(() => () => end.current(), []);
  const actions = useMemo(() => {
    /**
     * Asks whether to apply the rate to past entries, and resolves to what was applied. Doesn't ask if the preview
     * fails or no entry would change.
     */
    async function ask(filter: RepriceRatesBody): Promise<Repriced | undefined> {
      const preview = await stint.rates.reprice(filter).catch(() => undefined);
      if (preview === undefined || preview.entries === 0) return undefined;
      return new Promise((resolve) => {
        end.current = () => resolve(undefined);
        setAsked({ filter, preview, end: resolve });
      });
    }

    return {
      /** Sets a rate. Replaces the one with the same target and first day. */
      set: (fields: CreateRateBody, replaced: Rate | undefined) =>
        change({
          label: ({ applied }) =>
            [words.created, applied && plural(language, applied.entries, words.works.reprice.applied)]
              .filter(Boolean)
              .join(". "),
          queries: queriesOfPrices,
          run: async () => {
            const made = await replace(fields, replaced);
            const applied = await ask(entriesOf(made)).finally(() => setAsked(undefined));
            return { made, applied };
          },
          revert: async ({ made, applied }) => {
            await stint.rates.delete(made.id);
            if (replaced !== undefined) await stint.rates.create(fieldsOf(replaced));
            if (applied !== undefined) await takeBack(entriesOf(made), applied, words.pricesKept);
          },
        }),
      remove: (rate: Rate) =>
        change({
          label: words.deleted,
          queries: queriesOfPrices,
          run: () => stint.rates.delete(rate.id),
          revert: () => stint.rates.create(fieldsOf(rate)),
        }),
    };
  }, [change, words, language]);
  return { ...actions, question: asked && <Question {...asked} /> };
}

function Question({ filter, preview, end }: Asked) {
  return <PastEntriesDialog filter={filter} preview={preview} isUndoable onApply={end} onClose={() => end()} />;
}

/** Reprices again after the former rates are back, unless that would not restore the former prices. */
async function takeBack(filter: RepriceRatesBody, applied: Repriced, refusal: string): Promise<void> {
  const back = await stint.rates.reprice(filter);
  const isRestored = (["amountMinor", "costMinor"] as const).every(
    (name) => back[name]?.after === applied[name]?.before,
  );
  if (!isRestored || back.entries !== applied.entries) throw new ExplainedError(refusal);
  await stint.rates.reprice({ ...filter, apply: true });
}

async function replace(fields: CreateRateBody, replaced: Rate | undefined): Promise<Rate> {
  if (replaced === undefined) return stint.rates.create(fields);
  await stint.rates.delete(replaced.id);
  try {
    return await stint.rates.create(fields);
  } catch (error) {
    await stint.rates.create(fieldsOf(replaced));
    throw error;
  }
}

/** Selects the entries to which a rate can apply. */
function entriesOf({ userId, projectId, taskId, effectiveFrom }: Rate): RepriceRatesBody {
  return {
    ...(effectiveFrom !== sinceEver && { from: effectiveFrom }),
    ...(userId !== null && { userId: [userId] }),
    ...(projectId !== null && { projectId: [projectId] }),
    ...(taskId !== null && { taskId: [taskId] }),
  };
}

function fieldsOf({ kind, scope, userId, projectId, taskId, rateMinor, effectiveFrom }: Rate): CreateRateBody {
  return { kind, scope, userId, projectId, taskId, rateMinor, effectiveFrom };
}

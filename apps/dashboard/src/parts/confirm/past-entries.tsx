import type { Repriced, RepriceRatesBody } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { stint } from "#api/connection/client.ts";
import { defineQuery, refresh } from "#api/queries.ts";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useRateWords } from "#i18n/words/use-rate-words.ts";
import { useSettings } from "#state/settings/settings.ts";
import { announce } from "#ui/announce.ts";
import { useAction } from "#ui/form/use-action.ts";
import { Button } from "#ui/button/button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface Props {
  filter: RepriceRatesBody;
  preview: Repriced;
  /** Whether the change is undone together with a rate that was just set. */
  isUndoable?: boolean;
  onApply: (applied: Repriced) => void;
  onClose: () => void;
}

/** Asks whether to apply the current rates to past entries, and says what that would change. */
export function PastEntriesDialog({ filter, preview, isUndoable = false, onApply, onClose }: Props) {
  const format = useFormat();
  const { language } = useSettings();
  const words = useRateWords();
  const difference = useDifference();
  const locked = preview.locked > 0 ? ` (${words.locked(format.number(preview.locked))})` : "";
  return (
    <ConfirmDialog
      isHarmless
      title={words.applyTitle(plural(language, preview.entries, words.pastEntry), difference(preview))}
      lead={`${words.applyLead}${locked} ${isUndoable ? "" : words.works.reprice.notBack}`}
      label={words.applyDo}
      cancel={words.applyNot}
      onConfirm={async () => onApply(await stint.rates.reprice({ ...filter, apply: true }))}
      onClose={onClose}
    />
  );
}

/** The filters of a list or report. Those that repricing doesn't have must not be set. */
export type EntryQuery = RepriceRatesBody & Record<string, unknown>;

export interface EarlierProps {
  query: EntryQuery;
  /** Whether to look for the entries only when asked. The server then reads nothing while the screen loads. */
  isOnDemand?: boolean;
  className?: string | undefined;
}

/**
 * Says how many entries have no rate only because they are older than the rate, and offers to apply it. If there are
 * none, renders nothing; with `isOnDemand`, looks for them when the button is pressed, and opens `/rates` instead.
 */
export function RepriceLine({ query, isOnDemand = false, className = "" }: EarlierProps) {
  const { language } = useSettings();
  const words = useRateWords();
  const difference = useDifference();
  const action = useAction();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const filter = { ...query, unrated: true };
  const { data, refetch } = useQuery({
    ...defineQuery(["rates", "preview", filter], () => stint.rates.reprice(filter)),
    enabled: !isOnDemand,
  });
  const preview = data === undefined || data.entries === 0 ? undefined : data;
  if (preview === undefined && !isOnDemand) return null;

  async function ask(): Promise<void> {
    const found = await refetch({ throwOnError: true });
    if (found.data?.entries === 0) navigate("/rates");
    else setIsAsking(true);
  }

  return (
    <p className={`screen-only ${className}`}>
      {preview && plural(language, preview.entries, words.recordedBefore)}{" "}
      <Button isSmall isBusy={action.isRunning} onClick={() => action.run(ask)}>
        {preview === undefined ? words.applyAny : words.applyNow(difference(preview))}
      </Button>{" "}
      <span role="alert">{action.message}</span>
      {isAsking && preview && (
        <PastEntriesDialog
          filter={filter}
          preview={preview}
          onApply={({ entries }) => {
            announce(plural(language, entries, words.works.reprice.applied));
            void refresh(...queriesOfPrices);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </p>
  );
}

/** The queries whose replies contain prices of entries. */
export const queriesOfPrices = ["rates", "reports", "projects", "clients", "billing-preview"] as const;

/** Formats what repricing would add to the amounts and, if they change, to the costs. */
function useDifference() {
  const format = useFormat();
  const words = useRateWords();
  return ({ amountMinor, costMinor, currency }: Repriced): string => {
    const signed = (minor: number) => `${minor > 0 ? "+" : ""}${format.money(minor, currency)}`;
    const costs = costMinor?.difference ?? 0;
    const amount = amountMinor?.difference ?? 0;
    if (costs === 0) return signed(amount);
    return `${amount === 0 ? "" : `${signed(amount)}, `}${words.costs} ${signed(costs)}`;
  };
}

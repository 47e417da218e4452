import { Button } from "@mantine/core";
import type { Repriced, RepriceRatesBody } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { stint } from "#api/client.ts";
import { queryClient, useMe } from "#api/queries.ts";
import { hasRate, newestRatesQuery } from "#api/rates-of.ts";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useRateWords } from "#i18n/use-rate-words.ts";
import { useSettings } from "#state/settings/settings.ts";
import { announce } from "#ui/announce.ts";
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

const filters = ["from", "to", "tz", "projectId", "taskId", "clientId", "userId"];

/** Says which entries have no rate only because they are older than the rate, and offers to apply it. */
export function EarlierEntries({ query, className }: { query: EntryQuery; className?: string | undefined }) {
  const { language } = useSettings();
  const words = useRateWords();
  const difference = useDifference();
  const [isAsking, setIsAsking] = useState(false);
  const canApply = useMe().scopes.includes("rates:write") && Object.keys(query).every((name) => filters.includes(name));
  const rates = useQuery({ ...newestRatesQuery, enabled: canApply });
  const filter = { ...query, unrated: true };
  const { data: preview } = useQuery({
    queryKey: ["rates", "preview", filter],
    queryFn: () => stint.rates.reprice(filter),
    enabled: canApply && rates.data !== undefined && hasRate(rates.data, "billable"),
  });
  if (!canApply || preview === undefined || preview.entries === 0) return null;
  return (
    <p className={className}>
      {plural(language, preview.entries, words.recordedBefore)}{" "}
      <Button variant="default" size="compact-md" onClick={() => setIsAsking(true)}>
        {words.applyNow(difference(preview))}
      </Button>
      {isAsking && (
        <PastEntriesDialog
          filter={filter}
          preview={preview}
          onApply={({ entries }) => {
            announce(plural(language, entries, words.works.reprice.applied));
            for (const name of queriesOfPrices) void queryClient.invalidateQueries({ queryKey: [name] });
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </p>
  );
}

/** The keys of the queries whose replies contain prices of entries. */
export const queriesOfPrices = ["rates", "reports", "projects", "clients", "billing-preview"];

/** Writes what repricing would add to the amounts, and to the costs if these change. */
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

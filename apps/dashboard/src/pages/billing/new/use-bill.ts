import { ApiError, type BillingPreview } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { stint } from "#api/connection/client.ts";
import { defineQuery, refresh, useMe } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useToday } from "#api/use-unbilled.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { announce } from "#ui/announce.ts";
import { useAction } from "#ui/form/use-action.ts";
import { billAddress, type BillFilter, toApiFilter, unapprovedQuery } from "#pages/billing/parts/bill-filter.ts";
import { useBillFilter } from "#pages/billing/parts/use-bill-filter.ts";
import { sumOf, toBillLines } from "./bill-lines.ts";

export type Bill = ReturnType<typeof useBill>;

type BillingBody = Parameters<typeof stint.billingBatches.create>[0];

/** The bill in the URL: its lines, of which some may wait for the next bill, and the sums of the others. */
export function useBill() {
  const words = useBillingWords();
  const [, navigate] = useLocation();
  const filter = useBillFilter(useSearch());
  const isChosen = filter.clientId.length > 0 || filter.projectId.length > 0;
  const { query, lines, unapprovedSeconds } = useLines(filter, isChosen);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const chosen = lines?.filter(({ taskId }) => !waiting.includes(taskId)) ?? [];
  const [includeUnrated, setIncludeUnrated] = useState(false);
  // Undefined until the person types a reference.
  const [reference, setReference] = useState<string>();
  const [billedOn, setBilledOn] = useState(useToday());
  const [isChanged, setIsChanged] = useState(false);
  const action = useAction();
  const taskIds = chosen.length === lines?.length ? {} : { taskId: chosen.map(({ taskId }) => taskId) };
  const asked = { filter: { ...toApiFilter(filter), ...taskIds }, includeUnrated };
  const unratedSeconds = sumOf(chosen, "unratedSeconds");
  const expected = {
    entries: sumOf(chosen, "entries"),
    amountMinor: sumOf(chosen, "amountMinor"),
    billableSeconds: sumOf(chosen, "billableSeconds"),
  };
  const canBill = chosen.length > 0 && (includeUnrated || unratedSeconds === 0);

  async function send(name: string): Promise<void> {
    setIsChanged(false);
    try {
      const id = await bill({ ...asked, billedOn, reference: name, expected });
      announce(words.billed(name));
      navigate(`/billing/${id}`);
    } catch (error) {
      // Time without a rate is refused only if it is new, because the lines would have shown it.
      const changes = ["billing_changed", "nothing_to_bill", "unrated_entries"];
      if (!(error instanceof ApiError) || !changes.includes(error.code ?? "")) throw error;
      setIsChanged(true);
      await refresh("billing-preview", "reports");
    }
  }

  return {
    filter,
    set: (next: BillFilter) => navigate(billAddress(next), { replace: true }),
    isChosen,
    query,
    lines,
    chosen,
    setWaiting,
    unapprovedSeconds,
    unratedSeconds,
    asked,
    setIncludeUnrated,
    reference,
    setReference,
    billedOn,
    setBilledOn,
    /** Undefined while nothing can be billed. */
    amountMinor: canBill ? expected.amountMinor : undefined,
    isSending: action.isRunning,
    message: isChanged ? words.changed : action.message,
    submit: (name: string) => {
      if (canBill && !action.isRunning) action.run(() => send(name));
    },
  };
}

/** The lines of the filter, and how much of its time isn't approved. */
function useLines(filter: BillFilter, enabled: boolean) {
  const { approvals } = useMe().organization;
  const asked = toApiFilter(filter);
  const query = useQuery({
    // Not named `billing`, because billing refetches those queries. Until the batch is shown, the page would then show a
    // preview of what is left to bill.
    ...defineQuery(["billing-preview", asked], () => readPreview(asked)),
    enabled,
    gcTime: 0,
    staleTime: 0,
  });
  const open = filter.isApprovedOnly ? unapprovedQuery(filter, "task", approvals) : undefined;
  const unapproved = useQuery({ ...summaryQuery(open ?? {}), enabled: enabled && open !== undefined });
  const missing = open && unapproved.data;
  const lines = useMemo(() => query.data && toBillLines(query.data, missing?.groups ?? []), [query.data, missing]);
  return { query, lines, unapprovedSeconds: missing?.totals.billableSeconds ?? 0 };
}

/** Time without a rate is in the preview too, because the person decides about it afterwards. */
async function readPreview(filter: BillingBody["filter"]): Promise<Pick<BillingPreview, "projects" | "tasks">> {
  try {
    const reply = await stint.billingBatches.create({
      filter,
      reference: "preview",
      includeUnrated: true,
      dryRun: true,
    });
    if ("dryRun" in reply) return reply;
    throw new Error("a preview bills nothing");
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "nothing_to_bill") throw error;
    return { projects: [], tasks: [] };
  }
}

/** Bills exactly what the lines showed, or nothing. Returns the id of the batch. */
async function bill(asked: BillingBody): Promise<string> {
  const reply = await stint.billingBatches.create(asked);
  if ("dryRun" in reply) throw new Error("billing returns the batch");
  void refresh("billing", "reports", "clients", "projects");
  return reply.id;
}

import { ApiError, type BillingPreview } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { clock, stint } from "#api/connection/client.ts";
import { defineQuery, refresh, useMe } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { dayOf } from "#time/zoned.ts";
import { announce } from "#ui/announce.ts";
import { useAction } from "#ui/form/use-action.ts";
import {
  billAddress,
  type BillFilter,
  readBillFilter,
  toApiFilter,
  unapprovedQuery,
  unbilledQuery,
} from "#pages/billing/parts/bill-filter.ts";
import { toBillLines } from "./bill-lines.ts";

export type Bill = ReturnType<typeof useBill>;

type Asked = Parameters<typeof stint.billingBatches.create>[0];

/** The bill in the URL: its lines, of which some may wait for the next bill, and the preview of the others. */
export function useBill() {
  const words = useBillingWords();
  const [, navigate] = useLocation();
  const search = useSearch();
  const { timeZone } = useMe().organization;
  const filter = useMemo(() => readBillFilter(new URLSearchParams(search)), [search]);
  const isChosen = filter.clientId.length > 0 || filter.projectId.length > 0;
  const { query, lines, unapprovedSeconds } = useLines(filter, isChosen);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const chosen = lines?.filter(({ taskId }) => !waiting.includes(taskId)) ?? [];
  const [includeUnrated, setIncludeUnrated] = useState(false);
  // Undefined until the person types a reference.
  const [reference, setReference] = useState<string>();
  const [billedOn, setBilledOn] = useState(() => dayOf(clock.now(), timeZone));
  const [isChanged, setIsChanged] = useState(false);
  const action = useAction();
  const taskIds = chosen.length === lines?.length ? {} : { taskId: chosen.map(({ taskId }) => taskId) };
  const asked = { filter: { ...toApiFilter(filter), ...taskIds }, includeUnrated };
  const preview = useQuery({
    // Not named `billing`, because billing refetches those queries. Until the batch is shown, the page would then show a
    // preview of what is left to bill.
    ...defineQuery(["billing-preview", asked], () => readPreview(asked)),
    enabled: chosen.length > 0,
    gcTime: 0,
    staleTime: 0,
  });
  const figures = chosen.length > 0 && preview.error === null ? preview.data : undefined;

  async function send(name: string): Promise<void> {
    setIsChanged(false);
    try {
      const id = await bill({ ...asked, billedOn, reference: name }, figures);
      announce(words.billed(name));
      navigate(`/billing/${id}`);
    } catch (error) {
      if (!(error instanceof ApiError) || !["billing_changed", "nothing_to_bill"].includes(error.code ?? ""))
        throw error;
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
    asked,
    setIncludeUnrated,
    reference,
    setReference,
    billedOn,
    setBilledOn,
    preview,
    figures,
    isSending: action.isRunning,
    message: isChanged ? words.changed : action.message,
    submit: (name: string) => {
      if (figures !== undefined && !action.isRunning) action.run(() => send(name));
    },
  };
}

/** The lines of the filter, and how much of its time isn't approved. */
function useLines(filter: BillFilter, enabled: boolean) {
  const { approvals } = useMe().organization;
  const asked = filter.isApprovedOnly ? unapprovedQuery(filter, ["project", "task"], approvals) : undefined;
  const query = useQuery({ ...summaryQuery(unbilledQuery(filter, ["project", "task"])), enabled });
  const unapproved = useQuery({ ...summaryQuery(asked ?? {}), enabled: enabled && asked !== undefined });
  const missing = asked && unapproved.data;
  const groups = asked === undefined || missing !== undefined ? query.data?.groups : undefined;
  const lines = useMemo(() => groups && toBillLines(groups, missing?.groups ?? []), [groups, missing]);
  return {
    /** The query that the lines still wait for, or the last one. */
    query: asked !== undefined && query.isSuccess ? unapproved : query,
    lines,
    unapprovedSeconds: missing?.totals.billableSeconds ?? 0,
  };
}

async function readPreview(asked: Omit<Asked, "reference">): Promise<BillingPreview> {
  const reply = await stint.billingBatches.create({ ...asked, reference: "preview", dryRun: true });
  if (!("dryRun" in reply)) throw new Error("a preview bills nothing");
  return reply;
}

/** Bills exactly what the preview showed, or nothing. Returns the id of the batch. */
async function bill(asked: Asked, figures: BillingPreview | undefined): Promise<string> {
  const { entries = 0, amountMinor, billableSeconds } = figures?.totals ?? {};
  const reply = await stint.billingBatches.create({
    ...asked,
    ...(amountMinor === undefined ? {} : { expected: { entries, amountMinor, billableSeconds } }),
  });
  if ("dryRun" in reply) throw new Error("billing returns the batch");
  void refresh("billing", "reports", "clients", "projects");
  return reply.id;
}

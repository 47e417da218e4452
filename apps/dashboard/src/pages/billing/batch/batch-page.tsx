import { type BillingBatch } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useNames } from "#api/people.ts";
import { defineQuery, refresh, useMe } from "#api/queries.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { PageHead } from "#screen/page-head.tsx";
import { useSettings } from "#state/settings/settings.ts";
import { announce } from "#ui/announce.ts";
import { BatchLines } from "./batch-lines.tsx";
import { ForBilling } from "#pages/billing/parts/for-billing.tsx";
import { RoundingHint } from "#pages/billing/parts/rounding-hint.tsx";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { Button } from "#ui/button/button.tsx";
import { Absent } from "#screen/absent.tsx";
import classes from "#pages/billing/parts/billing.module.css";

export function BatchPage({ id }: { id: string }) {
  return (
    <ForBilling needs="billing:read">
      <Batch id={id} />
    </ForBilling>
  );
}

function Batch({ id }: { id: string }) {
  const words = useBillingWords();
  // Not named `billing`, so that undoing doesn't refetch a batch that no longer exists, and not kept after that.
  const query = useQuery({ ...defineQuery(["billing-batch", id], () => stint.billingBatches.get(id)), gcTime: 0 });
  const batch = query.data;
  if (batch === undefined) return <Absent query={query} notFound={words.notFound} />;
  return (
    <>
      <Link href="/billing" className="back plain dim screen-only">
        ← {words.back}
      </Link>
      <PageHead title={batch.reference} call={{ operation: "billingBatches.get", ids: [id] }}>
        <Undo batch={batch} />
      </PageHead>
      <Facts batch={batch} />
      <BatchLines batch={batch} />
      <RoundingHint isBilled sums={batch.projects ?? []} />
    </>
  );
}

function Facts({ batch: { billedOn, createdBy, totals, currency, clients = [] } }: { batch: BillingBatch }) {
  const words = useBillingWords();
  const format = useFormat();
  const { language } = useSettings();
  const nameOf = useNames([createdBy]);
  return (
    <p className={`wrap ${classes.spaced}`}>
      <span className="dim">
        {[...clients.flatMap(({ name }) => name ?? []), format.date(billedOn)].join(" · ")}
        <span className="screen-only"> · {nameOf(createdBy)}</span>
      </span>
      <b>{plural(language, totals.entries, words.entry)}</b>
      <b>{format.duration(totals.billableSeconds)}</b>
      {totals.amountMinor !== undefined && <b>{format.money(totals.amountMinor, currency)}</b>}
    </p>
  );
}

function Undo({ batch }: { batch: BillingBatch }) {
  const words = useBillingWords();
  const { language } = useSettings();
  const { role, scopes } = useMe();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  if (!scopes.includes("billing:write") || (role !== "owner" && role !== "admin")) return null;
  const { id, reference, totals } = batch;
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{words.undo}</Button>
      {isAsking && (
        <ConfirmDialog
          title={words.undoTitle(reference)}
          lead={words.undoLead(plural(language, totals.entries, words.entry))}
          label={words.undoDo}
          onConfirm={async () => {
            await stint.billingBatches.delete(id, { ifMatch: batch });
            announce(words.undone(reference));
            navigate("/billing");
            void refresh("billing", "reports", "clients", "projects");
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

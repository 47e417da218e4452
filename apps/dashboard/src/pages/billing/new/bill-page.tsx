import { ApiError, type BillingBatch, type BillingPreview } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { clock, stint } from "#api/connection/client.ts";
import { defineQuery, refresh, useMe } from "#api/queries.ts";
import { EarlierEntries } from "#parts/confirm/earlier-entries.tsx";
import { useText } from "#i18n/text.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { PageHead } from "#screen/page-head.tsx";
import { useSettings } from "#state/settings/settings.ts";
import { dayOf } from "#time/zoned.ts";
import { announce } from "#ui/announce.ts";
import { useAction } from "#ui/form/use-action.ts";
import { ListState } from "#ui/list/list-state.tsx";
import panel from "#ui/panel.module.css";
import { BillFilterBar } from "./bill-filter-bar.tsx";
import { billAddress, readBillFilter, toApiFilter } from "#pages/billing/parts/bill-filter.ts";
import { ForBilling } from "#pages/billing/parts/for-billing.tsx";
import { Breakdown } from "#pages/billing/parts/breakdown.tsx";
import { RoundingHint } from "#pages/billing/parts/rounding-hint.tsx";
import { UnbilledTable } from "#pages/billing/parts/unbilled-table.tsx";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { Button } from "#ui/button/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";
import classes from "#pages/billing/parts/billing.module.css";

/** `/billing/new`: selects unbilled time of a client or project, previews the total, and bills exactly that. */
export function BillPage() {
  return (
    <ForBilling needs="billing:write">
      <Bill />
    </ForBilling>
  );
}

function Bill() {
  const words = useBillingWords();
  const search = useSearch();
  const [, navigate] = useLocation();
  const filter = useMemo(() => readBillFilter(new URLSearchParams(search)), [search]);
  const asked = useMemo(() => toApiFilter(filter), [filter]);
  const isChosen = filter.clientId.length > 0 || filter.projectId.length > 0;
  const [includeUnrated, setIncludeUnrated] = useState(false);
  const [given, setGiven] = useGiven();
  const query = usePreview(asked, includeUnrated, isChosen);
  const code = query.error instanceof ApiError ? query.error.code : undefined;
  const isUnrated = code === "unrated_entries";
  return (
    <>
      <Link href="/billing" className="back">
        ← {words.back}
      </Link>
      <PageHead />
      <BillFilterBar filter={filter} onChange={(next) => navigate(billAddress(next), { replace: true })} />
      {isUnrated && <EarlierEntries query={{ ...asked }} className="apart" />}
      {(isUnrated || includeUnrated) && (
        <Checkbox
          className="apart"
          label={words.includeUnrated}
          checked={includeUnrated}
          onChange={setIncludeUnrated}
        />
      )}
      {!isChosen && (
        <>
          <p>{words.chooseFirst}</p>
          <UnbilledTable filter={filter} />
        </>
      )}
      {code === "nothing_to_bill" && <p className="dim">{words.nothing}</p>}
      {isChosen && code !== "nothing_to_bill" && <ListState query={query} />}
      {isChosen && query.data !== undefined && query.error === null && (
        <>
          <Totals figures={query.data} />
          <RoundingHint sums={query.data.projects} />
          <BillForm
            figures={query.data}
            given={given}
            onChange={setGiven}
            bill={() =>
              bill({ filter: asked, includeUnrated, ...given, reference: given.reference.trim() }, query.data)
            }
            onChanged={() => void query.refetch()}
            onBilled={({ id, reference }) => {
              announce(words.billed(reference));
              navigate(`/billing/${id}`);
            }}
          />
          <Breakdown figures={query.data} />
        </>
      )}
    </>
  );
}

/** Kept outside the form, because the form is hidden while there is no preview. */
function useGiven() {
  const { timeZone } = useMe().organization;
  return useState<Given>(() => ({ reference: "", billedOn: dayOf(clock.now(), timeZone) }));
}

function usePreview(filter: Asked["filter"], includeUnrated: boolean, enabled: boolean) {
  return useQuery({
    // Not named `billing`, because billing refetches those queries. Until the batch is shown, the page would then show a
    // preview of what is left to bill.
    ...defineQuery(["billing-preview", filter, includeUnrated], () => preview({ filter, includeUnrated })),
    enabled,
    gcTime: 0,
    staleTime: 0,
  });
}

type Asked = Parameters<typeof stint.billingBatches.create>[0];

async function preview(asked: Omit<Asked, "reference">): Promise<BillingPreview> {
  const reply = await stint.billingBatches.create({ ...asked, reference: "preview", dryRun: true });
  if (!("dryRun" in reply)) throw new Error("a preview bills nothing");
  return reply;
}

/** Bills exactly what the preview showed, or nothing. */
async function bill(asked: Asked, { totals }: BillingPreview): Promise<BillingBatch> {
  const { entries, amountMinor, billableSeconds } = totals;
  const reply = await stint.billingBatches.create({
    ...asked,
    ...(amountMinor === undefined ? {} : { expected: { entries, amountMinor, billableSeconds } }),
  });
  if ("dryRun" in reply) throw new Error("billing returns the batch");
  void refresh("billing", "reports", "clients", "projects");
  return reply;
}

function Totals({ figures: { totals, currency } }: { figures: BillingPreview }) {
  const { shell } = useText();
  const words = useBillingWords();
  const format = useFormat();
  const { language } = useSettings();
  return (
    <p className="wrap spaced">
      {shell.named(words.preview, "")}
      <b>{plural(language, totals.entries, words.entry)}</b>
      <b>{format.duration(totals.billableSeconds)}</b>
      {totals.amountMinor !== undefined && <b>{format.money(totals.amountMinor, currency)}</b>}
    </p>
  );
}

interface Given {
  reference: string;
  billedOn: string;
}

interface FormProps {
  figures: BillingPreview;
  given: Given;
  onChange: (given: Given) => void;
  bill: () => Promise<BillingBatch>;
  onChanged: () => void;
  onBilled: (batch: BillingBatch) => void;
}

function BillForm({ figures, given, onChange, bill: send, onChanged, onBilled }: FormProps) {
  const words = useBillingWords();
  const format = useFormat();
  const action = useAction();
  const [isChanged, setIsChanged] = useState(false);
  const { totals, currency } = figures;
  const amount =
    totals.amountMinor === undefined
      ? format.duration(totals.billableSeconds)
      : format.money(totals.amountMinor, currency);

  async function submit(): Promise<void> {
    setIsChanged(false);
    try {
      onBilled(await send());
    } catch (error) {
      if (!(error instanceof ApiError) || !["billing_changed", "nothing_to_bill"].includes(error.code ?? ""))
        throw error;
      setIsChanged(true);
      onChanged();
    }
  }

  return (
    <form
      className={`${panel.panel} ${classes.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!action.isRunning) action.run(submit);
      }}
    >
      <TextInput
        label={words.reference}
        hint={words.referenceHint}
        value={given.reference}
        maxLength={100}
        required
        onChange={({ currentTarget }) => onChange({ ...given, reference: currentTarget.value })}
      />
      <FormDateField
        label={words.billedOn}
        value={given.billedOn}
        required
        onChange={(billedOn) => onChange({ ...given, billedOn })}
      />
      <Button kind="main" type="submit" isBusy={action.isRunning}>
        {words.bill(amount)}
      </Button>
      <ErrorLine>{isChanged ? words.changed : action.message}</ErrorLine>
    </form>
  );
}

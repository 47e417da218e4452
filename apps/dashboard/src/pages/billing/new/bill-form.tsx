import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { defineQuery } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { EarlierEntries } from "#parts/confirm/earlier-entries.tsx";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { Button } from "#ui/button/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { nextReference } from "#pages/billing/parts/next-reference.ts";
import { RoundingHint } from "#pages/billing/parts/rounding-hint.tsx";
import { areExact } from "./bill-lines.ts";
import type { Bill } from "./use-bill.ts";

const lastQuery = defineQuery(["billing", "last"], async () => (await stint.billingBatches.list({ limit: 1 })).data);

/** The reference and date of the bill, and what is unusual about it. The button is in the page's heading. */
export function BillForm({ bill }: { bill: Bill }) {
  const { filter, asked, chosen, unratedSeconds, unapprovedSeconds } = bill;
  const words = useBillingWords();
  const format = useFormat();
  const [last] = useQuery(lastQuery).data ?? [];
  const reference = bill.reference ?? nextReference(last?.reference);
  return (
    <form
      id="bill"
      className="panel inset form"
      onSubmit={(event) => {
        event.preventDefault();
        bill.submit(reference.trim());
      }}
    >
      <TextInput
        label={words.reference}
        hint={last === undefined ? words.referenceHint : words.referenceAfter(last.reference)}
        value={reference}
        maxLength={100}
        required
        onChange={({ currentTarget }) => bill.setReference(currentTarget.value)}
      />
      <FormDateField label={words.billedOn} value={bill.billedOn} required onChange={bill.setBilledOn} />
      <ErrorLine>{bill.message}</ErrorLine>
      {unratedSeconds > 0 && (
        <div className="notice" role="alert">
          <p>
            {words.unrated(format.duration(unratedSeconds))} <Link href="/rates">{words.setRate}</Link>
          </p>
          <EarlierEntries query={asked.filter} />
          <Checkbox label={words.includeUnrated} checked={asked.includeUnrated} onChange={bill.setIncludeUnrated} />
        </div>
      )}
      {unapprovedSeconds > 0 && (
        <p className="notice">
          {words.unapproved(format.duration(unapprovedSeconds))}
          <Button kind="link" onClick={() => bill.set({ ...filter, isApprovedOnly: false })}>
            {words.billUnapproved}
          </Button>
        </p>
      )}
      <RoundingHint sums={chosen} isExact={areExact(chosen)} />
      <p className="small">{words.lockedNote}</p>
    </form>
  );
}

import type { Summary } from "@stint/sdk";
import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";

interface Props {
  /** The group of `useUnbilled`; undefined if there is nothing. */
  figures: Pick<Summary["groups"][number], "amountMinor" | "billableSeconds"> | undefined;
  /** The query string of the billing form that selects this time. */
  query: string;
}

/**
 * The unbilled amount, with a link to bill it. Renders nothing if everything is billed or amounts are hidden from the
 * person.
 */
export function Unbilled({ figures, query }: Props) {
  const words = useBillingWords();
  const format = useFormat();
  const { organization, scopes } = useMe();
  if (figures === undefined) return null;
  const { amountMinor = 0, billableSeconds } = figures;
  const shown = words.unbilledOf(format.money(amountMinor, organization.currency), format.duration(billableSeconds));
  return scopes.includes("billing:write") ? <Link href={`/billing/new?${query}`}>{shown}</Link> : shown;
}

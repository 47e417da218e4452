import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";

interface Props {
  figures: { unbilledAmountMinor?: number | undefined; unbilledSeconds?: number | undefined };
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
  const { unbilledAmountMinor: minor = 0, unbilledSeconds: seconds = 0 } = figures;
  if (minor === 0 && seconds === 0) return null;
  const shown = words.unbilledOf(format.money(minor, organization.currency), format.duration(seconds));
  return scopes.includes("billing:write") ? <Link href={`/billing/new?${query}`}>{shown}</Link> : shown;
}

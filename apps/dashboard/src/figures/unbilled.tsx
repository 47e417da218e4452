import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { billing } from "#i18n/en/billing.ts";
import { useFormat } from "#i18n/format.ts";
import { lazyText } from "#i18n/lazy-text.ts";

const useWords = lazyText(billing, import.meta.glob(["/src/i18n/*/billing.ts", "!**/en/*"], { import: "billing" }));

interface Props {
  figures: { unbilledAmountMinor?: number | undefined; unbilledSeconds?: number | undefined };
  /** What to bill, as the query of the billing form. */
  query: string;
}

/** What is not billed yet, with a link to bill it; nothing for people who see no money, or if everything is billed. */
export function Unbilled({ figures, query }: Props) {
  const words = useWords();
  const format = useFormat();
  const { organization, scopes } = useMe();
  const { unbilledAmountMinor: minor = 0, unbilledSeconds: seconds = 0 } = figures;
  if (minor === 0 && seconds === 0) return null;
  const shown = words.unbilledOf(format.money(minor, organization.currency), format.duration(seconds));
  return scopes.includes("billing:write") ? <Link href={`/billing/new?${query}`}>{shown}</Link> : shown;
}

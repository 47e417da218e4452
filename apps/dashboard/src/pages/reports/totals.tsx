import type { ReactNode } from "react";
import { useFormat } from "#i18n/format.ts";
import { EarlierEntries } from "#parts/confirm/earlier-entries.tsx";
import type { EntryQuery } from "#parts/confirm/past-entries.tsx";
import { Amount } from "#parts/figures/amount.tsx";
import { Figure } from "./figure.tsx";
import type { Figures } from "./compare-groups.ts";
import { Difference } from "./group-table.tsx";
import { useWords } from "./use-words.ts";
import classes from "./reports.module.css";

interface Props {
  totals: Figures;
  currency: string;
  /** Selects the entries behind the figures. Undefined for readers without an account. */
  query?: EntryQuery;
  before?: Figures | undefined;
  /** The URL behind the figures. Undefined if their entries are already on the screen. */
  href?: string | undefined;
  hrefBillable?: string | undefined;
}

export function Totals({ totals, currency, query, before, href, hrefBillable }: Props) {
  const format = useFormat();
  const words = useWords();
  return (
    <>
      <dl className={`wrap ${classes.figures}`}>
        <Total label={words.tracked} before={before && <Difference now={totals.seconds} before={before.seconds} />}>
          <Figure href={href}>{format.duration(totals.seconds)}</Figure>
        </Total>
        <Total
          label={words.billable}
          before={before && <Difference now={totals.billableSeconds} before={before.billableSeconds} />}
        >
          <Figure href={hrefBillable}>{format.duration(totals.billableSeconds)}</Figure>
        </Total>
        {totals.amountMinor !== undefined && (
          <Total
            label={words.amount}
            before={
              before?.amountMinor !== undefined &&
              signed(totals.amountMinor - before.amountMinor, (minor) => format.money(minor, currency))
            }
          >
            <Amount minor={totals.amountMinor} secondsWithoutRate={totals.unratedSeconds}>
              <Figure href={hrefBillable}>{format.money(totals.amountMinor, currency)}</Figure>
            </Amount>
          </Total>
        )}
        <Total
          label={words.entries}
          before={before && signed(totals.entries - before.entries, (count) => format.number(count))}
        >
          <Figure href={href}>{format.number(totals.entries)}</Figure>
        </Total>
      </dl>
      {query !== undefined && (totals.unratedSeconds ?? 0) > 0 && (
        <EarlierEntries isOnDemand query={query} className={`dim ${classes.note}`} />
      )}
    </>
  );
}

function Total({ label, before, children }: { label: string; before: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="small">{label}</dt>
      <dd>
        {children}
        <span className="small">{before}</span>
      </dd>
    </div>
  );
}

function signed(value: number, write: (value: number) => string): string {
  return `${value > 0 ? "+" : ""}${write(value)}`;
}

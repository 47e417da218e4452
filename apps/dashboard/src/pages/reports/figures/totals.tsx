import type { ReactNode } from "react";
import { useFormat } from "#i18n/format.ts";
import { EarlierEntries } from "#parts/confirm/earlier-entries.tsx";
import type { EntryQuery } from "#parts/confirm/past-entries.tsx";
import { Amount } from "#parts/figures/amount.tsx";
import { Panel } from "#ui/panel.tsx";
import { useReportWords } from "./use-report-words.ts";
import type { Figures } from "./compare-groups.ts";
import { Figure } from "./figure.tsx";
import { Difference } from "./group-table.tsx";
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
  isBusy?: boolean | undefined;
  /** Shown below the figures. */
  children?: ReactNode;
}

/** The sums of a report, in a panel. */
export function Totals({ totals, currency, query, before, href, hrefBillable, isBusy, children }: Props) {
  const format = useFormat();
  const words = useReportWords();
  const { amountMinor } = totals;
  const money = (minor: number) => format.money(minor, currency);
  const since = (name: "seconds" | "billableSeconds" | "amountMinor" | "entries", write: (value: number) => string) =>
    before?.[name] !== undefined && (
      <Difference now={totals[name] ?? 0} before={before[name]} write={write} hasShare={write === format.duration} />
    );
  return (
    <Panel label={words.total} isBusy={isBusy}>
      <dl className={`wrap figures inset ${classes.figures}`}>
        <Total label={words.tracked} before={since("seconds", format.duration)}>
          <Figure href={href}>{format.duration(totals.seconds)}</Figure>
        </Total>
        <Total label={words.billable} before={since("billableSeconds", format.duration)}>
          <Figure href={hrefBillable}>{format.duration(totals.billableSeconds)}</Figure>
        </Total>
        {amountMinor !== undefined && (
          <Total label={words.amount} before={since("amountMinor", money)}>
            <Amount minor={amountMinor} secondsWithoutRate={totals.unratedSeconds}>
              <Figure href={hrefBillable}>{money(amountMinor)}</Figure>
            </Amount>
          </Total>
        )}
        <Total label={words.entries} before={since("entries", (count) => format.number(count))}>
          <Figure href={href}>{format.number(totals.entries)}</Figure>
        </Total>
      </dl>
      {query !== undefined && (totals.unratedSeconds ?? 0) > 0 && (
        <EarlierEntries isOnDemand query={query} className={`dim ${classes.note}`} />
      )}
      {children}
    </Panel>
  );
}

function Total({ label, before, children }: { label: string; before: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="small">{label}</dt>
      <dd>
        <span className="big">{children}</span>
        <span className="small">{before}</span>
      </dd>
    </div>
  );
}

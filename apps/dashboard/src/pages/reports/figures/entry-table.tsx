import type { ReactNode } from "react";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { dayOf } from "#time/zoned.ts";
import type { Column } from "#ui/list/table.tsx";
import { WindowTable } from "#ui/list/window/window-table.tsx";
import { useReportWords } from "./use-report-words.ts";
import { useColumns } from "./use-columns.tsx";

interface TimedEntry {
  startedAt: string;
  endedAt: string;
  durationSeconds: number;
  billable: boolean;
  billableSeconds: number;
  amountMinor?: number | undefined;
  /** Missing for readers without an account. */
  rateSource?: string | null | undefined;
}

interface Props<Row extends TimedEntry> {
  entries: readonly Row[];
  currency: string;
  /** The columns that say what an entry is about. */
  about: readonly (Column<Row> | false)[];
  hasBillable?: boolean;
}

/** Entries, in the time zone of the settings, with their time and the amounts that the reader may see. */
export function EntryTable<Row extends TimedEntry>({ entries, currency, about, hasBillable = false }: Props<Row>) {
  const format = useFormat();
  const { zone } = useSettings();
  const words = useReportWords();
  const { time, money } = useColumns<Row>(currency);
  const when = ({ startedAt, endedAt }: Row): ReactNode => (
    <>
      {format.day(dayOf(startedAt, zone))}{" "}
      <span className="dim number">
        {format.clock(startedAt)} – {format.clock(endedAt)}
      </span>
    </>
  );
  return (
    <WindowTable
      label={words.entries}
      rows={entries}
      rowHeight={61}
      keyOf={(_, at) => at}
      columns={[
        ...about,
        { name: words.when, cell: when },
        time(words.duration, ({ durationSeconds }) => durationSeconds),
        hasBillable &&
          time(words.billable, ({ billable, billableSeconds }) => (billable ? billableSeconds : undefined)),
        // Leads see amounts for some people only, so an entry may have no amount.
        entries.some(({ amountMinor }) => amountMinor !== undefined) &&
          money(words.amount, ({ amountMinor, rateSource, billableSeconds }) => ({
            minor: amountMinor,
            secondsWithoutRate: rateSource === "none" ? billableSeconds : 0,
            isPart: true,
          })),
      ]}
    />
  );
}

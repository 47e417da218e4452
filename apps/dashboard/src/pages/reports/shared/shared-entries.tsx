import type { SharedReport } from "@stint/sdk";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { dayOf } from "#time/zoned.ts";
import table from "#ui/list/table.module.css";
import { useWords } from "#pages/reports/use-words.ts";
import panel from "#ui/panel.module.css";

interface Props {
  entries: NonNullable<SharedReport["entries"]>;
  currency: string;
}

/** The entries of a published report, limited to what the link shows. */
export function SharedEntries({ entries, currency }: Props) {
  const format = useFormat();
  const { zone } = useSettings();
  const words = useWords();
  const hasNotes = entries.some(({ description }) => description !== undefined);
  const hasPeople = entries.some(({ person }) => person !== undefined);
  const hasMoney = entries.some(({ amountMinor }) => amountMinor !== undefined);
  if (entries.length === 0) return null;
  return (
    <section className={`${panel.panel} ${panel.long}`} aria-label={words.entries}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.project}</th>
            {hasNotes && <th scope="col">{words.description}</th>}
            {hasPeople && <th scope="col">{words.person}</th>}
            <th scope="col">{words.when}</th>
            <th scope="col" className={table.number}>
              {words.duration}
            </th>
            {hasMoney && (
              <th scope="col" className={table.number}>
                {words.amount}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, at) => (
            <tr key={at}>
              <th scope="row">
                {entry.project} <span className={table.dim}>{entry.task}</span>
              </th>
              {hasNotes && <td>{[entry.description, ...(entry.tags ?? [])].join(" · ")}</td>}
              {hasPeople && <td>{entry.person}</td>}
              <td>
                {format.day(dayOf(entry.startedAt, zone))}{" "}
                <span className={table.dim}>
                  {format.clock(entry.startedAt)} – {format.clock(entry.endedAt)}
                </span>
              </td>
              <td className={table.number} data-label={words.duration}>
                {format.duration(entry.durationSeconds)}
              </td>
              {hasMoney && (
                <td className={table.number} data-label={words.amount}>
                  {format.money(entry.amountMinor ?? 0, currency)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

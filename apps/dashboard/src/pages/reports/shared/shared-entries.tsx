import type { SharedReport } from "@stint/sdk";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { dayOf } from "#time/zoned.ts";
import { Table } from "#ui/list/table.tsx";
import { useWords } from "#pages/reports/use-words.ts";
import panel from "#ui/panel.module.css";

interface Props {
  entries: NonNullable<SharedReport["entries"]>;
  currency: string;
}

/** The entries of a published report, with the fields that the link includes. */
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
      <Table
        label={words.entries}
        rows={entries}
        keyOf={(_, at) => at}
        columns={[
          {
            name: words.project,
            cell: ({ project, task }) => (
              <>
                {project} <span className="dim">{task}</span>
              </>
            ),
          },
          hasNotes && {
            name: words.description,
            cell: ({ description, tags = [] }) => [description, ...tags].join(" · "),
          },
          hasPeople && { name: words.person, cell: ({ person }) => person },
          {
            name: words.when,
            cell: ({ startedAt, endedAt }) => (
              <>
                {format.day(dayOf(startedAt, zone))}{" "}
                <span className="dim">
                  {format.clock(startedAt)} – {format.clock(endedAt)}
                </span>
              </>
            ),
          },
          {
            name: words.duration,
            kind: "number",
            cell: ({ durationSeconds }) => format.duration(durationSeconds),
          },
          hasMoney && {
            name: words.amount,
            kind: "number",
            cell: ({ amountMinor }) => format.money(amountMinor ?? 0, currency),
          },
        ]}
      />
    </section>
  );
}

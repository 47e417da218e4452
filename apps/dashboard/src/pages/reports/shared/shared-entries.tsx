import type { SharedReport } from "@stint/sdk";
import { Panel } from "#ui/panel.tsx";
import { EntryTable } from "#pages/reports/figures/entry-table.tsx";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";

interface Props {
  entries: NonNullable<SharedReport["entries"]>;
  currency: string;
}

/** The entries of a published report, with the fields that the link includes. */
export function SharedEntries({ entries, currency }: Props) {
  const words = useReportWords();
  if (entries.length === 0) return null;
  return (
    <Panel label={words.entries} isLong>
      <EntryTable
        entries={entries}
        currency={currency}
        about={[
          {
            name: words.project,
            cell: ({ project, task }) => (
              <>
                {project} <span className="dim">{task}</span>
              </>
            ),
          },
          entries.some(({ description }) => description !== undefined) && {
            name: words.description,
            cell: ({ description, tags = [] }) => [description, ...tags].join(" · "),
          },
          entries.some(({ person }) => person !== undefined) && { name: words.person, cell: ({ person }) => person },
        ]}
      />
    </Panel>
  );
}

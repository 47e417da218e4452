import type { ReactNode } from "react";
import { useProjects } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { type Column, Table } from "#ui/list/table.tsx";
import type { Recomputed } from "./use-recompute.ts";
import { useRateWords } from "#i18n/words/use-rate-words.ts";

interface Change {
  before: number;
  after: number;
  difference: number;
}

/** The changes to the sums of one project, or of all projects. Billable time changes only with the rounding. */
interface Sums {
  name: string;
  entries: number;
  billableSeconds?: Change | undefined;
  amountMinor?: Change | undefined;
  costMinor?: Change | undefined;
}

/** The differences that a recalculation would make, in total and by project. */
export function DifferenceTable({ result }: { result: Recomputed }) {
  const format = useFormat();
  const words = useRateWords();
  const names = new Map(useProjects().map(({ id, name }) => [id, name]));
  // Shows billable time only for new rounding, because new rates change nothing but amounts and costs.
  const hasTime = "billableSeconds" in result;
  const hasCosts = result.costMinor !== undefined && result.costMinor.difference !== 0;
  const projects = result.projects
    .map((project): Sums => ({ ...project, name: names.get(project.projectId) ?? project.projectId }))
    .toSorted((left, right) => left.name.localeCompare(right.name));
  const money = (minor: number) => format.money(minor, result.currency);
  const mainOf = ({ billableSeconds, amountMinor }: Sums) => (hasTime ? billableSeconds : amountMinor);
  const write = hasTime ? format.duration : money;
  const column = (name: string, cell: (sums: Sums) => ReactNode): Column<Sums> => ({ name, kind: "number", cell });
  const more = (change: Change | undefined, how: (value: number) => string) =>
    change && <b className="strong">{`${change.difference > 0 ? "+" : ""}${how(change.difference)}`}</b>;
  return (
    <div className="panel scroll" tabIndex={0} role="region" aria-label={words.byProject}>
      <Table
        label={words.byProject}
        rows={projects}
        keyOf={(_, at) => at}
        total={{ ...result, name: words.total }}
        columns={[
          { name: words.project, cell: ({ name }) => name },
          column(words.entries, ({ entries }) => format.number(entries)),
          column(words.before, (sums) => write(mainOf(sums)?.before ?? 0)),
          column(words.after, (sums) => write(mainOf(sums)?.after ?? 0)),
          column(words.difference, (sums) => more(mainOf(sums), write)),
          hasTime && column(words.amounts, ({ amountMinor }) => more(amountMinor, money)),
          hasCosts && column(words.costs, ({ costMinor }) => more(costMinor, money)),
        ]}
      />
    </div>
  );
}

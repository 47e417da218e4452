import type { Import } from "@stint/sdk";
import { useId, useState } from "react";
import { useNames } from "#api/people.ts";
import { useSettings } from "#state/settings/settings.ts";
import { plural } from "#i18n/catalogue.ts";
import { formatRunning } from "#time/format-running.ts";
import { Table } from "#ui/list/table.tsx";
import { Segmented } from "#ui/choices/groups.tsx";
import { useImportWords } from "#pages/imports/parts/use-import-words.ts";

type Totals = NonNullable<Import["preview"]>["totals"];
type Sums = Totals["source"];
type Group = "people" | "projects" | "months";

export interface TotalsRow {
  name: string;
  source: Sums;
  imported: Sums;
}

const groups: readonly Group[] = ["people", "projects", "months"];
const none: never[] = [];

/**
 * Compares rows and time in the file with those in Stint, by person, project or month. `people` are those of an applied
 * import, who are shown as the members that they became.
 */
export function TotalsTable({ totals, people = none }: { totals: Totals; people?: Import["people"] }) {
  const words = useImportWords();
  const headId = useId();
  const nameOf = useNames(people.flatMap(({ becomes }) => becomes.userId ?? []));
  const [group, setGroup] = useState<Group>("people");
  const rows: Record<Group, () => TotalsRow[]> = {
    people: () =>
      totals.people.map(({ name, email, ...sums }) => {
        const inFile = name || (email ?? "");
        const person = people.find((each) => each.name === name && each.email === email);
        const { userId } = person?.becomes ?? {};
        const member = userId === undefined ? inFile : nameOf(userId);
        return { ...sums, name: member === inFile ? inFile : `${inFile} → ${member}` };
      }),
    projects: () =>
      totals.projects.map(({ client, project, ...sums }) => ({
        ...sums,
        name: `${project} · ${client ?? words.noClient}`,
      })),
    months: () => totals.months.map(({ month, ...sums }) => ({ ...sums, name: month })),
  };
  const { source, imported } = totals;
  return (
    <section className="stack apart" aria-labelledby={headId}>
      <h2 id={headId}>{words.totals}</h2>
      <Segmented
        label={words.totalsBy}
        value={group}
        options={groups.map((each) => [each, words.groups[each]])}
        onChange={setGroup}
      />
      <SumsTable label={words.groups[group]} rows={rows[group]()} total={{ name: words.total, source, imported }} />
    </section>
  );
}

interface SumsProps {
  label: string;
  rows: readonly TotalsRow[];
  total?: TotalsRow;
}

export function SumsTable({ label, rows, total }: SumsProps) {
  const { language } = useSettings();
  const words = useImportWords();
  const shown = ({ rows: count, seconds }: Sums) => `${plural(language, count, words.row)} · ${formatRunning(seconds)}`;
  return (
    <Table
      isPanel
      label={label}
      rows={rows}
      keyOf={(_, at) => at}
      total={total}
      columns={[
        { name: label, cell: ({ name }) => name },
        { name: words.inFile, kind: "number", cell: ({ source }) => shown(source) },
        { name: words.inStint, kind: "number", cell: ({ imported }) => shown(imported) },
        {
          name: words.difference,
          kind: "number",
          cell: ({ source, imported }) => (
            <Difference rows={imported.rows - source.rows} seconds={imported.seconds - source.seconds} />
          ),
        },
      ]}
    />
  );
}

function Difference({ rows, seconds }: Sums) {
  const { language } = useSettings();
  const words = useImportWords();
  if (rows === 0 && seconds === 0) return "0";
  const sign = (value: number) => (value < 0 ? "−" : value > 0 ? "+" : "");
  return (
    <b className="over">
      {`${sign(rows)}${plural(language, Math.abs(rows), words.row)} · ${sign(seconds)}${formatRunning(Math.abs(seconds))}`}
    </b>
  );
}

import type { ReactNode } from "react";
import { useProjects } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import table from "#ui/list/table.module.css";
import type { Recomputed } from "./use-recompute.ts";
import { useRateWords } from "./use-rate-words.ts";
import classes from "./recompute-dialog.module.css";

/** Before and after, with the difference. */
interface Change {
  before: number;
  after: number;
  difference: number;
}

/** The sums of a project, or of all projects. Only a change of rounding has times. */
interface Sums {
  entries: number;
  billableSeconds?: Change | undefined;
  amountMinor?: Change | undefined;
  costMinor?: Change | undefined;
}

/** The differences that a recalculation would make, in total and per project. */
export function DifferenceTable({ result }: { result: Recomputed }) {
  const words = useRateWords();
  const { currency } = result;
  const names = new Map(useProjects().map(({ id, name }) => [id, name]));
  const shown: Shown = {
    time: "billableSeconds" in result,
    costs: result.costMinor !== undefined && result.costMinor.difference !== 0,
    currency,
  };
  const projects = result.projects
    .map((project) => ({ ...project, name: names.get(project.projectId) ?? project.projectId }))
    .toSorted((left, right) => left.name.localeCompare(right.name));
  const columns = [
    words.entries,
    words.before,
    words.after,
    words.difference,
    ...(shown.time ? [words.amounts] : []),
    ...(shown.costs ? [words.costs] : []),
  ];
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={words.byProject}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.project}</th>
            {columns.map((name) => (
              <th key={name} scope="col" className={table.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <Row key={project.projectId} name={project.name} sums={project} shown={shown} />
          ))}
          <Row name={words.total} sums={result} shown={shown} />
        </tbody>
      </table>
    </div>
  );
}

interface Shown {
  /** Whether billable time changes, and amounts with it; otherwise only amounts do. */
  time: boolean;
  costs: boolean;
  currency: string;
}

function Row({ name, sums, shown }: { name: string; sums: Sums; shown: Shown }) {
  const format = useFormat();
  const words = useRateWords();
  const { entries, billableSeconds, amountMinor, costMinor } = sums;
  const money = (minor: number) => format.money(minor, shown.currency);
  const main = shown.time ? billableSeconds : amountMinor;
  const write = shown.time ? format.duration : money;
  const signed = (value: number, how: (value: number) => string) => (value > 0 ? `+${how(value)}` : how(value));
  return (
    <tr>
      <th scope="row">{name}</th>
      <Cell label={words.entries}>{format.number(entries)}</Cell>
      <Cell label={words.before}>{main && write(main.before)}</Cell>
      <Cell label={words.after}>{main && write(main.after)}</Cell>
      <Cell label={words.difference}>{main && <b className={classes.more}>{signed(main.difference, write)}</b>}</Cell>
      {shown.time && (
        <Cell label={words.amounts}>
          {amountMinor && <b className={classes.more}>{signed(amountMinor.difference, money)}</b>}
        </Cell>
      )}
      {shown.costs && (
        <Cell label={words.costs}>
          {costMinor && <b className={classes.more}>{signed(costMinor.difference, money)}</b>}
        </Cell>
      )}
    </tr>
  );
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className={table.number} data-label={label}>
      {children}
    </td>
  );
}

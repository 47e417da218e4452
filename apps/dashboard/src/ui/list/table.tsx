import type { ReactNode } from "react";
import classes from "./table.module.css";

export interface Column<Row> {
  /** Undefined for checkboxes and buttons. The first column with a name holds the row headers. */
  name?: string;
  cell: (row: Row) => ReactNode;
  kind?: "number" | "date" | "dim" | "check" | "actions";
  /** Whether the name is shown before the cell on narrow screens; by default for numbers and dates. */
  isNamed?: boolean;
  className?: string | undefined;
}

interface Props<Row> {
  label: string;
  /** `false` leaves a column out. */
  columns: readonly (Column<Row> | false)[];
  rows: readonly Row[];
  keyOf: (row: Row, at: number) => string | number | null;
  /** The last row, set apart. */
  total?: Row | undefined;
  isBusy?: boolean;
  /** Styles the rows of a group. */
  rowClass?: (row: Row) => string | undefined;
  /** A class instead of the list's style. */
  look?: string;
}

/** A table from columns that are declared as data. */
export function Table<Row>(props: Props<Row>) {
  const { label, rows, keyOf, total, isBusy, rowClass, look = classes.table } = props;
  const columns = props.columns.filter((column) => column !== false);
  const headers = columns.findIndex(({ name }) => name !== undefined);
  const classOf = ({ kind, className }: Column<Row>) =>
    [kind && classes[kind], className].filter(Boolean).join(" ") || undefined;
  const cells = (row: Row) =>
    columns.map((column, at) => {
      const { name, cell, kind, isNamed = kind === "number" || kind === "date" } = column;
      const Cell = at === headers ? "th" : "td";
      return (
        <Cell
          key={at}
          scope={at === headers ? "row" : undefined}
          className={classOf(column)}
          data-label={isNamed ? name : undefined}
        >
          {cell(row)}
        </Cell>
      );
    });
  return (
    <table className={look} aria-label={label} aria-busy={isBusy}>
      <thead>
        <tr>
          {columns.map((column, at) =>
            column.name === undefined ? (
              <td key={at} />
            ) : (
              <th key={at} scope="col" className={classOf(column)}>
                {column.name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)} className={rowClass?.(row)}>
            {cells(row)}
          </tr>
        ))}
        {total !== undefined && <tr className={classes.total}>{cells(total)}</tr>}
      </tbody>
    </table>
  );
}

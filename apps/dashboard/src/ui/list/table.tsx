import { Fragment, memo, type ReactNode, useMemo } from "react";
import classes from "./table.module.css";

export interface Column<Row> {
  /** Undefined for columns of checkboxes or buttons. The first column with a name contains the row headers. */
  name?: string;
  cell: (row: Row) => ReactNode;
  kind?: "number" | "date" | "dim" | "check" | "actions";
  /** Whether narrow screens show the column's name before the cell. Default: true for numbers and dates. */
  isNamed?: boolean;
  className?: string | undefined;
}

/** The rendered rows of a long table, and the space above and below them in pixels. */
export interface RowWindow {
  indexes: readonly number[];
  before: number;
  after: number;
  measure: (row: HTMLTableRowElement | null) => void;
}

export interface TableProps<Row> {
  label?: string;
  /** The id of a heading that replaces the label. */
  labelledBy?: string;
  /** `false` leaves out a column. */
  columns: readonly (Column<Row> | false)[];
  rows: readonly Row[];
  keyOf: (row: Row, at: number) => string | number | null;
  /** The last row, which is styled as a total. */
  total?: Row | undefined;
  isBusy?: boolean;
  /** Whether the table has a panel of its own. */
  isPanel?: boolean;
  rowClass?: (row: Row) => string | undefined;
  /** What is opened below a row. */
  detailOf?: (row: Row) => ReactNode;
  /** A class that replaces the default style. */
  look?: string;
  part?: RowWindow | undefined;
}

interface BodyProps<Row> extends Omit<TableProps<Row>, "columns"> {
  columns: Columns<Row>;
  isCut: boolean;
}

type Columns<Row> = readonly Column<Row>[];

/** A table whose columns are declared as data. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, labelledBy, rows, isBusy, isPanel = false, look = classes.table, part } = props;
  const columns = useMemo(() => props.columns.filter((column) => column !== false), [props.columns]);
  const isCut = part !== undefined && part.indexes.length < rows.length;
  const table = (
    <table
      className={look}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-busy={isBusy}
      aria-rowcount={isCut ? rows.length + 1 : undefined}
    >
      <TableHead columns={columns} />
      <Body {...props} columns={columns} isCut={isCut} />
    </table>
  );
  return isPanel ? <div className="panel">{table}</div> : table;
}

function Body<Row>({ rows, keyOf, total, rowClass, detailOf, part, isCut, columns }: BodyProps<Row>) {
  const space = (height = 0) => height > 0 && <tr className={classes.space} style={{ height }} aria-hidden />;
  return (
    <tbody>
      {space(part?.before)}
      {(part?.indexes ?? rows.map((_, at) => at)).map((at) => {
        const row = rows[at];
        const detail = row && detailOf?.(row);
        return (
          row !== undefined && (
            <Fragment key={keyOf(row, at)}>
              <tr
                className={rowClass?.(row)}
                ref={part?.measure}
                data-index={part && at}
                aria-rowindex={isCut ? at + 2 : undefined}
              >
                <Cells row={row} columns={columns} />
              </tr>
              {detail && (
                <tr>
                  <td colSpan={columns.length}>{detail}</td>
                </tr>
              )}
            </Fragment>
          )
        );
      })}
      {space(part?.after)}
      {total !== undefined && (
        <tr className="strong">
          <Cells row={total} columns={columns} />
        </tr>
      )}
    </tbody>
  );
}

/** Memoized, because measuring and scrolling a long table render its rows again. */
const Cells = memo(function Cells<Row>({ row, columns }: { row: Row; columns: Columns<Row> }) {
  const headers = columns.findIndex(({ name }) => name !== undefined);
  return columns.map((column, at) => {
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
}) as <Row>(props: { row: Row; columns: Columns<Row> }) => ReactNode;

function classOf({ kind, className }: Pick<Column<never>, "kind" | "className">): string | undefined {
  return [kind && (classes[kind] ?? kind), className].filter(Boolean).join(" ") || undefined;
}

function TableHead<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
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
  );
}

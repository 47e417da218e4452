import { useRef } from "react";
import { useTextScale } from "#ui/theme/text-scale.ts";
import { Table, type TableProps } from "#ui/list/table.tsx";
import { useWindowRows } from "./use-window-rows.ts";

interface Props<Row> extends Omit<TableProps<Row>, "part"> {
  /** The usual height of a row, in pixels at the default font size. */
  rowHeight: number;
}

/** A table of any length. Only the rows in and near the window are on the page. */
export function WindowTable<Row>({ rowHeight, ...table }: Props<Row>) {
  const { rows, keyOf } = table;
  const box = useRef<HTMLDivElement>(null);
  const scale = useTextScale();
  const virtualizer = useWindowRows<HTMLTableRowElement>({
    box,
    count: rows.length,
    heightOf: () => rowHeight * scale,
    keyOf: (at) => {
      const row = rows[at];
      return (row === undefined ? undefined : keyOf(row, at)) ?? at;
    },
  });
  const shown = virtualizer.getVirtualItems();
  const { scrollMargin } = virtualizer.options;
  return (
    <div ref={box}>
      <Table
        {...table}
        part={{
          indexes: shown.map(({ index }) => index),
          before: (shown[0]?.start ?? scrollMargin) - scrollMargin,
          after: virtualizer.getTotalSize() - (shown.at(-1)?.end ?? scrollMargin) + scrollMargin,
          measure: virtualizer.measureElement,
        }}
      />
    </div>
  );
}

import { ChevronLeft, ChevronRight } from "lucide-react";
import { type CSSProperties, useId, useRef, useState } from "react";
import { useWindowRows } from "#ui/list/window/use-window-rows.ts";
import { useTextScale } from "#ui/theme/text-scale.ts";
import { Button } from "#ui/button/button.tsx";
import { PersonName } from "#ui/person-name.tsx";
import { type GridPlace, isSamePlace } from "#ui/grid/grid-places.ts";
import type { BoardProps } from "#pages/approvals/board/board-props.ts";
import {
  type BoardPeriod,
  isShown,
  openingPeriod,
  type Row,
  type Sheet,
  stateOf,
  taskOf,
} from "#parts/timesheets/board.ts";
import { GridCell } from "./grid-cell.tsx";
import { PeriodHead } from "./period-head.tsx";
import { useBoardCells } from "./use-board-cells.ts";
import { usePeriodWindow } from "./use-period-window.ts";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";
import frame from "#ui/grid/grid.module.css";
import classes from "./board-grid.module.css";

/** Pixels at the default font size, as in board-grid.module.css. */
const rowHeight = 36;
const none: readonly Sheet[] = [];

/** A grid of members and periods. Renders only the visible rows, and the periods that fit side by side. */
export function BoardGrid(props: BoardProps) {
  const { periods, rows, decider } = props;
  const words = useBoardWords();
  const helpId = useId();
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const scale = useTextScale();
  const [opening] = useState(() => openingPeriod(periods, rows, decider));
  const { first, last, columns, turn, reveal } = usePeriodWindow(box, periods, opening);
  const { active, press, arrive, click } = useBoardCells(props, box, opening, reveal);
  const shown = { first, columns, active };

  const virtualizer = useWindowRows<HTMLDivElement>({
    box: body,
    count: rows.length,
    heightOf: () => rowHeight * scale,
    keyOf: (index) => rows[index]?.userId ?? index,
    // Keeps the focused cell in the document, wherever the page is scrolled.
    kept: [Math.max(0, active.row)],
  });

  return (
    <>
      {columns.length < periods.length && <PeriodTurns first={first} last={last} onTurn={turn} />}
      <div
        role="grid"
        ref={box}
        className="panel"
        style={{ "--columns": columns.length } as CSSProperties}
        aria-label={words.grid}
        aria-describedby={helpId}
        aria-rowcount={rows.length + 1}
        aria-colcount={periods.length + 1}
        aria-multiselectable
        aria-busy={props.isBusy}
        onKeyDown={press}
        onFocus={arrive}
        // The focus stays where the range began until the click extends it.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={click}
      >
        <Heads {...props} {...shown} />
        <div ref={body} role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index];
            const place = { height: size, transform: `translateY(${start - virtualizer.options.scrollMargin}px)` };
            return (
              row !== undefined && (
                <BoardRow key={row.userId} {...props} {...shown} row={row} at={index} style={place} />
              )
            );
          })}
        </div>
      </div>
      <p id={helpId} className="small apart">
        {words.keys}
      </p>
    </>
  );
}

interface TurnsProps {
  first: number;
  last: number;
  onTurn: (direction: -1 | 1) => void;
}

function PeriodTurns({ first, last, onTurn }: TurnsProps) {
  const words = useBoardWords();
  return (
    <div className={`buttons ${classes.turn}`}>
      <Button kind="quiet" isSmall disabled={first === 0} onClick={() => onTurn(-1)}>
        <ChevronLeft size={16} aria-hidden /> {words.earlierPeriods}
      </Button>
      <Button kind="quiet" isSmall disabled={first >= last} onClick={() => onTurn(1)}>
        {words.laterPeriods} <ChevronRight size={16} aria-hidden />
      </Button>
    </div>
  );
}

interface Shown {
  /** The index of the first shown period. */
  first: number;
  columns: readonly BoardPeriod[];
  active: GridPlace;
}

function Heads({ first, columns, active, waiting, picked, onPick }: BoardProps & Shown) {
  const words = useBoardWords();
  return (
    <div role="row" aria-rowindex={1} className={`${classes.row} ${frame.head}`}>
      <span role="columnheader" className={`cut ${classes.name}`}>
        {words.member}
      </span>
      {columns.map((period, shown) => (
        <PeriodHead
          key={period.key}
          period={period}
          column={first + shown}
          isActive={active.row === -1 && active.column === first + shown}
          sheets={waiting[first + shown] ?? none}
          picked={picked}
          onPick={onPick}
        />
      ))}
    </div>
  );
}

interface RowProps extends BoardProps, Shown {
  row: Row;
  at: number;
  style: CSSProperties;
}

function BoardRow({ row, at, style, first, columns, active, show, decider, picked }: RowProps) {
  return (
    <div role="row" aria-rowindex={at + 2} className={classes.row} style={style}>
      <span role="rowheader" className={`cut ${classes.name}`}>
        <PersonName id={row.userId} name={row.name} />
      </span>
      {row.sheets.slice(first, first + columns.length).map((sheet, shown) => {
        const column = first + shown;
        return (
          <GridCell
            key={column}
            name={row.name}
            row={at}
            column={column}
            sheet={sheet}
            state={sheet && stateOf(sheet, decider.today)}
            task={sheet && taskOf(sheet, decider)}
            isPicked={sheet !== undefined && picked.has(sheet.id)}
            isActive={isSamePlace(active, { row: at, column })}
            isDimmed={sheet !== undefined && !isShown(sheet, show, decider.today)}
          />
        );
      })}
    </div>
  );
}

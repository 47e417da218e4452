import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { ChevronLeft, ChevronRight } from "lucide-react";
import {
  type CSSProperties,
  type MouseEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useOffset } from "#ui/list/use-offset.ts";
import { useTextScale } from "#ui/theme/text-scale.ts";
import type { BoardProps } from "./board-props.ts";
import { findWaiting, isShown, type Period, type Sheet, taskOf } from "./board.ts";
import { GridCell } from "./grid-cell.tsx";
import { PeriodHead } from "./period-head.tsx";
import { nonePicked, pick, toggle } from "./picked.ts";
import { type Place, useBoardKeys } from "./use-board-keys.ts";
import { useWords } from "./use-words.ts";
import classes from "./board-grid.module.css";

/** Pixels at the default font size, as in board-grid.module.css. */
const rowHeight = 48;
const nameWidth = 150;
const cellWidth = 88;
const none: readonly Sheet[] = [];

/** A grid of members and periods. Renders only the visible rows, and the periods that fit side by side. */
export function BoardGrid({ periods, rows, show, decider, picked, isBusy, onPick, onOpen }: BoardProps) {
  const words = useWords();
  const helpId = useId();
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const scale = useTextScale();
  const [at, setAt] = useState({ userId: "", key: "" });
  const active: Place = {
    row:
      at.userId === "head"
        ? -1
        : Math.max(
            0,
            rows.findIndex(({ userId }) => userId === at.userId),
          ),
    column: indexOr(periods, at.key, periods.length - 1),
  };

  const fitting = Math.max(1, Math.floor((width - nameWidth * scale) / (cellWidth * scale)));
  const last = Math.max(0, periods.length - fitting);
  // Starts with the latest periods, because those are the ones waiting for a decision.
  const [wantedFirst, setFirst] = useState<number>();
  const first = Math.min(wantedFirst ?? last, last);
  const columns = periods.slice(first, first + fitting);

  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: rows.length,
    estimateSize: () => rowHeight * scale,
    getItemKey: (index) => rows[index]?.userId ?? index,
    overscan: 8,
    scrollMargin: useOffset(body),
    useFlushSync: false,
    // The focused cell stays in the document, wherever the page is scrolled.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), Math.max(0, active.row)])],
  });

  const cellAt = (place: Place) =>
    box.current?.querySelector<HTMLElement>(`[data-row="${place.row}"][data-column="${place.column}"]`);
  const sheetAt = ({ row, column }: Place) => rows[row]?.sheets[column];
  const shouldFocus = useRef(false);
  useLayoutEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    const cell = cellAt(active);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest" });
  });

  function go(place: Place): void {
    setAt({ userId: place.row < 0 ? "head" : (rows[place.row]?.userId ?? ""), key: periods[place.column]?.key ?? "" });
    if (place.column < first) setFirst(place.column);
    else if (place.column >= first + fitting) setFirst(place.column - fitting + 1);
    shouldFocus.current = true;
  }

  /** The timesheets that are waiting for a decision, by period. */
  const waiting = useMemo(
    () => periods.map((_, column) => findWaiting(rows, column, show, decider)),
    [periods, rows, show, decider],
  );

  const isAlike = (sheet: Sheet, begun: Sheet | undefined) => {
    const task = taskOf(sheet, decider);
    const wanted = begun === undefined ? undefined : taskOf(begun, decider);
    return task !== undefined && isShown(sheet, show, decider.today) && task === (wanted ?? "approve");
  };
  const change = (place: Place) => {
    const sheet = sheetAt(place);
    if (sheet !== undefined && taskOf(sheet, decider) !== undefined) onPick(toggle(picked, sheet));
  };
  const open = (place: Place) => {
    const [sheet, cell] = [sheetAt(place), cellAt(place)];
    if (sheet !== undefined && cell !== null && cell !== undefined) onOpen(sheet, cell);
  };
  const keys = useBoardKeys({
    rows,
    columns: periods.length,
    active,
    picked,
    isAlike,
    onPick,
    onToggle: change,
    onOpen: open,
    onPickAll: () => onPick(pick(picked, waiting.flat())),
    onClear: () => onPick(nonePicked),
    onGo: go,
  });

  function click(event: MouseEvent<HTMLElement>): void {
    const target = event.target instanceof Element ? event.target : undefined;
    const cell = target?.closest<HTMLElement>("[data-row]");
    if (cell === null || cell === undefined) return;
    const place = { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) };
    if (place.row < 0) return go(place);
    if (event.shiftKey) keys.extend(place);
    else if (target?.closest("[data-check]")) change(place);
    else open(place);
    go(place);
  }

  return (
    <>
      {columns.length < periods.length && (
        <div className={classes.turn}>
          <button type="button" disabled={first === 0} onClick={() => setFirst(Math.max(0, first - fitting))}>
            <ChevronLeft size={16} aria-hidden /> {words.earlierPeriods}
          </button>
          <button type="button" disabled={first >= last} onClick={() => setFirst(Math.min(last, first + fitting))}>
            {words.laterPeriods} <ChevronRight size={16} aria-hidden />
          </button>
        </div>
      )}
      <div
        role="grid"
        ref={box}
        className={classes.grid}
        style={{ "--columns": columns.length } as CSSProperties}
        aria-label={words.grid}
        aria-describedby={helpId}
        aria-rowcount={rows.length + 1}
        aria-colcount={periods.length + 1}
        aria-multiselectable
        aria-busy={isBusy}
        onKeyDown={keys.press}
        onClick={click}
      >
        <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
          <span role="columnheader" className={classes.name}>
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
        <div ref={body} role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <div
                  key={row.userId}
                  role="row"
                  aria-rowindex={index + 2}
                  className={classes.row}
                  style={{ height: size, transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
                >
                  <span role="rowheader" className={classes.name} title={row.name}>
                    {row.name}
                  </span>
                  {columns.map(({ key }, shown) => {
                    const column = first + shown;
                    const sheet = row.sheets[column];
                    return (
                      <GridCell
                        key={key}
                        name={row.name}
                        row={index}
                        column={column}
                        sheet={sheet}
                        task={sheet && taskOf(sheet, decider)}
                        isPicked={sheet !== undefined && picked.has(sheet.id)}
                        isActive={index === active.row && column === active.column}
                        isDimmed={sheet !== undefined && !isShown(sheet, show, decider.today)}
                      />
                    );
                  })}
                </div>
              )
            );
          })}
        </div>
      </div>
      <p id={helpId} className={classes.hint}>
        {words.keys}
      </p>
    </>
  );
}

/** The width of an element, measured before its first paint. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

function indexOr(periods: readonly Period[], key: string, other: number): number {
  const at = periods.findIndex((period) => period.key === key);
  return at < 0 ? other : at;
}

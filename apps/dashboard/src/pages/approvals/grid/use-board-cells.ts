import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from "react";
import { followSequences } from "#screen/keys/key-sequence.ts";
import { useSettings } from "#state/settings/settings.ts";
import { placeOf } from "#ui/grid/cell-element.ts";
import type { GridPlace, GridRange } from "#ui/grid/grid-places.ts";
import { useGrid } from "#ui/grid/use-grid.ts";
import type { BoardProps } from "#pages/approvals/board/board-props.ts";
import { isShown, type Sheet, taskOf } from "#parts/timesheets/board.ts";
import { nonePicked, type Picked, pick, toggle } from "#pages/approvals/board/picked.ts";

const verbs: Record<string, "approve" | "reject"> = { a: "approve", r: "reject" };

/**
 * The grid's active cell, and its keys and clicks: Space and the checkbox select, Shift selects a range, Enter and a
 * click open, A approves and R sends back. `reveal` must bring a column into view.
 */
export function useBoardCells(
  { periods, rows, show, decider, waiting, picked, onPick, onOpen, onDecide }: BoardProps,
  box: RefObject<HTMLElement | null>,
  firstColumn: number,
  reveal: (column: number) => void,
) {
  const { shortcuts } = useSettings();
  const [isSecondKey] = useState(followSequences);
  /** The selection before the present range began. */
  const before = useRef<Picked>(undefined);
  const sheetAt = ({ row, column }: GridPlace) => rows[row]?.sheets[column];
  const grid = useGrid({
    box,
    rows: rows.map(({ userId }) => userId),
    columns: periods.map(({ key }) => key),
    heads: "columns",
    page: 12,
    firstColumn,
    onGo(place, range, start) {
      reveal(place.column);
      if (range !== undefined)
        onPick(pick((before.current ??= picked), alikeIn({ rows, show, decider }, range, sheetAt(start))));
      else before.current = undefined;
    },
    onKey: act,
  });
  const { active, start, go } = grid;

  function press(place: GridPlace, isChange: boolean): void {
    const sheet = sheetAt(place);
    if (sheet === undefined) return;
    if (!isChange) onOpen(sheet);
    else if (taskOf(sheet, decider) !== undefined) onPick(toggle(picked, sheet));
  }

  function act(event: KeyboardEvent<HTMLElement>): boolean {
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    const isAlone = !isSecondKey(event) && !ctrlKey && !metaKey && !repeat;
    const verb = shortcuts && isAlone ? verbs[key.toLowerCase()] : undefined;
    if (altKey) return false;
    if (key === "Escape" && picked.size > 0) onPick(nonePicked);
    else if (key === "a" && (ctrlKey || metaKey)) onPick(pick(picked, waiting.flat()));
    else if (verb !== undefined) onDecide(verb, sheetAt(active));
    else if (active.row < 0) return false;
    else if (key === " " || key === "Enter") press(active, key === " ");
    else return false;
    if (key === " ") go(active);
    return true;
  }

  function click({ target, shiftKey }: MouseEvent<HTMLElement>): void {
    const place = placeOf(target);
    if (place === undefined) return;
    if (place.row >= 0 && shiftKey) return go(place, start);
    press(place, place.row >= 0 && (target as Element).closest("[data-check]") !== null);
    go(place);
  }

  return { ...grid, click };
}

/** The timesheets of a range that allow the same action as the one in which the range began. */
function alikeIn(
  { rows, show, decider }: Pick<BoardProps, "rows" | "show" | "decider">,
  { top, left, bottom, right }: GridRange,
  begun: Sheet | undefined,
): Sheet[] {
  const wanted = (begun && taskOf(begun, decider)) ?? "approve";
  return rows
    .slice(top, bottom + 1)
    .flatMap(({ sheets }) => sheets.slice(left, right + 1))
    .filter((sheet) => sheet !== undefined)
    .filter((sheet) => isShown(sheet, show, decider.today) && taskOf(sheet, decider) === wanted);
}

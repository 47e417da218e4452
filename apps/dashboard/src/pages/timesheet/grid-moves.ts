import type { Leave } from "./cell-field.tsx";

export interface GridPlace {
  row: number;
  /** -1 stands for the row's head. */
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
}

const steps: Record<Exclude<Leave, "next" | "previous">, [rows: number, columns: number]> = {
  stay: [0, 0],
  down: [1, 0],
  up: [-1, 0],
  left: [0, -1],
  right: [0, 1],
};
const arrows: Record<string, Leave> = { ArrowDown: "down", ArrowUp: "up", ArrowLeft: "left", ArrowRight: "right" };

/** The cell to which the person goes on leaving `from`; undefined if it would be outside the grid. */
export function placeAfter(from: GridPlace, leave: Leave, { rows, columns }: GridSize): GridPlace | undefined {
  if (leave !== "next" && leave !== "previous") {
    const [down, across] = steps[leave];
    const place = { row: from.row + down, column: from.column + across };
    return place.row < 0 || place.row >= rows || place.column >= columns ? undefined : place;
  }
  const index = from.row * columns + Math.max(0, from.column) + (leave === "next" ? 1 : -1);
  if (index < 0 || index >= rows * columns) return undefined;
  return { row: Math.floor(index / columns), column: index % columns };
}

/** The cell that a navigation key leads to; undefined for other keys. With `isCommand`, goes to the grid's edge. */
export function placeByKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  isCommand: boolean,
  from: GridPlace,
  size: GridSize,
): GridPlace | undefined {
  const { rows, columns } = size;
  if (key === "Home") return { row: isCommand ? 0 : from.row, column: 0 };
  if (key === "End") return { row: isCommand ? rows - 1 : from.row, column: columns - 1 };
  if (key === "PageUp") return { row: 0, column: from.column };
  if (key === "PageDown") return { row: rows - 1, column: from.column };
  if (key === "Enter" && from.column >= 0) return placeAfter(from, shiftKey ? "up" : "down", size);
  const leave = arrows[key];
  if (leave === undefined || !isCommand)
    return leave === undefined ? undefined : (placeAfter(from, leave, size) ?? from);
  return {
    row: leave === "up" ? 0 : leave === "down" ? rows - 1 : from.row,
    column: leave === "left" ? 0 : leave === "right" ? columns - 1 : from.column,
  };
}

import type { GridPlace } from "./grid-places.ts";

/** The attributes by which `placeOf` finds a cell's place. Tab reaches only the active cell. */
export function placeAttributes(row: number, column: number, isActive: boolean) {
  return { "data-row": row, "data-column": column, tabIndex: isActive ? 0 : -1 };
}

/** The place of the cell that contains the target of an event. */
export function placeOf(target: EventTarget): GridPlace | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return cell === null ? undefined : { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) };
}

import type { PlacedPiece } from "./block.ts";

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/**
 * Returns the piece that an arrow key moves to from `key`: up and down to the previous and next piece in time order,
 * left and right to the piece at the nearest height on the nearest day with entries.
 */
export function nextFocus(pieces: readonly PlacedPiece[], key: string, arrow: Arrow): PlacedPiece | undefined {
  const readable = pieces.filter(({ isFirst }) => isFirst);
  const at = readable.findIndex(({ block }) => block.key === key);
  const here = readable[at];
  if (here === undefined) return undefined;
  if (arrow === "ArrowUp") return readable[at - 1];
  if (arrow === "ArrowDown") return readable[at + 1];
  const side = arrow === "ArrowLeft" ? -1 : 1;
  return readable
    .filter(({ column }) => (column - here.column) * side > 0)
    .toSorted(
      (left, right) =>
        Math.abs(left.column - here.column) - Math.abs(right.column - here.column) ||
        Math.abs(left.top - here.top) - Math.abs(right.top - here.top),
    )[0];
}

import type { PlacedPiece } from "#pages/calendar/blocks/block.ts";

/**
 * Returns the index of the piece that an arrow key moves to from the one at `at`: up and down to the previous and next
 * piece in time order, left and right to the piece at the nearest height on the nearest day with entries. At the end,
 * stays where it is.
 */
export function nextFocus(pieces: readonly PlacedPiece[], at: number, arrow: string): number {
  if (arrow === "ArrowUp") return Math.max(0, at - 1);
  if (arrow === "ArrowDown") return Math.min(at + 1, pieces.length - 1);
  const side = arrow === "ArrowLeft" ? -1 : 1;
  const here = pieces[at];
  if (here === undefined) return at;
  const [next] = pieces
    .filter(({ column }) => (column - here.column) * side > 0)
    .toSorted(
      (left, right) =>
        Math.abs(left.column - here.column) - Math.abs(right.column - here.column) ||
        Math.abs(left.top - here.top) - Math.abs(right.top - here.top),
    );
  return next === undefined ? at : pieces.indexOf(next);
}

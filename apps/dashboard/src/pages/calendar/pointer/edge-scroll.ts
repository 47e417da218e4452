import type { RefObject } from "react";

const edge = 36;
const scrollStep = 10;
const turnMs = 700;

interface Edges {
  box: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  onTurn: (steps: number) => void;
}

/**
 * Returns a function to call with the pointer's position in every frame of a drag. It scrolls at the top and bottom
 * edges, and turns the page if the pointer rests at a side.
 */
export function createEdgeScroll(edges: () => Edges): (pointer: { x: number; y: number }) => void {
  /** When the pointer reached a side. */
  let sideSince: number | undefined;

  return ({ x, y }) => {
    const { scroller, box, onTurn } = edges();
    const view = scroller.current?.getBoundingClientRect();
    const sides = box.current?.getBoundingClientRect();
    if (view === undefined || sides === undefined) return;
    if (y < view.top + edge * 2) scroller.current?.scrollBy(0, -scrollStep);
    else if (y > view.bottom - edge) scroller.current?.scrollBy(0, scrollStep);
    const side = x < sides.left ? -1 : x > sides.right - 4 ? 1 : 0;
    if (side === 0) sideSince = undefined;
    else {
      sideSince ??= performance.now();
      if (performance.now() - sideSince > turnMs) {
        onTurn(side);
        sideSince = undefined;
      }
    }
  };
}

import type { KeyboardEvent, RefObject } from "react";
import { useSettings } from "#state/settings/settings.ts";
import { placeOf } from "#ui/grid/cell-element.ts";
import { useGrid } from "#ui/grid/use-grid.ts";
import type { Block, PlacedPiece } from "#pages/calendar/blocks/block.ts";
import { quarterMs } from "#pages/calendar/blocks/day-geometry.ts";
import { nextFocus } from "./next-focus.ts";
import { moveByDays } from "./nudge.ts";
import type { Nudging } from "./use-nudge.ts";

interface Options extends Pick<Nudging, "changeByKey" | "cancelByKey"> {
  box: RefObject<HTMLElement | null>;
  /** The first pieces of the blocks, in time order. */
  firsts: readonly PlacedPiece[];
  canWrite: boolean;
  slot: number;
  onSlot: (ms: number) => void;
  onMake: (ms: number) => void;
  onDelete: (block: Block) => void;
  onDuplicate: (block: Block) => void;
  onRefuse: (block: Block) => void;
  onTurn: (steps: number) => void;
}

const oneColumn = ["block"];

/** The calendar's keys, on entries and on the slot for a new one. The blocks are a grid of one column. */
export function useCalendarKeys(options: Options) {
  const { box, firsts, canWrite, slot, onSlot, onMake, changeByKey, cancelByKey } = options;
  const { zone, shortcuts } = useSettings();

  function actOnBlock({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, block: Block): boolean {
    if (altKey || ctrlKey || metaKey) return false;
    if (key === "Delete" || key === "Backspace") (block.canChange ? options.onDelete : options.onRefuse)(block);
    else if (shortcuts && canWrite && key === "d" && block.entry !== undefined) options.onDuplicate(block);
    else if (shortcuts && canWrite && key === "n") onMake(block.span.end);
    else return false;
    return true;
  }

  function actOnSlot({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (altKey || ctrlKey || metaKey) return false;
    const byDays = (days: number) => moveByDays({ start: slot, end: slot }, days, zone).start;
    if (key === "ArrowUp") onSlot(slot - quarterMs);
    else if (key === "ArrowDown") onSlot(slot + quarterMs);
    else if (key === "ArrowLeft") onSlot(byDays(-1));
    else if (key === "ArrowRight") onSlot(byDays(1));
    else if (key === "n" && canWrite && shortcuts) onMake(slot);
    else return false;
    return true;
  }

  return useGrid({
    box,
    rows: firsts.map(({ block }) => block.key),
    columns: oneColumn,
    moves({ key, target, ctrlKey, metaKey }) {
      const place = placeOf(target);
      if (place === undefined || !key.startsWith("Arrow") || ctrlKey || metaKey) return undefined;
      return { row: nextFocus(firsts, place.row, key), column: 0 };
    },
    onKey(event) {
      const { key, target, altKey, ctrlKey } = event;
      if ((key === "PageUp" || key === "PageDown") && !altKey && !ctrlKey) {
        options.onTurn(key === "PageUp" ? -1 : 1);
        return true;
      }
      const block = firsts[placeOf(target)?.row ?? -1]?.block;
      if (block === undefined) return target instanceof HTMLElement && "slot" in target.dataset && actOnSlot(event);
      if (key === "Escape") return cancelByKey();
      return altKey ? changeByKey(event, block) : actOnBlock(event, block);
    },
  });
}

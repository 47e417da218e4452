import type { KeyboardEvent } from "react";
import { useSettings } from "#state/settings/settings.ts";
import type { Block } from "./block.ts";
import { quarterMs } from "./day-geometry.ts";
import type { Arrow } from "./next-focus.ts";
import { moveByDays } from "./nudge.ts";
import { type NudgeOptions, useNudge } from "./use-nudge.ts";

interface Options extends NudgeOptions {
  blockOf: (key: string) => Block | undefined;
  canWrite: boolean;
  slot: number;
  onSlot: (ms: number) => void;
  onArrow: (block: Block, arrow: Arrow) => void;
  onMake: (ms: number) => void;
  onDelete: (block: Block) => void;
  onDuplicate: (block: Block) => void;
  onTurn: (steps: number) => void;
}

/** The calendar's keys, on entries and on the slot for a new one. */
export function useGridKeys(options: Options) {
  const { zone, shortcuts } = useSettings();
  const { nudge, changeByKey, cancelByKey } = useNudge(options);

  function pressOnBlock(event: KeyboardEvent, block: Block): void {
    const { onArrow, onDelete, onDuplicate, onMake, onRefuse, canWrite } = options;
    const isArrow = event.key.startsWith("Arrow");
    if (isArrow && event.altKey) return changeByKey(event, block);
    if (event.key === "Escape") cancelByKey(event, block);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (isArrow) {
      event.preventDefault();
      onArrow(block, event.key as Arrow);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      if (block.canChange) onDelete(block);
      else onRefuse(block);
    } else if (shortcuts && canWrite && event.key === "d" && block.entry !== undefined) {
      event.preventDefault();
      onDuplicate(block);
    } else if (shortcuts && canWrite && event.key === "n") {
      event.preventDefault();
      onMake(block.span.end);
    }
  }

  function pressOnSlot(event: KeyboardEvent): void {
    const { slot, onSlot, onMake, canWrite } = options;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const steps: Record<string, () => number> = {
      ArrowUp: () => slot - quarterMs,
      ArrowDown: () => slot + quarterMs,
      ArrowLeft: () => moveByDays({ start: slot, end: slot }, -1, zone).start,
      ArrowRight: () => moveByDays({ start: slot, end: slot }, 1, zone).start,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      onSlot(step());
    } else if (canWrite && event.key === "n" && shortcuts) {
      event.preventDefault();
      onMake(slot);
    }
  }

  return {
    nudge,
    press(event: KeyboardEvent<HTMLElement>): void {
      const { target } = event;
      if (!(target instanceof HTMLElement)) return;
      if ((event.key === "PageUp" || event.key === "PageDown") && !event.altKey && !event.ctrlKey) {
        event.preventDefault();
        return options.onTurn(event.key === "PageUp" ? -1 : 1);
      }
      const key = target.closest<HTMLElement>("[data-block]")?.dataset["block"];
      const block = key === undefined ? undefined : options.blockOf(key);
      if (block !== undefined) pressOnBlock(event, block);
      else if (target.dataset["slot"] !== undefined) pressOnSlot(event);
    },
  };
}

import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useSettings } from "#state/settings/settings.ts";
import type { Block } from "./block.ts";
import { quarterMs } from "./day-geometry.ts";
import type { Arrow } from "./next-focus.ts";
import { moveByDays, moveByQuarters, resizeByQuarters } from "./nudge.ts";
import type { Span } from "./pieces.ts";

/** A keyboard change that has not been written. It is written when Alt is released, so ten presses make one change. */
export interface Nudge {
  block: Block;
  kind: "move" | "resize";
  now: Span;
}

interface Options {
  blockOf: (key: string) => Block | undefined;
  canWrite: boolean;
  slot: number;
  onSlot: (ms: number) => void;
  onArrow: (block: Block, arrow: Arrow) => void;
  onNudged: (nudge: Nudge) => void;
  onStep: (now: Span, isCancelled: boolean, block: Block) => void;
  onRefuse: (block: Block) => void;
  onMake: (ms: number) => void;
  onDelete: (block: Block) => void;
  onDuplicate: (block: Block) => void;
  onTurn: (steps: number) => void;
}

/** The calendar's keys, on entries and on the slot for a new one. */
export function useGridKeys(options: Options) {
  const { zone, shortcuts } = useSettings();
  const [nudge, setNudge] = useState<Nudge>();
  // A ref, because several presses may come before the first one is rendered.
  const current = useRef<Nudge>(undefined);

  function set(next: Nudge | undefined): void {
    current.current = next;
    setNudge(next);
  }

  function finish(): void {
    const done = current.current;
    if (done === undefined) return;
    set(undefined);
    options.onNudged(done);
  }

  const end = useEffectEvent(finish);
  useEffect(() => {
    const release = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Alt") end();
    };
    const leave = () => end();
    addEventListener("keyup", release);
    addEventListener("blur", leave);
    return () => {
      removeEventListener("keyup", release);
      removeEventListener("blur", leave);
      end();
    };
  }, []);

  function changeByKey(event: KeyboardEvent, block: Block): void {
    const { onStep, onRefuse } = options;
    const { key, shiftKey } = event;
    const isUpOrDown = key === "ArrowUp" || key === "ArrowDown";
    if (shiftKey && !isUpOrDown) return;
    event.preventDefault();
    if (!block.canChange) return onRefuse(block);
    if (current.current?.block.key !== block.key) finish();
    const from = current.current?.now ?? block.span;
    const sign = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
    let now = moveByDays(from, sign, zone);
    if (isUpOrDown) now = shiftKey ? resizeByQuarters(from, sign) : moveByQuarters(from, sign);
    set({ block: current.current?.block ?? block, kind: shiftKey ? "resize" : "move", now });
    onStep(now, false, block);
  }

  function pressOnBlock(event: KeyboardEvent, block: Block): void {
    const { onArrow, onDelete, onDuplicate, onMake, onStep, canWrite } = options;
    const isArrow = event.key.startsWith("Arrow");
    if (isArrow && event.altKey) return changeByKey(event, block);
    if (event.key === "Escape" && current.current !== undefined) {
      event.preventDefault();
      set(undefined);
      onStep(block.span, true, block);
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (isArrow) {
      event.preventDefault();
      onArrow(block, event.key as Arrow);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      if (block.canChange) onDelete(block);
      else options.onRefuse(block);
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

import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useSettings } from "#state/settings/settings.ts";
import type { Block } from "#pages/calendar/blocks/block.ts";
import { moveByDays, moveByQuarters, resizeByQuarters } from "./nudge.ts";
import type { Span } from "#pages/calendar/blocks/pieces.ts";

/** A keyboard change that has not been written. It is written when Alt is released, so ten presses make one change. */
export interface Nudge {
  block: Block;
  kind: "move" | "resize";
  now: Span;
}

interface Options {
  onNudged: (nudge: Nudge) => void;
  onStep: (now: Span, isCancelled: boolean, block: Block) => void;
  onRefuse: (block: Block) => void;
}

export type Nudging = ReturnType<typeof useNudge>;

/** Moves and resizes blocks with Alt and the arrow keys. */
export function useNudge({ onNudged, onStep, onRefuse }: Options) {
  const { zone } = useSettings();
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
    onNudged(done);
  }

  useReleaseOfAlt(finish);
  return {
    nudge,

    /** Moves or resizes the block; returns whether the key does that. The caller has checked for Alt. */
    changeByKey({ key, shiftKey }: KeyboardEvent, block: Block): boolean {
      const isUpOrDown = key === "ArrowUp" || key === "ArrowDown";
      if (!key.startsWith("Arrow") || (shiftKey && !isUpOrDown)) return false;
      if (!block.canChange) onRefuse(block);
      else {
        if (current.current?.block.key !== block.key) finish();
        const from = current.current?.now ?? block.span;
        const sign = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
        let now = moveByDays(from, sign, zone);
        if (isUpOrDown) now = shiftKey ? resizeByQuarters(from, sign) : moveByQuarters(from, sign);
        set({ block: current.current?.block ?? block, kind: shiftKey ? "resize" : "move", now });
        onStep(now, false, block);
      }
      return true;
    },

    /** Returns whether there was a change to discard. */
    cancelByKey(): boolean {
      const discarded = current.current;
      if (discarded === undefined) return false;
      set(undefined);
      onStep(discarded.block.span, true, discarded.block);
      return true;
    },
  };
}

/** Also calls `onRelease` when the window loses the focus, and when the component is gone. */
function useReleaseOfAlt(onRelease: () => void): void {
  const end = useEffectEvent(onRelease);
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
}

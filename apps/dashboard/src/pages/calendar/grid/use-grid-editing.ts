import { type RefObject, useMemo, useState } from "react";
import { useSettings } from "#state/settings/settings.ts";
import type { Day } from "#time/group-by-day.ts";
import { useFocusRequest } from "#ui/grid/use-focus-request.ts";
import { atClock } from "@stint/grammar/zone.ts";
import { type Block, placePieces, unchangeable } from "#pages/calendar/blocks/block.ts";
import type { CalendarGridProps } from "./calendar-grid.tsx";
import { dayAt } from "#pages/calendar/blocks/day-at.ts";
import { hourMs, quarterAt } from "#pages/calendar/blocks/day-geometry.ts";
import type { Span } from "#pages/calendar/blocks/pieces.ts";
import { useCalendarKeys } from "#pages/calendar/keys/use-calendar-keys.ts";
import { type Drag, useGesture } from "#pages/calendar/pointer/use-gesture.ts";
import { useGridWords } from "./use-grid-words.ts";
import { useNudge } from "#pages/calendar/keys/use-nudge.ts";

/** A change by pointer or keyboard that has not been written. */
interface Change {
  /** Undefined for a new entry. */
  block: Block | undefined;
  now: Span;
  isCopy: boolean;
}

/**
 * The grid's pieces with unwritten changes by pointer and keyboard, the slot for a new entry, the focus, and the
 * announcement.
 */
export function useGridEditing(
  props: CalendarGridProps,
  box: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const { days, now, hourHeight, canWrite, focus, onFocus, onTurn, onShow } = props;
  const { zone } = useSettings();
  const { sayAt, sayStep, sayRefusal } = useGridWords();
  const [said, setSaid] = useState("");
  const [slot, setSlot] = useSlot(days, now, zone);

  const blockOf = (key: string) => props.blocks.find((each) => each.key === key) ?? changing?.block;
  const { drag, arm, wasDragged } = useGesture({
    days,
    hourHeight,
    box,
    scroller,
    canWrite,
    blockOf,
    onDrop,
    onPlace: place,
    onTurn,
  });
  const { nudge, ...nudging } = useNudge({
    onNudged: ({ block, now: span, kind }) => props.onChange(block, span, kind),
    onStep(span, isCancelled, block) {
      setSaid(sayStep(block, span, isCancelled));
      onFocus(block.key);
      onShow(span.start);
    },
    onRefuse: refuse,
  });
  const changing: Change | undefined = useMemo(() => drag ?? (nudge && { ...nudge, isCopy: false }), [drag, nudge]);
  const pieces = useMemo(
    () => placePieces(withChange(props.blocks, changing), days, hourHeight),
    [props.blocks, changing, days, hourHeight],
  );
  const firsts = useMemo(() => pieces.filter(({ isFirst, block }) => isFirst && block.kind !== "draft"), [pieces]);
  const grid = useCalendarKeys({
    ...nudging,
    box,
    firsts,
    canWrite,
    slot,
    onSlot: place,
    onMake: (ms) => props.onMake({ start: ms, end: ms + hourMs }),
    onDelete(block) {
      const at = firsts.findIndex(({ block: each }) => each.key === block.key);
      onFocus((firsts[at + 1] ?? firsts[at - 1])?.block.key ?? "slot");
      props.onDelete(block);
    },
    onDuplicate: props.onCopy,
    onRefuse: refuse,
    onTurn(steps) {
      onFocus("slot");
      onTurn(steps);
    },
  });

  function refuse(block: Block): void {
    setSaid(sayRefusal(block));
  }

  function onDrop({ kind, block, now: span, isCopy }: Drag): void {
    if (block === undefined) {
      // A long press without a movement creates one hour.
      const isBare = span.end - span.start <= 15 * 60_000;
      props.onMake(isBare ? { start: span.start, end: span.start + hourMs } : span);
    } else if (isCopy) props.onCopy(block, span);
    else props.onChange(block, span, kind === "move" ? "move" : "resize");
  }

  function place(ms: number): void {
    setSlot(ms);
    onFocus("slot");
    setSaid(sayAt(ms));
    onShow(ms);
  }

  useFocusRequest(focus, ({ key }) => elementOf(box.current, key));
  const liftedKey = changing === undefined ? undefined : changing.isCopy ? "copy" : (changing.block?.key ?? "new");
  return {
    drag,
    arm,
    wasDragged,
    grid,
    pieces,
    firsts,
    liftedKey,
    slot,
    sayAt,
    said,
  };
}

/** The blocks, with the changed one at its new position, even if that block is from another page. */
function withChange(blocks: readonly Block[], change: Change | undefined): readonly Block[] {
  if (change === undefined) return blocks;
  const { block, now, isCopy } = change;
  if (block === undefined || isCopy) {
    const draft: Block = {
      ...unchangeable,
      key: isCopy ? "copy" : "new",
      kind: "draft",
      span: now,
      description: block?.description ?? "",
      projectId: block?.projectId,
    };
    return [...blocks, draft];
  }
  return [...blocks.filter(({ key }) => key !== block.key), { ...block, span: now }];
}

/** Finds the element of a block. For `slot`, finds the slot or, if there is none, the first block. */
function elementOf(box: HTMLElement | null, key: string): HTMLElement | null {
  const selector = key === "slot" ? "[data-slot], [data-first]" : `[data-block="${CSS.escape(key)}"][data-first]`;
  return box?.querySelector<HTMLElement>(selector) ?? null;
}

/**
 * The start of a new entry made by keyboard: the chosen start if its day is visible, or else now if today is visible,
 * or else the morning of the first day.
 */
function useSlot(days: readonly Day[], now: number, zone: string): [number, (ms: number) => void] {
  const [slot, setSlot] = useState<number>();
  const today = dayAt(days, now);
  const [first] = days;
  const nine = first === undefined ? 0 : atClock(first.day, 9 * 60, zone);
  const usual = today === undefined ? nine : quarterAt(today, now);
  const isShown = slot !== undefined && dayAt(days, slot) !== undefined;
  return [isShown ? slot : usual, setSlot];
}

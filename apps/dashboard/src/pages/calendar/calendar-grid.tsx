import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { lockReason } from "#entries/lock-reason.ts";
import { useProjects } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import type { Day } from "#time/group-by-day.ts";
import { dayOf } from "#time/zoned.ts";
import { toRem, useTextScale } from "#ui/theme/text-scale.ts";
import { type Block, placePieces } from "./block.ts";
import { DayColumns, HourScale, useRuledDays } from "./day-columns.tsx";
import { heightOf, hourMs, quarterAt } from "./day-geometry.ts";
import { EntryBlock } from "./entry-block.tsx";
import { nextFocus } from "./next-focus.ts";
import type { Span } from "./pieces.ts";
import { type Drag, useGesture } from "./use-gesture.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useSaySpan } from "./use-say-span.ts";
import classes from "./calendar.module.css";

interface Props {
  days: readonly Day[];
  blocks: readonly Block[];
  now: number;
  hourHeight: number;
  canWrite: boolean;
  heads: ReactNode;
  /** The element to focus after the next render: a block's key, or `slot`. */
  focus: { key: string } | undefined;
  onFocus: (key: string) => void;
  onOpen: (block: Block) => void;
  onMake: (span: Span) => void;
  onChange: (block: Block, span: Span, kind: "move" | "resize") => void;
  onCopy: (block: Block, span: Span) => void;
  onDelete: (block: Block) => void;
  onDuplicate: (block: Block) => void;
  onTurn: (steps: number) => void;
  /** Shows the page that contains an instant. */
  onShow: (ms: number) => void;
}

/** The days side by side, edited by pointer and keyboard. */
export function CalendarGrid(props: Props) {
  const { days, now, hourHeight, canWrite, heads, focus, onFocus, onTurn, onShow } = props;
  const text = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const { calendar, entries } = text;
  const projects = useProjects();
  const saySpan = useSaySpan();
  const keysId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const [active, setActive] = useState<string>();
  const [slot, setSlot] = useSlot(days, now);
  const ruled = useRuledDays(days, zone);

  const blockOf = (key: string) => props.blocks.find((each) => each.key === key) ?? changing?.block;
  const { drag, arm, wasDragged } = useGesture({
    days,
    hourHeight,
    box,
    scroller,
    canWrite,
    blockOf,
    onDrop,
    onPlace: (ms) => place(ms),
    onTurn,
  });
  const keys = useGridKeys({
    blockOf,
    canWrite,
    slot,
    onSlot: (ms) => place(ms),
    onArrow(block, arrow) {
      const next = nextFocus(pieces, block.key, arrow);
      if (next !== undefined) find(box.current, next.block.key)?.focus();
    },
    onNudged: ({ block, now: span, kind }) => props.onChange(block, span, kind),
    onStep(span, isCancelled, block) {
      const when = saySpan(span);
      setSaid(isCancelled ? calendar.cancelled(nameOf(block), when) : when);
      onFocus(block.key);
      onShow(span.start);
    },
    onRefuse: ({ kind, entry }) =>
      setSaid(
        kind === "timer"
          ? calendar.runsText
          : kind === "event"
            ? calendar.eventText
            : entries.lockedBy[lockReason(entry ?? {})],
      ),
    onMake: (ms) => props.onMake({ start: ms, end: ms + hourMs }),
    onDelete(block) {
      const at = firsts.findIndex(({ block: each }) => each.key === block.key);
      onFocus((firsts[at + 1] ?? firsts[at - 1])?.block.key ?? "slot");
      props.onDelete(block);
    },
    onDuplicate: props.onDuplicate,
    onTurn(steps) {
      onFocus("slot");
      onTurn(steps);
    },
  });

  const { nudge } = keys;
  const changing: { block: Block | undefined; now: Span; isCopy: boolean } | undefined = useMemo(
    () => drag ?? (nudge && { ...nudge, isCopy: false }),
    [drag, nudge],
  );
  const pieces = useMemo(
    () => placePieces(withChange(props.blocks, changing), days, hourHeight),
    [props.blocks, changing, days, hourHeight],
  );
  const firsts = pieces.filter(({ isFirst, block }) => isFirst && block.kind !== "draft");
  const activeKey = firsts.some(({ block }) => block.key === active) ? active : firsts[0]?.block.key;

  function onDrop({ kind, block, now: span, isCopy }: Drag): void {
    if (block === undefined) {
      // A long press without a movement creates one hour.
      const isBare = span.end - span.start <= 15 * 60_000;
      props.onMake(isBare ? { start: span.start, end: span.start + hourMs } : span);
    } else if (isCopy) props.onCopy(block, span);
    else props.onChange(block, span, kind === "move" ? "move" : "resize");
  }

  function nameOf({ description }: Block): string {
    return description === "" ? text.time.noDescription : description;
  }

  function place(ms: number): void {
    setSlot(ms);
    onFocus("slot");
    setSaid(sayAt(ms));
    onShow(ms);
  }

  function sayAt(ms: number): string {
    return calendar.at(format.day(dayOf(ms, zone)), format.clock(ms));
  }

  const focused = useRef<typeof focus>(undefined);
  useLayoutEffect(() => {
    if (focus === undefined || focus === focused.current) return;
    const element = find(box.current, focus.key);
    if (element === null) return;
    focused.current = focus;
    element.focus();
  }, [focus, pieces, slot]);
  useScroll(scroller, hourHeight * useTextScale(), days, now);

  const tallest = Math.max(...days.map((day) => heightOf(day, day.to, hourHeight)));
  const slotDay = dayAt(days, slot);
  const column = slotDay === undefined ? -1 : days.indexOf(slotDay);
  const liftedKey = changing === undefined ? undefined : changing.isCopy ? "copy" : (changing.block?.key ?? "new");
  return (
    <>
      <p id={keysId} hidden>
        {calendar.keys}
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div ref={scroller} className={classes.scroller}>
        {heads}
        <div className={classes.body} style={{ height: toRem(tallest) }}>
          <HourScale ruled={ruled} hourHeight={hourHeight} />
          <div
            ref={box}
            className={classes.days}
            role="group"
            aria-label={calendar.entries}
            data-dragging={drag === undefined ? undefined : drag.kind}
            onPointerDown={arm}
            onKeyDown={keys.press}
            onClickCapture={(event: MouseEvent) => {
              if (event.detail > 0 && wasDragged()) event.stopPropagation();
            }}
            onContextMenu={(event) => {
              if (drag !== undefined) event.preventDefault();
            }}
          >
            <DayColumns ruled={ruled} hourHeight={hourHeight} now={now} />
            {canWrite && slotDay !== undefined && (
              <button
                type="button"
                className={classes.slot}
                data-slot
                aria-label={calendar.slot(sayAt(slot))}
                style={{
                  top: toRem(heightOf(slotDay, slot, hourHeight)),
                  height: toRem(Math.max(hourHeight / 4, 24)),
                  left: `${(column / days.length) * 100}%`,
                  width: `${100 / days.length}%`,
                }}
                onClick={() => props.onMake({ start: slot, end: slot + hourMs })}
              >
                <span>{format.clock(slot)}</span>
              </button>
            )}
            {pieces.map((piece) => (
              <EntryBlock
                key={piece.key}
                piece={piece}
                columns={days.length}
                project={projects.find(({ id }) => id === piece.block.projectId)}
                isActive={piece.block.key === activeKey}
                isLifted={piece.block.key === liftedKey}
                keysId={keysId}
                onFocus={setActive}
                onOpen={(key) => {
                  const block = blockOf(key);
                  if (block !== undefined && block.kind !== "draft") props.onOpen(block);
                }}
              />
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

/** The blocks, with the changed one at its new position, even if it is from another page. */
function withChange(
  blocks: readonly Block[],
  change: { block: Block | undefined; now: Span; isCopy: boolean } | undefined,
): readonly Block[] {
  if (change === undefined) return blocks;
  const { block, now, isCopy } = change;
  if (block === undefined || isCopy) {
    const draft: Block = {
      key: isCopy ? "copy" : "new",
      kind: "draft",
      span: now,
      description: block?.description ?? "",
      projectId: block?.projectId,
      entry: undefined,
      isUnconfirmed: false,
      canChange: false,
    };
    return [...blocks, draft];
  }
  return [...blocks.filter(({ key }) => key !== block.key), { ...block, span: now }];
}

function dayAt(days: readonly Day[], ms: number): Day | undefined {
  return days.find(({ from, to }) => ms >= from && ms < to);
}

/** The element of a block; for a slot that can't be used, the first block. */
function find(box: HTMLElement | null, key: string): HTMLElement | null {
  const selector = key === "slot" ? "[data-slot], [data-first]" : `[data-block="${CSS.escape(key)}"][data-first]`;
  return box?.querySelector<HTMLElement>(selector) ?? null;
}

/** The start of a new entry made by keyboard: the chosen one if it is shown, otherwise now or the working day's start. */
function useSlot(days: readonly Day[], now: number): [number, (ms: number) => void] {
  const [slot, setSlot] = useState<number>();
  const today = dayAt(days, now);
  const usual = today === undefined ? (days[0]?.from ?? 0) + 9 * hourMs : quarterAt(today, now);
  const isShown = slot !== undefined && dayAt(days, slot) !== undefined;
  return [isShown ? slot : usual, setSlot];
}

/** First scrolls to the morning, or to shortly before now. After zooming, keeps the same hour in the middle. */
function useScroll(
  scroller: RefObject<HTMLDivElement | null>,
  hourHeight: number,
  days: readonly Day[],
  now: number,
): void {
  const before = useRef<number>(undefined);
  const firstTop = useEffectEvent(() => {
    const today = dayAt(days, now);
    const morning = 7.75 * hourHeight;
    return today === undefined ? morning : Math.min(morning, heightOf(today, now - hourMs, hourHeight));
  });
  useLayoutEffect(() => {
    const view = scroller.current;
    if (view === null) return;
    const half = view.clientHeight / 2;
    view.scrollTop =
      before.current === undefined ? firstTop() : ((view.scrollTop + half) * hourHeight) / before.current - half;
    before.current = hourHeight;
  }, [scroller, hourHeight]);
}

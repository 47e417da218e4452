import { type MouseEvent, type ReactNode, useId, useRef } from "react";
import { useCalendarWords } from "#i18n/words/use-calendar-words.ts";
import { byId } from "#api/by-id.ts";
import { useProjects } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import type { Day } from "#time/group-by-day.ts";
import { toRem, useTextScale } from "#ui/theme/text-scale.ts";
import type { Block } from "#pages/calendar/blocks/block.ts";
import { dayAt } from "#pages/calendar/blocks/day-at.ts";
import { DayColumns, HourScale, useRuledDays } from "./day-columns.tsx";
import { heightOf, hourMs } from "#pages/calendar/blocks/day-geometry.ts";
import { EntryBlock } from "./entry-block.tsx";
import type { Span } from "#pages/calendar/blocks/pieces.ts";
import { useGridEditing } from "./use-grid-editing.ts";
import { useGridScroll } from "./use-grid-scroll.ts";
import classes from "./calendar.module.css";

export interface CalendarGridProps {
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
  onCopy: (block: Block, span?: Span) => void;
  onDelete: (block: Block) => void;
  onTurn: (steps: number) => void;
  /** Shows the page that contains an instant. */
  onShow: (ms: number) => void;
}

/** The days side by side, edited by pointer and keyboard. */
export function CalendarGrid(props: CalendarGridProps) {
  const { days, blocks, now, hourHeight, canWrite, heads } = props;
  const { zone } = useSettings();
  const calendar = useCalendarWords();
  const keysId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const ruled = useRuledDays(days, zone);
  const gridEditing = useGridEditing(props, box, scroller);
  const { drag, slot, grid, ...editing } = gridEditing;
  useGridScroll(scroller, hourHeight * useTextScale(), days, now);

  const tallest = Math.max(...days.map((day) => heightOf(day, day.to, hourHeight)));
  return (
    <>
      <p id={keysId} hidden>
        {calendar.keys}
      </p>
      <p role="status" className="visually-hidden">
        {editing.said}
      </p>
      <div ref={scroller} className={`panel ${classes.scroller}`}>
        {heads}
        <div className={classes.body} style={{ height: toRem(tallest) }}>
          <HourScale ruled={ruled} hourHeight={hourHeight} />
          <div
            ref={box}
            className={classes.days}
            role="group"
            aria-label={calendar.entries}
            data-dragging={drag === undefined ? undefined : drag.kind}
            onPointerDown={editing.arm}
            onKeyDown={grid.press}
            onFocus={grid.arrive}
            onClickCapture={(event: MouseEvent) => {
              if (event.detail > 0 && editing.wasDragged()) event.stopPropagation();
            }}
            onClick={({ target }) => {
              const key = target instanceof Element && target.closest("[data-block]")?.getAttribute("data-block");
              const opened = blocks.find((block) => block.key === key);
              if (opened !== undefined) props.onOpen(opened);
            }}
            onContextMenu={(event) => {
              if (drag !== undefined) event.preventDefault();
            }}
          >
            <DayColumns ruled={ruled} hourHeight={hourHeight} now={now} />
            {canWrite && <Slot {...props} slot={slot} label={calendar.slot(editing.sayAt(slot))} />}
            <Blocks days={days} editing={gridEditing} keysId={keysId} />
          </div>
        </div>
      </div>
    </>
  );
}

interface BlocksProps extends Pick<CalendarGridProps, "days"> {
  editing: ReturnType<typeof useGridEditing>;
  keysId: string;
}

function Blocks({ days, editing: { pieces, firsts, grid, liftedKey }, keysId }: BlocksProps) {
  const projects = byId(useProjects());
  const rowOf = new Map(firsts.map(({ block }, at) => [block.key, at]));
  return pieces.map((piece) => (
    <EntryBlock
      key={piece.key}
      piece={piece}
      columns={days.length}
      project={projects.get(piece.block.projectId ?? "")}
      row={rowOf.get(piece.block.key)}
      isActive={piece === firsts[grid.active.row]}
      isLifted={piece.block.key === liftedKey}
      keysId={keysId}
    />
  ));
}

interface SlotProps extends Pick<CalendarGridProps, "days" | "hourHeight" | "onMake"> {
  slot: number;
  label: string;
}

/** Where the keyboard adds an entry. */
function Slot({ days, hourHeight, onMake, slot, label }: SlotProps) {
  const format = useFormat();
  const day = dayAt(days, slot);
  if (day === undefined) return null;
  return (
    <button
      type="button"
      className={classes.slot}
      data-slot
      aria-label={label}
      style={{
        top: toRem(heightOf(day, slot, hourHeight)),
        height: toRem(Math.max(hourHeight / 4, 24)),
        left: `${(days.indexOf(day) / days.length) * 100}%`,
        width: `${100 / days.length}%`,
      }}
      onClick={() => onMake({ start: slot, end: slot + hourMs })}
    >
      <span>{format.clock(slot)}</span>
    </button>
  );
}

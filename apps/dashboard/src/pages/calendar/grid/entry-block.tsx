import type { Project } from "@stint/sdk";
import { CircleAlert, Lock } from "lucide-react";
import { type CSSProperties, memo } from "react";
import { useCalendarWords } from "#i18n/words/use-calendar-words.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { placeAttributes } from "#ui/grid/cell-element.ts";
import { projectColor } from "#ui/project-color.ts";
import { toRem } from "#ui/theme/text-scale.ts";
import type { Block, PlacedPiece } from "#pages/calendar/blocks/block.ts";
import { useSaySpan } from "#pages/calendar/blocks/use-say-span.ts";
import classes from "./calendar.module.css";

interface Props {
  piece: PlacedPiece;
  columns: number;
  project: Project | undefined;
  /** The block's row in the grid of keys; undefined for drafts. */
  row: number | undefined;
  isActive: boolean;
  isLifted: boolean;
  keysId: string;
}

/**
 * A piece of an entry, of the running timer, of an entry being created, or of an event that can be added. The grid
 * handles its clicks.
 */
export const EntryBlock = memo(function EntryBlock(props: Props) {
  const { piece, columns, project, row, isActive, isLifted, keysId } = props;
  const calendar = useCalendarWords();
  const format = useFormat();
  const { block, column, top, bottom, lane, lanes, width, isStart, isEnd, isFirst } = piece;
  const { key, kind, span, entry, isUnconfirmed, canChange } = block;
  const isNew = isNewDraft(block);
  const { name, below, said } = useBlockTexts(block, project, isLifted);
  const style: CSSProperties & Record<"--color", string> = {
    "--color": kind === "timer" ? "var(--live)" : kind === "event" ? "var(--control)" : projectColor(project),
    top: toRem(top),
    height: toRem(bottom - top),
    left: `${((column + lane / lanes) / columns) * 100}%`,
    width: `${(width / lanes / columns) * 100}%`,
  };
  const height = bottom - top;
  return (
    <button
      type="button"
      className={classes.block}
      style={style}
      data-block={key}
      data-kind={kind}
      data-tall={height >= 74 || undefined}
      data-first={isFirst || undefined}
      data-lifted={isLifted || undefined}
      data-locked={entry?.locked || undefined}
      data-unconfirmed={isUnconfirmed || undefined}
      data-continues={isStart ? undefined : "before"}
      data-goes-on={isEnd ? undefined : "after"}
      aria-describedby={keysId}
      aria-hidden={isFirst ? undefined : true}
      {...(row === undefined ? { tabIndex: -1 } : placeAttributes(row, 0, isActive))}
    >
      {canChange && isStart && kind === "entry" && <span className={classes.handle} data-handle="start" />}
      <span className="visually-hidden">{said}</span>
      <span className={classes.inner} aria-hidden>
        <span className={classes.words}>
          <span className={`${classes.name} cut strong`}>
            {entry?.locked === true && <Lock size={11} aria-hidden />}
            {entry?.breaks !== undefined && <CircleAlert size={11} aria-hidden />} {name}
          </span>
          {height >= 40 && !isNew && <span className="cut dim">{below}</span>}
          {height >= (isNew ? 40 : 58) && (
            <span className="cut dim">
              {format.clock(span.start)} – {kind === "timer" ? calendar.running : format.clock(span.end)}
            </span>
          )}
        </span>
      </span>
      {canChange && isEnd && kind === "entry" && <span className={classes.handle} data-handle="end" />}
    </button>
  );
});

const isNewDraft = ({ kind, projectId }: Block) => kind === "draft" && projectId === undefined;

/** The block's name, the line below it, and what a screen reader says. */
function useBlockTexts(block: Block, project: Project | undefined, isLifted: boolean) {
  const text = useText();
  const format = useFormat();
  const saySpan = useSaySpan();
  const { time } = text;
  const calendar = useCalendarWords();
  const { kind, span, entry, isUnconfirmed, description } = block;
  const isEvent = kind === "event";
  const unnamed = isNewDraft(block) ? calendar.newEntry : isEvent ? calendar.untitled : time.noDescription;
  const name = description !== "" ? description : unnamed;
  const below = isEvent ? calendar.addEvent : (project?.name ?? time.noProject);
  const seconds = entry !== undefined && !isLifted ? entry.durationSeconds : (span.end - span.start) / 1000;
  const marks = [
    kind === "timer" ? calendar.running : "",
    entry?.locked === true ? calendar.locked : "",
    ...(entry?.breaks ?? []).map((rule) => text.entries.breaks[rule]),
    isUnconfirmed ? calendar.unconfirmed : "",
  ];
  const parts = [isEvent ? calendar.event(name) : name, below, saySpan(span), format.duration(seconds), ...marks];
  return { name, below, said: parts.filter(Boolean).join(", ") };
}

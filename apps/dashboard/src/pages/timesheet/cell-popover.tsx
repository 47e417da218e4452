import type { TimeEntry } from "@stint/sdk";
import { Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useSheetGridWords } from "#pages/timesheet/sheet/use-sheet-grid-words.ts";
import { lockReason } from "#parts/entries/lock-reason.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { DurationField } from "#parts/fields/duration-field.tsx";
import { RefusedWrite } from "#parts/entries/refused-write.tsx";
import { useEntryActions } from "#parts/entries/use-entry-actions.ts";
import { endMs } from "#time/start-ms.ts";
import { Popover } from "#ui/menu/popover.tsx";
import { Button, IconButton } from "#ui/button/button.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import type { SheetCell } from "#time/sheet.ts";
import type { ShownState } from "./sheet/use-cell-states.ts";
import classes from "./cell-popover.module.css";

interface Props {
  cell: SheetCell;
  /** The cell's name. */
  title: string;
  state: ShownState | undefined;
  canWrite: boolean;
  /** The popover's position on the page. */
  place: { left: number; top: number };
  onClose: () => void;
}

/** The entries of one cell with their comments, and the reason if its last change was refused. */
export function CellPopover({ cell, title, state, canWrite, place, onClose }: Props) {
  const text = useText();
  const timesheet = useSheetGridWords();
  const isStuck = state !== undefined && "queued" in state;
  const anchor = useRef<HTMLElement>(null);
  const titleId = useId();
  return (
    <>
      <span ref={anchor} className="visually-hidden" style={place} />
      <Popover anchor={anchor} align="center" width={320} labelledBy={titleId} className="stack" onClose={onClose}>
        <h2 id={titleId}>{title}</h2>
        {isStuck && (
          <div role="alert" className="wrap error">
            <RefusedWrite queued={state.queued} failed={timesheet.refused} />
          </div>
        )}
        {cell.entries.length === 0 ? (
          !isStuck && <p className="small">{timesheet.noTime}</p>
        ) : (
          <ul className={`form list scroll ${classes.list}`}>
            {cell.entries.map((entry, at) => (
              <CellEntry key={at} entry={entry} canWrite={canWrite} isFirst={at === 0} onDone={onClose} />
            ))}
          </ul>
        )}
        {cell.entries.length > 1 && canWrite && <p className="small">{timesheet.several}</p>}
        <div className="buttons">
          <Button isSmall onClick={onClose}>
            {text.entries.done}
          </Button>
        </div>
      </Popover>
    </>
  );
}

interface EntryProps {
  entry: TimeEntry;
  canWrite: boolean;
  isFirst: boolean;
  onDone: () => void;
}

function CellEntry({ entry, canWrite, isFirst, onDone }: EntryProps) {
  const { time } = useText();
  const format = useFormat();
  const timesheet = useSheetGridWords();
  const actions = useEntryActions();
  /** The comment, and the entry as it was when the person began to type. */
  const [typed, setTyped] = useState<{ text: string; seen: TimeEntry }>();
  const [from, to] = [format.clock(entry.startedAt), format.clock(endMs(entry))];
  const canChange = canWrite && !entry.locked;

  function keep(): void {
    if (typed !== undefined) actions.change(typed.seen, { description: typed.text.trim() }, timesheet.commented);
    setTyped(undefined);
  }

  return (
    <li className={classes.entry}>
      <span className="small">
        {from} – {to}
      </span>
      {canChange ? (
        <DurationField
          label={timesheet.durationOf(from, to)}
          seconds={entry.durationSeconds}
          onChange={(durationSeconds) => actions.change(entry, { durationSeconds })}
        />
      ) : (
        <b>{format.duration(entry.durationSeconds)}</b>
      )}
      {canChange && (
        <IconButton label={timesheet.deleteOf(from, to)} onClick={() => actions.remove([entry])}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      )}
      {canChange ? (
        <TextInput
          label={timesheet.commentOn(from, to)}
          hidesLabel
          placeholder={timesheet.addComment}
          data-autofocus={isFirst || undefined}
          maxLength={2000}
          value={typed?.text ?? entry.description}
          onChange={(event) => setTyped({ text: event.currentTarget.value, seen: typed?.seen ?? entry })}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              keep();
              onDone();
            } else if (event.key === "Escape" && typed !== undefined) {
              event.stopPropagation();
              setTyped(undefined);
            }
          }}
        />
      ) : (
        <span className={classes.line}>{entry.description || time.noDescription}</span>
      )}
      <EntryNotes entry={entry} />
    </li>
  );
}

/** Why the entry is locked, and which rules it breaks. */
function EntryNotes({ entry }: { entry: TimeEntry }) {
  const { entries } = useText();
  return (
    <>
      {entry.locked && <small className={classes.line}>{entries.lockedBy[lockReason(entry)]}</small>}
      {entry.breaks !== undefined && (
        <small className={classes.line}>{entry.breaks.map((rule) => entries.breaks[rule]).join(" · ")}</small>
      )}
    </>
  );
}

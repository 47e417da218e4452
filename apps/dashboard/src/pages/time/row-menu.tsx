import type { TimeEntry } from "@stint/sdk";
import { type ReactNode, useRef, useState } from "react";
import { useSettings } from "#api/settings.ts";
import { ClockField } from "#pages/parts/clock-field.tsx";
import { CopyCallItems } from "#pages/parts/copy-as-call.tsx";
import { endMs, startMs } from "#time/start-ms.ts";
import { clockMinutesOf } from "#time/zoned.ts";
import { nextAtClock } from "#pages/parts/entry-edits.ts";
import { Menu, MenuItem } from "#ui/menu.tsx";
import { Popover } from "#ui/popover.tsx";
import classes from "./row-menu.module.css";

/** The place of the menu or the popover, in the page. */
export interface Place {
  key: string;
  kind: "menu" | "split";
  left: number;
  top: number;
}

export type RowAction = "continue" | "edit" | "duplicate" | "split" | "select" | "history" | "delete";

interface MenuProps {
  place: Place;
  entry: TimeEntry;
  canWrite: boolean;
  onAction: (action: RowAction) => void;
  onClose: () => void;
}

/** The one menu of all rows. */
export function RowMenu({ place, entry, canWrite, onAction, onClose }: MenuProps) {
  const { text, shortcuts } = useSettings();
  const anchor = useRef<HTMLElement>(null);
  const { entries: words } = text;
  const item = (action: RowAction, label: ReactNode, key: string) => (
    <MenuItem onClick={() => onAction(action)} shortcut={shortcuts && key}>
      {label}
    </MenuItem>
  );
  const canChange = canWrite && !entry.locked;
  const call = {
    operation: "timeEntries.get",
    method: "GET",
    path: `/v1/time-entries/${entry.id}`,
    ids: [entry.id],
  } as const;
  return (
    <>
      <span ref={anchor} className={classes.anchor} style={{ left: place.left, top: place.top }} />
      <Menu anchor={anchor} align="end" width={240} aria-label={words.more(entry.description)} onClose={onClose}>
        {canWrite && item("continue", words.continue, "C")}
        {canChange && item("edit", words.edit, "↵")}
        {canChange && item("duplicate", words.duplicate, "D")}
        {canChange && item("split", words.split, "V")}
        {canChange && item("select", words.selectEntry, "X")}
        {item("history", words.history, "H")}
        <CopyCallItems call={call} />
        {canChange && item("delete", words.delete, "⌫")}
      </Menu>
    </>
  );
}

interface SplitProps {
  place: Place;
  entry: TimeEntry;
  onSplit: (at: number) => void;
  onClose: () => void;
}

/** Asks at which time an entry is cut in two. */
export function SplitPopover({ place, entry, onSplit, onClose }: SplitProps) {
  const { text, zone, format } = useSettings();
  const anchor = useRef<HTMLElement>(null);
  const [at, setAt] = useState(() => Math.round((startMs(entry) + endMs(entry)) / 120_000) * 60_000);
  const isWithin = at > startMs(entry) && at < endMs(entry);
  return (
    <>
      <span ref={anchor} className={classes.anchor} style={{ left: place.left, top: place.top }} />
      <Popover anchor={anchor} align="end" label={text.entries.split} onClose={onClose}>
        <form
          className={classes.split}
          onSubmit={(event) => {
            event.preventDefault();
            if (isWithin) onSplit(at);
          }}
        >
          <span>{text.entries.splitAt}</span>
          <ClockField
            label={text.entries.splitAt}
            instant={at}
            onChange={(instant) => setAt(nextAtClock(startMs(entry), clockMinutesOf(instant, zone), zone))}
            className={classes.clock}
          />
          <small>
            {isWithin &&
              format.list([format.duration((at - startMs(entry)) / 1000), format.duration((endMs(entry) - at) / 1000)])}
          </small>
          <button type="submit" disabled={!isWithin}>
            {text.entries.splitDo}
          </button>
        </form>
      </Popover>
    </>
  );
}

import type { TimeEntry } from "@stint/sdk";
import { type ReactNode, useRef, useState } from "react";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ClockField } from "#parts/fields/clock-field.tsx";
import { endMs, startMs } from "#time/start-ms.ts";
import { Menu, MenuItem } from "#ui/menu/menu.tsx";
import { Popover } from "#ui/menu/popover.tsx";
import { Button } from "#ui/button/button.tsx";
import classes from "./row-menu.module.css";

/** Which popup is open, for which row, and at which position on the page. */
export interface Place {
  key: string;
  kind: "menu" | "split";
  left: number;
  top: number;
}

export type RowAction = "continue" | "edit" | "duplicate" | "copy" | "split" | "select" | "history" | "delete";

interface MenuProps {
  place: Place;
  entry: TimeEntry;
  canWrite: boolean;
  /** The unaccounted time after the entry. */
  gap: { from: number; to: number } | undefined;
  onFill: () => void;
  onAction: (action: RowAction) => void;
  onClose: () => void;
}

export function RowMenu({ place, entry, canWrite, gap, onFill, onAction, onClose }: MenuProps) {
  const text = useText();
  const format = useFormat();
  const { shortcuts } = useSettings();
  const anchor = useRef<HTMLElement>(null);
  const { entries: words } = text;
  const item = (action: RowAction, label: ReactNode, key: string) => (
    <MenuItem onClick={() => onAction(action)} shortcut={shortcuts && key}>
      {label}
    </MenuItem>
  );
  const canChange = canWrite && !entry.locked;
  return (
    <>
      <span ref={anchor} className="visually-hidden" style={{ left: place.left, top: place.top }} />
      <Menu anchor={anchor} align="end" width={240} aria-label={words.more(entry.description)} onClose={onClose}>
        {canWrite && item("continue", words.continue, "C")}
        {canChange && item("edit", words.edit, "↵")}
        {canChange && item("duplicate", words.duplicate, "D")}
        {canWrite && item("copy", words.copyTo, "Y")}
        {canChange && item("split", words.split, "V")}
        {canChange && item("select", words.selectEntry, "X")}
        {gap !== undefined && (
          <MenuItem onClick={onFill}>
            {words.fillGap(format.duration((gap.to - gap.from) / 1000), format.clock(gap.from), format.clock(gap.to))}
          </MenuItem>
        )}
        {item("history", words.history, "H")}
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

export function SplitPopover({ place, entry, onSplit, onClose }: SplitProps) {
  const text = useText();
  const format = useFormat();
  const anchor = useRef<HTMLElement>(null);
  const [at, setAt] = useState(() => Math.round((startMs(entry) + endMs(entry)) / 120_000) * 60_000);
  const isWithin = at > startMs(entry) && at < endMs(entry);
  return (
    <>
      <span ref={anchor} className="visually-hidden" style={{ left: place.left, top: place.top }} />
      <Popover anchor={anchor} align="end" label={text.entries.split} onClose={onClose}>
        <form
          className={`row ${classes.split}`}
          onSubmit={(event) => {
            event.preventDefault();
            if (isWithin) onSplit(at);
          }}
        >
          <span>{text.entries.splitAt}</span>
          <ClockField
            label={text.entries.splitAt}
            instant={at}
            start={startMs(entry)}
            onChange={setAt}
            className={classes.clock}
          />
          <small className="dim">
            {isWithin &&
              format.list([format.duration((at - startMs(entry)) / 1000), format.duration((endMs(entry) - at) / 1000)])}
          </small>
          <Button kind="main" isSmall type="submit" disabled={!isWithin}>
            {text.entries.splitDo}
          </Button>
        </form>
      </Popover>
    </>
  );
}

import type { TimeEntry } from "@stint/sdk";
import { type ReactNode, useMemo } from "react";
import { useAllTasks, useProjectsById } from "#api/queries.ts";
import { useGentleView } from "#state/use-tracking.ts";
import { useText } from "#i18n/text.ts";
import { upcoming } from "#time/group-by-day.ts";
import { dateField, EntryEditor } from "./entry-editor.tsx";
import { DayHead, UpcomingHead } from "./day-head.tsx";
import { EntryRow, RunningRow } from "./entry-row.tsx";
import { runningId } from "./list-items.ts";
import { GapRow } from "./gap-row.tsx";
import { RowMenu, SplitPopover } from "./row-menu.tsx";
import type { EntryActions } from "#parts/entries/use-entry-actions.ts";
import type { ListedEntries } from "./use-entry-list.ts";
import { useShownRows } from "./use-shown-rows.ts";
import type { Selection } from "./use-selection.ts";
import { useIsPhone, useMedia } from "#ui/theme/use-media.ts";
import { apart, useLoadAhead } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import classes from "./entry-list.module.css";

const EntryHistory = apart(() => import("./entry-history.tsx").then((m) => m.EntryHistory)).show;

export interface EntryListProps {
  list: ListedEntries;
  isNarrow: boolean;
  canWrite: boolean;
  actions: EntryActions;
  selection: Selection;
  /** The running timer's seconds by day. */
  running: ReadonlyMap<string, number>;
  /** Asks which day to copy entries to. */
  onCopy: (entries: readonly TimeEntry[]) => void;
  /** The end of today. */
  upcomingFrom: number;
}

/** The entries by day. Only the visible rows are rendered. A day's head sticks to the top while its rows scroll. */
export function EntryList(props: EntryListProps) {
  const { list, isNarrow, canWrite, actions, selection, running, onCopy } = props;
  const { entries: words } = useText();
  const { unconfirmed } = useGentleView();
  const projects = useProjectsById();
  const allTasks = useAllTasks(list.entries.length > 0);
  const tasks = useMemo(() => Map.groupBy(allTasks, ({ projectId }) => projectId), [allTasks]);
  const { box, press, items, days, after, activeAt, isUpcomingOpen, setUpcomingOpen, ...work } = useShownRows(props);
  const { active, editing, hanging, history, entryOf, focusRow, open, act } = work;
  const isPhone = useIsPhone();
  useLoadAhead(dateField.loadAhead);
  const isSwipeable = useMedia("(pointer: coarse)") && isPhone;

  function showRow(index: number, before: number): ReactNode {
    const item = items[index];
    if (item === undefined || item.kind === "head") return null;
    const { key } = item;
    const place = { rowKey: key, index, before, isActive: index === activeAt };
    if (item.kind === "gap") return <GapRow key={key} {...place} from={item.from} to={item.to} />;
    const { entry } = item;
    if (key === editing?.key)
      return (
        // Not loaded apart, because the keys that are pressed meanwhile would be lost.
        <EntryEditor
          key={key}
          rowKey={key}
          index={index}
          before={before}
          entry={entry}
          field={editing.field}
          onChange={(set, seen) => actions.change(seen, set)}
          // Scrolls to the row, because it may have moved if the start changed.
          onLeave={() => focusRow(key, true)}
        />
      );
    const own = tasks.get(entry.projectId);
    const Row = entry.id === runningId ? RunningRow : EntryRow;
    return (
      <Row
        key={key}
        {...place}
        entry={entry}
        isUpcoming={item.group.day === upcoming}
        project={projects.get(entry.projectId)}
        taskName={own === undefined || own.length < 2 ? undefined : own.find(({ id }) => id === entry.taskId)?.name}
        isSwipeable={isSwipeable}
        isSelected={selection.keys.has(key)}
        isUnconfirmed={unconfirmed.has(entry.id)}
        canWrite={canWrite}
      />
    );
  }

  const hangingOf = entryOf(hanging?.key);
  const above = hangingOf && items[work.placeOf(hanging?.key) - 1];
  return (
    <>
      <div
        ref={box}
        role="grid"
        aria-label={words.list}
        aria-rowcount={list.hasMore ? -1 : items.length}
        aria-multiselectable={canWrite || undefined}
        className={`panel ${classes.list}`}
        data-selecting={selection.keys.size > 0 || undefined}
        style={{ paddingBottom: after }}
        onClick={work.click}
        onKeyDown={press}
        onContextMenu={(event) => {
          const key =
            event.target instanceof Element && event.target.closest<HTMLElement>("[data-key]")?.dataset["key"];
          if (typeof key !== "string" || entryOf(key) === undefined) return;
          event.preventDefault();
          open("menu", key);
        }}
      >
        {days.map(({ group, first, space, rows: shown }) => (
          <div key={group.day} role="rowgroup" style={{ marginTop: space.before, paddingBottom: space.after }}>
            {group.day === upcoming ? (
              <UpcomingHead
                group={group}
                index={first}
                isOpen={isUpcomingOpen}
                onToggle={() => setUpcomingOpen(!isUpcomingOpen)}
              />
            ) : (
              <DayHead
                group={group}
                index={first}
                isWhole={list.from <= group.from}
                isNarrow={isNarrow}
                runningSeconds={running.get(group.day) ?? 0}
                onCopy={canWrite ? onCopy : undefined}
              />
            )}
            {shown.map(({ index, before }) => showRow(index, before))}
          </div>
        ))}
      </div>
      {hanging?.kind === "menu" && hangingOf !== undefined && (
        <RowMenu
          key={hanging.key}
          place={hanging}
          entry={hangingOf}
          canWrite={canWrite}
          gap={above?.kind === "gap" ? above : undefined}
          onFill={() => above && act(above.key, "fill")}
          onAction={(action) => act(hanging.key, action)}
          onClose={() => focusRow(hanging.key)}
        />
      )}
      {hanging?.kind === "split" && hangingOf !== undefined && (
        <SplitPopover
          place={hanging}
          entry={hangingOf}
          onSplit={(at) => {
            actions.split(hangingOf, at);
            focusRow(hanging.key);
          }}
          onClose={() => focusRow(hanging.key)}
        />
      )}
      <Part onClose={work.closeHistory}>
        {history !== undefined && (
          <EntryHistory
            entry={entryOf(active) ?? history}
            canWrite={canWrite}
            actions={actions}
            onClose={() => {
              work.closeHistory();
              if (active !== undefined) focusRow(active);
            }}
          />
        )}
      </Part>
    </>
  );
}

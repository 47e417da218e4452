import type { TimeEntry } from "@stint/sdk";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useAllTasks, useProjects } from "#api/queries.ts";
import { useGentleView } from "#state/use-tracking.tsx";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { upcoming } from "#time/group-by-day.ts";
import { DayHead, UpcomingHead } from "./day-head.tsx";
import { EntryEditor } from "./entry-editor.tsx";
import { EntryRow } from "./entry-row.tsx";
import { GapRow } from "./gap-row.tsx";
import { isRow } from "./list-items.ts";
import { RowMenu, SplitPopover } from "./row-menu.tsx";
import type { EntryActions } from "#entries/use-entry-actions.ts";
import type { EntryList as Entries } from "./use-entry-list.ts";
import { useListItems } from "./use-list-items.ts";
import { useRowActions } from "./use-row-actions.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useVisibleDays } from "./use-visible-days.ts";
import type { Selection } from "./use-selection.ts";
import classes from "./entry-list.module.css";

const EntryHistory = lazy(() => import("./entry-history.tsx").then((m) => ({ default: m.EntryHistory })));

interface Props {
  list: Entries;
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

/** Older entries are loaded when the view is at most this many rows from the end. */
const rowsAhead = 40;

/** The entries by day. Only the visible rows are rendered. A day's head sticks to the top while its rows scroll. */
export function EntryList(props: Props) {
  const { list, isNarrow, canWrite, actions, selection, running, onCopy, upcomingFrom } = props;
  const text = useText();
  const { zone } = useSettings();
  const { entries: words } = text;
  const { unconfirmed } = useGentleView();
  const projects = useProjects();
  const projectOf = useMemo(() => new Map(projects.map((project) => [project.id, project])), [projects]);
  const allTasks = useAllTasks(list.entries.length > 0);
  const tasks = useMemo(() => Map.groupBy(allTasks, ({ projectId }) => projectId), [allTasks]);
  const [isUpcomingOpen, setUpcomingOpen] = useState(false);
  // With a filter, there are no gaps and no group for upcoming entries.
  const { keepRow, ...rows } = useListItems(list.entries, {
    zone,
    withGaps: canWrite && !isNarrow,
    upcomingFrom: isNarrow ? Infinity : upcomingFrom,
    isUpcomingShown: isUpcomingOpen,
  });
  const { items } = rows;

  const work = useRowActions({ items, keepRow, canWrite, actions, selection, onCopy });
  const { active, editing, hanging, history, entryOf, placeOf, focusRow, open, act } = work;
  // An edit may have moved the entry into the group of upcoming entries, which must then be open.
  const isEditedHidden = editing !== undefined && placeOf(editing.key) === -1;
  useEffect(() => {
    if (isEditedHidden) setUpcomingOpen(true);
  }, [isEditedHidden]);

  const box = useRef<HTMLDivElement>(null);
  const activeAt = useMemo(() => {
    const at = placeOf(active);
    return at === -1 ? items.findIndex(isRow) : at;
  }, [items, active, placeOf]);
  // These rows are always rendered, because they have the focus or the text being typed.
  const kept = editing === undefined || editing.key === active ? [activeAt] : [activeAt, placeOf(editing.key)];
  const { days, after } = useVisibleDays(box, rows, kept);

  const lastIndex = days.at(-1)?.rows.at(-1)?.index ?? 0;
  const { hasMore, isLoading, error, loadMore } = list;
  useEffect(() => {
    if (hasMore && !isLoading && error === undefined && lastIndex >= items.length - rowsAhead) loadMore();
  }, [hasMore, isLoading, error, loadMore, lastIndex, items.length]);

  function move(at: number): void {
    const item = items[at];
    if (item === undefined) return;
    focusRow(item.key, true);
  }

  const press = useRowKeys({ items, placeOf, act, move, selection });

  function showRow(index: number, before: number): ReactNode {
    const item = items[index];
    if (item === undefined || item.kind === "head") return null;
    const { key } = item;
    const place = { rowKey: key, index, before, isActive: index === activeAt };
    if (item.kind === "gap") return <GapRow key={key} {...place} from={item.from} to={item.to} />;
    const { entry } = item;
    if (key === editing?.key)
      return (
        <EntryEditor
          key={key}
          rowKey={key}
          index={index}
          before={before}
          entry={entry}
          field={editing.field}
          onChange={(set) => actions.change(entry, set)}
          // Scrolls to the row, because it may have moved if the start changed.
          onLeave={() => focusRow(key, true)}
        />
      );
    const own = tasks.get(entry.projectId);
    return (
      <EntryRow
        key={key}
        {...place}
        entry={entry}
        isUpcoming={item.group.day === upcoming}
        project={projectOf.get(entry.projectId)}
        taskName={own === undefined || own.length < 2 ? undefined : own.find(({ id }) => id === entry.taskId)?.name}
        isSelected={selection.keys.has(key)}
        isUnconfirmed={unconfirmed.has(entry.id)}
        canWrite={canWrite}
      />
    );
  }

  const hangingOf = entryOf(hanging?.key);
  return (
    <>
      <div
        ref={box}
        role="grid"
        aria-label={words.list}
        aria-rowcount={hasMore ? -1 : items.length}
        aria-multiselectable={canWrite || undefined}
        className={classes.list}
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
      <Suspense>
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
      </Suspense>
    </>
  );
}

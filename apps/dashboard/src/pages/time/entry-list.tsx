import type { Task, TimeEntry } from "@stint/sdk";
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useProjects } from "#api/queries.ts";
import { useTrackingView } from "#api/use-tracking.tsx";
import { useSettings } from "#api/settings.ts";
import { DayHead } from "./day-head.tsx";
import { type EditedField, EntryEditor } from "./entry-editor.tsx";
import { EntryRow } from "./entry-row.tsx";
import { GapRow } from "./gap-row.tsx";
import { isRow, type ListItem, nextRow } from "./list-items.ts";
import { type Place, type RowAction, RowMenu, SplitPopover } from "./row-menu.tsx";
import type { EntryActions } from "#pages/parts/use-entry-actions.ts";
import type { EntryList as Entries } from "./use-entry-list.ts";
import { useListItems } from "./use-list-items.ts";
import { useOffset } from "./use-offset.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";
import type { Selection } from "./use-selection.ts";
import classes from "./entry-list.module.css";

const EntryHistory = lazy(() => import("./entry-history.tsx").then((m) => ({ default: m.EntryHistory })));

interface Props {
  list: Entries;
  isNarrow: boolean;
  canWrite: boolean;
  actions: EntryActions;
  selection: Selection;
  /** Of the running timer, by day. */
  running: ReadonlyMap<string, number>;
  /** The tasks of the projects that are in sight, by id; asked for with `onProjects`. */
  tasks: ReadonlyMap<string, Task[]>;
  onProjects: (ids: readonly string[]) => void;
}

/** So many rows before the end, older entries are asked for. */
const rowsAhead = 40;

/** The entries by day. Only the rows in sight are in the page; the day's head stays while its rows are scrolled. */
export function EntryList(props: Props) {
  const { list, isNarrow, canWrite, actions, selection, running, tasks, onProjects } = props;
  const { text, zone } = useSettings();
  const { entries: words } = text;
  const { unconfirmed } = useTrackingView();
  const projects = useProjects();
  const projectOf = useMemo(() => new Map(projects.map((project) => [project.id, project])), [projects]);
  const { items, placeOf: placeOfDay, keepRow } = useListItems(list.entries, zone, canWrite && !isNarrow);

  const [active, setActive] = useState<string>();
  const [editing, setEditing] = useState<{ key: string; field: EditedField }>();
  const [hanging, setHanging] = useState<Place>();
  const [history, setHistory] = useState<TimeEntry>();

  const box = useRef<HTMLDivElement>(null);
  const scrollMargin = useOffset(box);
  const placeOf = (key: string | undefined) => items.findIndex((item) => item.key === key);
  const editingAt = useMemo(() => items.findIndex(({ key }) => key === editing?.key), [items, editing]);
  const activeAt = useMemo(() => {
    const at = active === undefined ? -1 : items.findIndex(({ key }) => key === active);
    return at === -1 ? items.findIndex(isRow) : at;
  }, [items, active]);
  const virtualizer = useVirtualRows({ items, editingAt, activeAt, scrollMargin });
  const visible = virtualizer.getVirtualItems();
  const total = virtualizer.getTotalSize();

  const lastIndex = virtualizer.range?.endIndex ?? 0;
  const { hasMore, isLoading, error, loadMore } = list;
  useEffect(() => {
    if (hasMore && !isLoading && error === undefined && lastIndex >= items.length - rowsAhead) loadMore();
  }, [hasMore, isLoading, error, loadMore, lastIndex, items.length]);

  const inSight = visible.flatMap(({ index }) => projectIdOf(items[index]) ?? []).toSorted();
  const idsInSight = [...new Set(inSight)].join(" ");
  useEffect(() => {
    if (idsInSight !== "") onProjects(idsInSight.split(" "));
  }, [idsInSight, onProjects]);

  const entryOf = (key: string | undefined): TimeEntry | undefined => {
    const item = items[placeOf(key)];
    return item?.kind === "entry" ? item.entry : undefined;
  };

  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    document.getElementById(`row-${wanted.current}`)?.focus({ preventScroll: true });
    wanted.current = undefined;
  });
  function focusRow(key: string): void {
    wanted.current = key;
    setActive(key);
    setEditing(undefined);
    setHanging(undefined);
  }

  function edit(key: string, field: EditedField = "description"): void {
    setActive(key);
    setHanging(undefined);
    // The field gets the focus, not the row.
    wanted.current = undefined;
    setEditing({ key, field });
  }

  function open(kind: Place["kind"], key: string): void {
    const row = document.getElementById(`row-${key}`);
    if (row === null) return;
    const { right, bottom } = row.getBoundingClientRect();
    setActive(key);
    setHanging({ key, kind, left: right + scrollX - 8, top: bottom + scrollY - 8 });
  }

  function editNew(localId: string): void {
    keepRow(localId);
    edit(localId);
  }

  function act(
    key: string,
    action: RowAction | "billable" | "menu" | "fill",
    options: { extend?: boolean } = {},
  ): void {
    const at = placeOf(key);
    const item = items[at];
    if (item?.kind === "gap" && canWrite && (action === "fill" || action === "edit")) {
      const { from, to, before } = item;
      const { projectId, taskId, billable } = before;
      const [startedAt, durationSeconds] = [new Date(from).toISOString(), Math.round((to - from) / 1000)];
      editNew(actions.create({ projectId, taskId, startedAt, durationSeconds, billable, description: "", tags: [] }));
    }
    if (item?.kind !== "entry") return;
    const { entry } = item;
    if (action === "menu") return open("menu", key);
    if (action === "history") {
      setActive(key);
      return setHistory(entry);
    }
    if (!canWrite) return;
    if (action === "continue") return actions.continueEntry(entry);
    if (entry.locked) return;
    if (action === "duplicate") return editNew(actions.duplicate(entry));
    if (action === "edit") return edit(key);
    if (action === "billable") return actions.change(entry, { billable: !entry.billable });
    if (action === "split") return open("split", key);
    if (action === "select") {
      setActive(key);
      const keys = items.filter(isEntry).filter((each) => !each.entry.locked);
      return selection.toggle(
        key,
        options.extend === true,
        keys.map((each) => each.key),
      );
    }
    if (action === "delete") {
      const isAmong = selection.keys.has(key);
      const doomed = isAmong ? [...selection.keys].flatMap((each) => entryOf(each) ?? []) : [entry];
      const next = items[nextRow(items, at, 1) ?? nextRow(items, at, -1) ?? -1];
      actions.remove(doomed);
      if (isAmong) selection.clear();
      if (next !== undefined) focusRow(next.key);
    }
  }

  function move(at: number): void {
    const item = items[at];
    if (item === undefined) return;
    virtualizer.scrollToIndex(at, { align: "auto" });
    focusRow(item.key);
  }

  const press = useRowKeys({ items, placeOf, act, move, selection });

  function click(event: MouseEvent<HTMLElement>): void {
    if (!(event.target instanceof Element)) return;
    const source = event.target.closest<HTMLElement>("[data-action]");
    const key = event.target.closest<HTMLElement>("[data-key]")?.dataset["key"];
    if (key === undefined) return;
    setActive(key);
    const action = source?.dataset["action"];
    if (action === undefined) return;
    if (action === "edit") edit(key, source?.dataset["field"] as EditedField);
    else act(key, action as RowAction, { extend: event.shiftKey });
  }

  function showRow(index: number, top: number): ReactNode {
    const item = items[index];
    if (item === undefined || item.kind === "head") return null;
    const { key } = item;
    const place = { rowKey: key, index, top, isActive: index === activeAt };
    if (item.kind === "gap") return <GapRow key={key} {...place} from={item.from} to={item.to} />;
    const { entry } = item;
    if (key === editing?.key)
      return (
        <EntryEditor
          key={key}
          ref={virtualizer.measureElement}
          rowKey={key}
          index={index}
          top={top}
          entry={entry}
          field={editing.field}
          onChange={(set) => actions.change(entry, set)}
          onLeave={() => focusRow(key)}
        />
      );
    const own = tasks.get(entry.projectId);
    return (
      <EntryRow
        key={key}
        {...place}
        entry={entry}
        project={projectOf.get(entry.projectId)}
        taskName={own === undefined || own.length < 2 ? undefined : own.find(({ id }) => id === entry.taskId)?.name}
        isSelected={selection.keys.has(key)}
        isUnconfirmed={unconfirmed.has(entry.id)}
        canWrite={canWrite}
      />
    );
  }

  const days = Map.groupBy(visible, ({ index }) => items[index]?.group);
  const cache = virtualizer.measurementsCache;
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
        style={{ height: total }}
        onClick={click}
        onKeyDown={press}
        onContextMenu={(event) => {
          const key =
            event.target instanceof Element && event.target.closest<HTMLElement>("[data-key]")?.dataset["key"];
          if (typeof key !== "string" || entryOf(key) === undefined) return;
          event.preventDefault();
          open("menu", key);
        }}
      >
        {[...days].map(([group, rows]) => {
          const place = group && placeOfDay.get(group);
          if (group === undefined || place === undefined) return null;
          const start = cache[place.first]?.start ?? 0;
          const end = cache[place.last]?.end ?? start;
          return (
            <div
              key={group.day}
              role="rowgroup"
              className={classes.section}
              style={{ top: start - scrollMargin, height: end - start }}
            >
              <DayHead
                group={group}
                index={place.first}
                isWhole={list.from <= group.from}
                isNarrow={isNarrow}
                runningSeconds={running.get(group.day) ?? 0}
              />
              {rows.map((row) => showRow(row.index, row.start - start))}
            </div>
          );
        })}
      </div>
      {hanging?.kind === "menu" && hangingOf !== undefined && (
        <RowMenu
          place={hanging}
          entry={hangingOf}
          canWrite={canWrite}
          onAction={(action) => {
            focusRow(hanging.key);
            act(hanging.key, action);
          }}
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
              setHistory(undefined);
              if (active !== undefined) focusRow(active);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function isEntry(item: ListItem): item is ListItem & { kind: "entry" } {
  return item.kind === "entry";
}

function projectIdOf(item: ListItem | undefined): string | undefined {
  return item?.kind === "entry" ? item.entry.projectId : undefined;
}

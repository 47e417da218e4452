import { lazy, Suspense, useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { explainError } from "#api/explain-error.ts";
import { useMe } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { useNow } from "#api/use-now.ts";
import { useTracking, useGentleView } from "#api/use-tracking.tsx";
import { searchKey, useShortcuts } from "#pages/parts/use-shortcuts.ts";
import { createDayFinder } from "#time/group-by-day.ts";
import { addDays, dayOf, listDays, startOfDay, startOfWeek } from "#time/zoned.ts";
import { EntryList } from "./entry-list.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { ForgottenTimer, isForgotten } from "./forgotten-timer.tsx";
import { runningSeconds } from "#time/running-seconds.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { isFiltered, readFilter, type TimeFilter, writeFilter } from "./time-filter.ts";
import { useEntryActions } from "#pages/parts/use-entry-actions.ts";
import { WeekLabel } from "#pages/parts/week-label.tsx";
import { useEntryList } from "./use-entry-list.ts";
import { useSelection } from "./use-selection.ts";
import { WeekChart } from "./week-chart.tsx";
import classes from "./time-page.module.css";

const FirstSteps = lazy(() => import("#pages/parts/first-steps.tsx").then((m) => ({ default: m.FirstSteps })));

/** Home: the week as a chart, and every own entry by day. */
export function TimePage() {
  const { text, zone, weekStart } = useSettings();
  const { entries: words } = text;
  const { scopes } = useMe();
  const canWrite = scopes.includes("time-entries:write");
  const now = useNow();
  const { entries, timer, loaded, isOnline } = useGentleView();
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readFilter(params), [params]);
  const isNarrow = isFiltered(filter);
  const week = startOfWeek(dayOf(now, zone), weekStart);
  const weekFrom = startOfDay(week, zone);
  const list = useEntryList(filter, weekFrom);
  const tracking = useTracking();
  const actions = useEntryActions();
  const selection = useSelection();

  const running = useMemo(() => {
    const findDay = createDayFinder(zone);
    const days = listDays(week, 7).map((day) => findDay(startOfDay(day, zone)));
    return timer === null ? new Map<string, number>() : runningSeconds(timer.startedAt, now, days);
  }, [timer, now, week, zone]);

  const change = useCallback(
    (part: Partial<TimeFilter>) => {
      selection.clear();
      setParams((before) => writeFilter(before, part), { replace: true });
    },
    [setParams, selection.clear],
  );
  const selected = useMemo(() => {
    const ids = new Set([...selection.keys].map(tracking.idOf));
    return list.entries.filter(({ id }) => ids.has(id));
  }, [list.entries, selection.keys, tracking]);
  const isSelecting = selected.length > 0 && canWrite;
  useShortcuts(keys);

  const isWeekLoaded = loaded.some(({ from, to }) => from <= weekFrom && to >= startOfDay(addDays(week, 7), zone));
  // Until then the chart may grow, and would push the fields away from whoever reaches for them.
  const isPlaced = isWeekLoaded || !isOnline || list.error !== undefined;
  const isEmpty =
    list.entries.length === 0 && list.from < Infinity && !list.hasMore && !list.isLoading && list.error === undefined;
  return (
    <>
      <title>{`${text.shell.time} – Stint`}</title>
      <div className={classes.title}>
        <h1>{text.shell.time}</h1>
        <WeekLabel week={week} />
      </div>
      <WeekChart week={week} entries={entries} isLoaded={isWeekLoaded} running={running} />
      {timer !== null && canWrite && isForgotten(timer, now, zone) && (
        <ForgottenTimer key={timer.startedAt} timer={timer} now={now} onStop={actions.stopTimerAt} />
      )}
      {!canWrite && <p className={classes.note}>{words.readOnly}</p>}
      {isSelecting && <SelectionBar selected={selected} actions={actions} onClear={selection.clear} />}
      {isPlaced && <FilterBar filter={filter} onChange={change} isHidden={isSelecting} />}
      <EntryList
        list={list}
        isNarrow={isNarrow}
        canWrite={canWrite}
        actions={actions}
        selection={selection}
        running={running}
      />
      {list.isLoading && (
        // Below entries it stands at the edge of the window, where those that come do not push it away: another element.
        <p
          key={list.entries.length === 0 ? "alone" : "below"}
          className={list.entries.length === 0 ? classes.note : classes.loading}
          role="status"
        >
          {words.loadingOlder}
        </p>
      )}
      <p className={classes.note} role="status">
        {isEmpty && (isNarrow ? words.nothingMatches : text.time.noEntries)}
        {!isEmpty && !list.hasMore && !list.isLoading && list.error === undefined && words.end}
      </p>
      {isEmpty && !isNarrow && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      {list.error !== undefined && (
        <p className={classes.note} role="alert">
          {words.failed} {explainError(list.error, text)}{" "}
          <button type="button" onClick={list.loadMore}>
            {text.shell.retry}
          </button>
        </p>
      )}
    </>
  );
}

/** Single keys of the page. */
const keys = {
  ...searchKey,
  t: () => document.querySelector<HTMLElement>("[data-trim]")?.click(),
};

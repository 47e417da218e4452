import type { TimeEntry } from "@stint/sdk";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { explainError } from "#api/explain-error.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useNow } from "#state/use-now.ts";
import { useTracking, useGentleView } from "#state/use-tracking.ts";
import { apart } from "#ui/apart.ts";
import { Loading } from "#ui/list/skeleton.tsx";
import { CopyLastDay } from "#parts/entries/copy-day/copy-last-day.tsx";
import { AddEntryButton } from "#parts/entries/add-entry/add-entry-button.tsx";
import { withFields } from "#screen/filter.ts";
import { ScreenTitle } from "#screen/screen-title.tsx";
import { ScreenMenu } from "#screen/screen-menu.tsx";
import { useFindKey } from "#ui/list/use-find-key.ts";
import { searchKey, useShortcuts } from "#screen/keys/use-shortcuts.ts";
import { isForgotten } from "#time/is-forgotten.ts";
import { createDayFinder } from "#time/group-by-day.ts";
import { addDays, dayOf, listDays, startOfDay, startOfWeek } from "#time/zoned.ts";
import { EntryList } from "./entry-list.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { ForgottenTimer } from "./forgotten-timer.tsx";
import { runningSeconds } from "#time/running-seconds.ts";
import { startMs } from "#time/start-ms.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { ToCorrect } from "./to-correct.tsx";
import { isFiltered, readFilter, type TimeFilter, toQuery } from "./time-filter.ts";
import { useEntryActions } from "#parts/entries/use-entry-actions.ts";
import { useFirstDays } from "#parts/first-steps/use-first-days.ts";
import { WaitingPart } from "#parts/waiting/waiting-part.tsx";
import { useEntryList } from "./use-entry-list.ts";
import { useSelection } from "./use-selection.ts";
import { WeekChart } from "./week-chart.tsx";
import { useIsPrinting } from "#ui/list/window/use-is-printing.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";
import classes from "./time-page.module.css";

const CopyDialog = apart(() => import("#parts/entries/copy-day/copy-dialog.tsx").then((m) => m.CopyDialog)).show;
const Checklist = apart(() => import("#parts/first-steps/checklist.tsx").then((m) => m.Checklist)).show;

/** The home screen: the week as a chart, and the person's entries by day. */
export function TimePage() {
  const text = useText();
  const { zone, weekStart } = useSettings();
  const { entries: words } = text;
  const { scopes } = useMe();
  const canWrite = scopes.includes("time-entries:write");
  const { entries, timer, loaded, isOnline } = useGentleView();
  const now = useNow(timer?.startedAt);
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readFilter(params), [params]);
  // Deferred, so that the filter itself is answered before the list has been filtered.
  const shownFilter = useDeferredValue(filter);
  const isNarrow = isFiltered(shownFilter);
  const isPrinting = useIsPrinting();
  const today = dayOf(now, zone);
  const week = startOfWeek(today, weekStart);
  const weekFrom = startOfDay(week, zone);
  const list = useEntryList(shownFilter, weekFrom);
  const tracking = useTracking();
  const actions = useEntryActions();
  const { areShown: areStepsShown, room, keepRoom, close } = useFirstDays();
  const oldest = entries.at(-1);
  const hasTrackedBefore = oldest !== undefined && startMs(oldest) < startOfDay(today, zone);
  const isLeft = timer !== null && canWrite && isForgotten(timer.startedAt, now, zone);
  const selection = useSelection();
  const { clear } = selection;
  const [copied, setCopied] = useState<readonly TimeEntry[]>();

  const running = useMemo(() => {
    const findDay = createDayFinder(zone);
    return runningSeconds(
      timer,
      now,
      listDays(week, 7).map((day) => findDay(startOfDay(day, zone))),
    );
  }, [timer, now, week, zone]);

  const change = useCallback(
    (part: Partial<TimeFilter>) => {
      clear();
      setParams((before) => withFields(before, part), { replace: true });
    },
    [setParams, clear],
  );
  // Deferred, so that the row itself is answered before the toolbar.
  const selectedKeys = useDeferredValue(selection.keys);
  const selected = useMemo(() => {
    const ids = new Set([...selectedKeys].map(tracking.idOf));
    return list.entries.filter(({ id }) => ids.has(id));
  }, [list.entries, selectedKeys, tracking]);
  const toCorrect = useMemo(() => entries.filter(({ breaks }) => breaks !== undefined), [entries]);
  useShortcuts(searchKey);
  useFindKey(() => list.hasMore);
  const query = { userId: "me", ...toQuery(shownFilter, zone) };
  const call = { operation: "timeEntries.list", query, isList: true } as const;

  const isWeekLoaded = loaded.some(({ from, to }) => from <= weekFrom && to >= startOfDay(addDays(week, 7), zone));
  // Renders these parts only when the week has loaded. Until then, the chart may grow and push away fields that someone
  // is about to press.
  const isPlaced = isWeekLoaded || !isOnline || list.error !== undefined;
  const isWhole = list.from < Infinity && !list.hasMore && !list.isLoading && list.error === undefined;
  const areStepsPlaced = areStepsShown === true && isPlaced;
  // Steps that were brief stay so while entries are missing.
  const areStepsBrief = hasTrackedBefore || (room !== undefined && !isWhole);
  const isEmpty = isWhole && list.entries.length === 0 && (isNarrow || timer === null);
  return (
    <>
      <ScreenTitle />
      <div className={`wrap ${classes.title}`}>
        <h1>{text.screens.time}</h1>
        <FilterBar filter={filter} onChange={change} hasMarks={toCorrect.length > 0} />
        <ScreenMenu call={call} />
        <AddEntryButton day={today} isSecond={areStepsShown === true || isLeft} />
      </div>
      {!isNarrow && <WaitingPart />}
      {areStepsShown !== false && (room !== undefined || areStepsPlaced) && (
        <div className="apart" style={{ minHeight: areStepsBrief ? room : undefined }}>
          <Part>
            {areStepsPlaced && (
              <Checklist
                hasTracked={entries.length > 0 || timer !== null}
                isBrief={areStepsBrief}
                onRoom={keepRoom}
                onClose={close}
              />
            )}
          </Part>
        </div>
      )}
      {(areStepsShown === false || areStepsBrief) && <WeekChart thisWeek={week} today={today} running={running} />}
      {timer !== null && isLeft && (
        <ForgottenTimer key={timer.startedAt} timer={timer} now={now} onStop={actions.stopTimerAt} />
      )}
      {!canWrite && <p className="dim note inset">{words.readOnly}</p>}
      {isPlaced && !isNarrow && toCorrect.length > 0 && (
        <ToCorrect count={toCorrect.length} onShow={() => change({ breaks: true })} />
      )}
      {isPlaced && !isNarrow && <CopyLastDay day={today} />}
      <EntryList
        list={list}
        isNarrow={isNarrow}
        canWrite={canWrite}
        actions={actions}
        selection={selection}
        running={running}
        onCopy={setCopied}
        upcomingFrom={startOfDay(addDays(today, 1), zone)}
      />
      {selected.length > 0 && canWrite && (
        <SelectionBar selected={selected} actions={actions} onCopy={setCopied} onClear={clear} />
      )}
      <Part onClose={() => setCopied(undefined)}>
        {copied !== undefined && <CopyDialog entries={copied} onClose={() => setCopied(undefined)} />}
      </Part>
      {/* The key makes it another element when entries have come before it, so that none moves. */}
      {list.isLoading && (
        <div key={list.entries.length} className="panel apart">
          <Loading rows={list.entries.length === 0 ? 15 : 5} />
        </div>
      )}
      <p className="dim note inset" role="status">
        {isEmpty && (isNarrow ? words.nothingMatches : canWrite ? text.time.noEntries : text.time.nothingTracked)}
        {isWhole && !isEmpty && words.end}
        {isPrinting && list.hasMore && text.time.notPrinted}
      </p>
      {list.error !== undefined && (
        <p className="dim note inset" role="alert">
          {words.failed} {explainError(list.error, text)}{" "}
          <Button isSmall onClick={list.loadMore}>
            {text.shell.retry}
          </Button>
        </p>
      )}
    </>
  );
}

import { memo, useDeferredValue, useMemo } from "react";
import { useSearchParams } from "wouter";
import { useCalendarWords } from "#i18n/words/use-calendar-words.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useNow } from "#state/use-now.ts";
import { useEntriesIn, useTrackingView } from "#state/use-tracking.ts";
import { Loading } from "#ui/list/skeleton.tsx";
import { ScreenTitle } from "#screen/screen-title.tsx";
import { CopyLastDay } from "#parts/entries/copy-day/copy-last-day.tsx";
import { AddEntryButton } from "#parts/entries/add-entry/add-entry-button.tsx";
import { runningSeconds } from "#time/running-seconds.ts";
import { CalendarBar } from "./calendar-bar.tsx";
import { CalendarGrid } from "./grid/calendar-grid.tsx";
import { DayHeads } from "./grid/day-heads.tsx";
import { BlockDialog } from "./block-dialog.tsx";
import { longestMs } from "./pointer/gesture.ts";
import { OtherCalendars } from "./other-calendars/other-calendars.tsx";
import { useBlockEdits } from "./blocks/use-block-edits.ts";
import { useBlocks } from "./blocks/use-blocks.ts";
import { useCalendarEvents } from "./other-calendars/use-calendar-events.ts";
import { useHourHeight } from "./use-hour-height.ts";
import { useShownDays } from "./use-shown-days.ts";
import classes from "./grid/calendar.module.css";

export function CalendarPage() {
  const [params, setParams] = useSearchParams();
  // Deferred, so other days are rendered in short tasks after the key press or click.
  return <Calendar params={useDeferredValue(params)} setParams={setParams} />;
}

interface Props {
  params: URLSearchParams;
  setParams: ReturnType<typeof useSearchParams>[1];
}

/** The person's entries on one day, three days or a week. Dragging creates, moves and resizes them. */
const Calendar = memo(function Calendar({ params, setParams }: Props) {
  const text = useText();
  const calendar = useCalendarWords();
  const canWrite = useMe().scopes.includes("time-entries:write");
  const { timer, loaded, isOnline } = useTrackingView();
  const now = useNow(timer?.startedAt);
  const { view, date, today, names, days, from, to, findDay, go, turn, show } = useShownDays(params, setParams, now);
  // An entry that reaches into the range may have started up to `longestMs` before it.
  const { entries, isLoaded } = useEntriesIn({ from: from - longestMs, to });
  const suggested = useCalendarEvents({ from: names[0] ?? today, to: names.at(-1) ?? today, enabled: canWrite });
  const { height, zoomIn, zoomOut } = useHourHeight();
  const { focus, setFocus, edited, made, close, ...edits } = useBlockEdits(show);
  const blocks = useBlocks(entries, { from, now, canWrite, made, events: suggested.events });
  const running = useMemo(() => runningSeconds(timer, now, days), [timer, now, days]);

  const nothing = view === "day" ? calendar.noEntriesOnDay : calendar.noEntries;
  const howToBegin = matchMedia("(pointer: coarse)").matches ? calendar.howToBeginByTouch : calendar.howToBegin;
  return (
    <>
      <ScreenTitle />
      <CalendarBar
        today={today}
        onView={(next) => go({ view: next })}
        onTurn={turn}
        onToday={() => go({ date: today })}
        zoomIn={zoomIn}
        zoomOut={zoomOut}
      >
        <AddEntryButton day={names.includes(today) ? today : (names[0] ?? today)} onAdded={show} />
      </CalendarBar>
      <CalendarGrid
        days={days}
        blocks={blocks}
        now={now}
        hourHeight={height}
        canWrite={canWrite}
        focus={focus}
        onFocus={(key) => setFocus({ key })}
        heads={
          <DayHeads
            days={days}
            today={today}
            entries={entries}
            findDay={findDay}
            loaded={loaded}
            running={running}
            events={suggested.days}
          />
        }
        onOpen={edits.open}
        onMake={(span) => void edits.make(span)}
        onChange={edits.change}
        onCopy={edits.copyBlock}
        onDelete={({ entry }) => entry && edits.remove(entry)}
        onTurn={turn}
        onShow={show}
      />
      {canWrite ? (
        <div className={`between ${classes.below}`}>
          <p className="small keyboard-only">{calendar.keysInShort}</p>
          <OtherCalendars label={calendar.otherCalendars} />
        </div>
      ) : (
        <p className="small">{text.entries.readOnly}</p>
      )}
      {!isLoaded && isOnline && <Loading shape="rows" rows={1} />}
      <p role="status" className="dim">
        {!isLoaded && !isOnline && calendar.notLoaded}
        {isLoaded && blocks.length === 0 && [nothing, ...(canWrite ? [howToBegin] : [])].join(" ")}
      </p>
      {view === "day" && isLoaded && <CopyLastDay day={date} isSaid />}
      {edited !== undefined && (
        <BlockDialog
          key={edited.key}
          of={edited.of}
          canWrite={canWrite}
          onSave={edits.save}
          onSaved={close}
          onDelete={(entry) => {
            edits.remove(entry);
            close("slot");
          }}
          onDuplicate={(entry) => close(edits.copy(entry))}
          onContinue={(entry) => {
            edits.continueEntry(entry);
            close(edited.key);
          }}
          onClose={() => close(edited.key)}
        />
      )}
    </>
  );
});

import type { TimeEntry } from "@stint/sdk";
import { memo, useDeferredValue, useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { sameFields } from "#state/tracking/same-fields.ts";
import type { EntryFields } from "#state/tracking/write.ts";
import { useNow } from "#state/use-now.ts";
import { useEntriesIn, useTracking, useTrackingView } from "#state/use-tracking.tsx";
import { useUndoable } from "#state/undo.tsx";
import { useLoadingText } from "#state/use-loading-text.ts";
import { ScreenTitle } from "#screen/page-head.tsx";
import { CopyLastDay } from "#entries/copy-day/copy-last-day.tsx";
import { AddEntryButton } from "#entries/add-entry/add-entry-button.tsx";
import { fieldsOf } from "#entries/entry-edits.ts";
import { useEntryActions } from "#entries/use-entry-actions.ts";
import { createDayFinder } from "#time/group-by-day.ts";
import { runningSeconds } from "#time/running-seconds.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { dayOf, startOfDay } from "#time/zoned.ts";
import { useIsPhone } from "#ui/theme/use-is-phone.ts";
import { type Block, entryBlock, spanOf, timerBlock } from "./block.ts";
import { CalendarBar } from "./calendar-bar.tsx";
import { CalendarGrid } from "./calendar-grid.tsx";
import { DayHeads } from "./day-heads.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { longestMs } from "./gesture.ts";
import type { Span } from "./pieces.ts";
import { type CalendarView, dateToShow, daysOf, readAddress, stepDate } from "./shown-days.ts";
import { suggestionsOf } from "./suggestions.ts";
import { OtherCalendars } from "./other-calendars.tsx";
import { useCalendarEvents } from "./use-calendar-events.ts";
import { useHourHeight } from "./use-hour-height.ts";
import { useNewFields } from "./use-new-fields.ts";
import { useSaySpan } from "./use-say-span.ts";
import classes from "./calendar.module.css";

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
  const { zone, weekStart } = useSettings();
  const { calendar, time } = text;
  const canWrite = useMe().scopes.includes("time-entries:write");
  const { timer, loaded, unconfirmed, isOnline } = useTrackingView();
  const now = useNow(timer?.startedAt);
  const today = dayOf(now, zone);
  const isPhone = useIsPhone();
  const { view, date } = readAddress(params, today, isPhone);
  const findDay = useMemo(() => createDayFinder(zone), [zone]);
  const names = useMemo(() => daysOf(view, date, weekStart), [view, date, weekStart]);
  const days = useMemo(() => names.map((day) => findDay(startOfDay(day, zone))), [names, findDay, zone]);
  const from = days[0]?.from ?? 0;
  const to = days.at(-1)?.to ?? 0;

  // An entry that reaches into the range may have started up to `longestMs` before it.
  const { entries, isLoaded } = useEntriesIn({ from: from - longestMs, to });
  const loading = useLoadingText(calendar.loading);
  const suggested = useCalendarEvents({ from: names[0] ?? today, to: names.at(-1) ?? today, enabled: canWrite });
  const tracking = useTracking();
  const newFields = useNewFields();
  const actions = useEntryActions();
  const { run } = useUndoable();
  const saySpan = useSaySpan();
  const { height, zoomIn, zoomOut } = useHourHeight();
  const [focus, setFocus] = useState<{ key: string }>();
  const [edited, setEdited] = useState<{ entry: TimeEntry | undefined; key: string; fields: EntryFields }>();

  // A new entry keeps its local id as its key, so it keeps the focus when the server assigns its id.
  const [made, setMade] = useState<readonly string[]>([]);
  const blocks = useMemo(() => {
    const keys = new Map(made.map((localId) => [tracking.idOf(localId), localId]));
    const shown = entries.filter((entry) => endMs(entry) > from || startMs(entry) >= from);
    const found = shown.map((entry): Block => {
      const rights = { isUnconfirmed: unconfirmed.has(entry.id), canChange: canWrite && !entry.locked };
      return entryBlock(entry, keys.get(entry.id) ?? entry.id, rights);
    });
    if (timer !== null) found.push(timerBlock(timer, now));
    const tracked = found.map(({ span }) => span);
    return [...found, ...suggestionsOf(suggested.events, tracked)];
  }, [entries, from, timer, now, unconfirmed, canWrite, tracking, made, suggested]);
  const running = useMemo(
    () => (timer === null ? new Map<string, number>() : runningSeconds(timer.startedAt, now, days)),
    [timer, now, days],
  );

  function go(next: { view?: CalendarView; date: string }): void {
    setParams((before) => {
      const after = new URLSearchParams(before);
      after.set("view", next.view ?? view);
      after.set("date", next.date);
      return after;
    });
  }

  /** Moves by `steps` from the date in the URL, because the screen may not have rendered that date yet. */
  const turn = (steps: number) =>
    setParams((before) => {
      const address = readAddress(before, today, isPhone);
      const after = new URLSearchParams(before);
      after.set("view", address.view);
      after.set("date", stepDate(address.view, address.date, steps));
      return after;
    });
  const nameOf = ({ description }: { description: string }) => (description === "" ? time.noDescription : description);

  /** Opens the dialog for a new entry. */
  async function edit(span: Span): Promise<void> {
    const fields = await newFields(span);
    setEdited({ entry: undefined, key: "slot", fields });
  }

  /** Turns an event into an entry. If no task is known, the person chooses it first. */
  async function accept({ span, description }: Block): Promise<void> {
    const fields = await newFields(span, description);
    if (fields.taskId === "") return setEdited({ entry: undefined, key: "slot", fields });
    setFocus({ key: add(fields, calendar.made(nameOf(fields), saySpan(span))) });
  }

  function close(focused: string): void {
    setFocus({ key: focused });
    setEdited(undefined);
  }

  function add(fields: EntryFields, label: string): string {
    const localId = actions.create({ ...fields, source: "calendar" }, label);
    setMade((before) => [...before, localId]);
    show(Date.parse(fields.startedAt));
    return localId;
  }

  function show(ms: number): void {
    const shown = dateToShow(dayOf(ms, zone), view, date, weekStart);
    if (shown !== date) go({ date: shown });
  }

  function save(fields: EntryFields): void {
    const span = spanOfFields(fields);
    if (edited?.entry === undefined) return close(add(fields, calendar.made(nameOf(fields), saySpan(span))));
    actions.change(edited.entry, changesOf(edited.entry, fields));
    show(span.start);
    close(edited.key);
  }

  function remove(entry: TimeEntry): void {
    run({ kind: "delete", ids: [entry.id] }, calendar.deleted(nameOf(entry)));
  }

  function copy(entry: TimeEntry, span: Span): string {
    const fields = { ...fieldsOf(entry), startedAt: new Date(span.start).toISOString() };
    return add(fields, calendar.copied(nameOf(entry), saySpan(span)));
  }

  const nothing = view === "day" ? calendar.noEntriesOnDay : calendar.noEntries;
  const howToBegin = matchMedia("(pointer: coarse)").matches ? calendar.howToBeginByTouch : calendar.howToBegin;
  return (
    <>
      <ScreenTitle />
      <CalendarBar
        view={view}
        days={names}
        isTodayShown={names.includes(today)}
        onView={(next) => go({ view: next, date })}
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
        onOpen={(block) => {
          const { entry, key: blockKey } = block;
          if (entry !== undefined) setEdited({ entry, key: blockKey, fields: fieldsOf(entry) });
          else if (block.kind === "event") void accept(block);
        }}
        onMake={(span) => void edit(span)}
        onChange={({ entry, key: blockKey }, span, kind) => {
          if (entry === undefined) return;
          const label = kind === "move" ? calendar.moved : calendar.resized;
          const startedAt = new Date(span.start).toISOString();
          const durationSeconds = Math.round((span.end - span.start) / 1000);
          setFocus({ key: blockKey });
          const set = changesOf(entry, { ...fieldsOf(entry), startedAt, durationSeconds });
          actions.change(entry, set, label(nameOf(entry), saySpan(span)));
        }}
        onCopy={({ entry }, span) => {
          if (entry !== undefined) setFocus({ key: copy(entry, span) });
        }}
        onDelete={({ entry }) => {
          if (entry !== undefined) remove(entry);
        }}
        onDuplicate={({ entry }) => {
          if (entry !== undefined) setFocus({ key: copy(entry, spanOf(entry)) });
        }}
        onTurn={turn}
        onShow={show}
      />
      {canWrite ? (
        <div className={classes.below}>
          <p className={classes.hint} data-keys>
            {calendar.keysInShort}
          </p>
          <OtherCalendars label={calendar.otherCalendars} />
        </div>
      ) : (
        <p className={classes.hint}>{text.entries.readOnly}</p>
      )}
      <p role="status" className={classes.empty}>
        {!isLoaded && (isOnline ? loading : calendar.notLoaded)}
        {isLoaded && blocks.length === 0 && [nothing, ...(canWrite ? [howToBegin] : [])].join(" ")}
      </p>
      {view === "day" && isLoaded && <CopyLastDay day={date} isSaid />}
      {edited !== undefined && (
        <EntryDialog
          key={edited.key}
          entry={edited.entry}
          fields={edited.fields}
          canWrite={canWrite}
          onSave={save}
          onDelete={(entry) => {
            remove(entry);
            close("slot");
          }}
          onDuplicate={(entry) => close(copy(entry, spanOf(entry)))}
          onContinue={(entry) => {
            actions.continueEntry(entry);
            close(edited.key);
          }}
          onClose={() => close(edited.key)}
        />
      )}
    </>
  );
});

function spanOfFields({ startedAt, durationSeconds }: EntryFields): Span {
  const start = Date.parse(startedAt);
  return { start, end: start + durationSeconds * 1000 };
}

/** The fields that differ from the entry's. */
function changesOf(entry: TimeEntry, fields: EntryFields): Partial<EntryFields> {
  const changed = Object.entries(fields).filter(([name, value]) => !sameFields(entry, { [name]: value }));
  return Object.fromEntries(changed);
}

import type { Task, TimeEntry, Timesheet } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { explainEach, explainError } from "#api/explain-error.ts";
import { mayWriteLate } from "#api/scopes.ts";
import { useAreChoicesLoading } from "#parts/entries/choices/use-project-choices.ts";
import type { SuggestedFields } from "#parts/entries/choices/use-suggested-choices.tsx";
import { useIsOpen, useSend } from "#parts/entries/use-saving.ts";
import { judgeLines, type Line } from "./judge-lines.ts";
import { nameOfPlace, restOfLine } from "./rest-of-line.ts";
import { clock, stint } from "#api/connection/client.ts";
import { leaveToPrompt } from "#state/session/leave-to-prompt.ts";
import { all, defineQuery, organizationQuery, tasksQuery, useClients, useMe, useProjects } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { taskOfChoice } from "#api/task-of-choice.ts";
import { type EntryFields, newLocalId } from "@stint/offline/write.ts";
import { useUndoable } from "#state/undo.ts";
import { useTracking, useTrackingView } from "#state/use-tracking.ts";
import { plural } from "#i18n/catalogue.ts";
import { begunOf } from "#time/begun.ts";
import { parseDayLine } from "@stint/grammar/parse-day-line.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { typedName } from "#time/typed-token.ts";
import { addDays, clockMinutesOf, dayOf, rangeOfDays } from "#time/zoned.ts";
import { type Placed, placeItems } from "@stint/grammar/place-items.ts";
import { offsetIfRepeated } from "@stint/grammar/zone.ts";

interface Options {
  /** The day for items that don't name one. Default: today. */
  day?: string | undefined;
  /** The project and task for items that don't name one. Default: the last used ones. */
  place?: { projectId: string; taskId: string } | undefined;
  /** Whether text without any time counts as a typed day whose times are missing. */
  isAlwaysDay?: boolean;
}

export interface TypedDay {
  lines: Line[];
  /** How many entries of which length will be added; empty if none. */
  sum: string;
  isLoading: boolean;
  /** Whether a line is on another day than the line before it. */
  isOnOtherDay: (line: Line) => boolean;
  /** Confirms that a long line is right. */
  agree: (line: Placed) => void;
  /** The lines that can't be added, as text. */
  restOf: (separator: string) => string;
  /** The line with its day, times and tags, and the description, place and tags of an earlier entry. */
  retold: (line: Line, entry: SuggestedFields) => string;
  /** The reason why the server refused a line. */
  refusalOf: (line: Placed) => string | undefined;
  /**
   * Adds the lines that can be added, and returns the others as text, once the server has answered. Undefined if
   * nothing was added.
   */
  add: (separator: string) => Promise<{ rest: string; starts: string } | undefined>;
}

/**
 * Returns the entries of a line of text; none if the line doesn't describe a day. While `isLoading`, it isn't known yet
 * what is missing, because projects, tasks or a day's entries are still loading.
 */
export function useTypedDay(typed: string, { day: first, place, isAlwaysDay = false }: Options = {}): TypedDay {
  const text = useText();
  const format = useFormat();
  const { zone, language } = useSettings();
  const countOf = (count: number) => plural(language, count, text.time.entry);
  const tracking = useTracking();
  const { entries, loaded, isOnline } = useTrackingView();
  const { run, fail } = useUndoable();
  const send = useSend();
  const isOpen = useIsOpen();
  const projects = useProjects();
  const clients = useClients();
  const me = useMe();
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const canWrite = me.scopes.includes("time-entries:write");
  const today = dayOf(clock.now(), zone);
  const items = useMemo(() => {
    const read = canWrite ? parseDayLine(typed, today, first) : [];
    return isAlwaysDay || read.some(({ seconds }) => seconds !== undefined) ? read : [];
  }, [typed, today, canWrite, first, isAlwaysDay]);
  const days = [...new Set(items.map(({ day }) => day))].toSorted();
  const dayNames = days.join(" ");
  // Like `useEntriesIn`, reads the days again when the server becomes reachable or the copy has been emptied.
  const isEmpty = loaded.length === 0;
  useEffect(() => {
    // An entry of the day before can reach into the day.
    for (const day of dayNames.split(" ").filter(Boolean))
      void tracking.load(rangeOfDays(addDays(day, -1), 2, zone)).catch(leaveToPrompt);
  }, [tracking, dayNames, zone, isEmpty, isOnline]);
  const tasks = useQuery({ ...tasksQuery, enabled: items.length > 0, select: byProject });
  const areChoicesLoading = useAreChoicesLoading();
  const facts = useFacts(days);

  const begun = begunOf(entries, clock.now());
  const names = {
    projects,
    clients,
    tasksOf: (projectId: string) => tasks.data?.get(projectId) ?? [],
    usual: place ?? begun[0],
    lastTaskIn: (projectId: string) => begun.find((entry) => entry.projectId === projectId)?.taskId,
  };
  const context = {
    ...names,
    zone,
    endOfDay(day: string) {
      const { from, to } = rangeOfDays(day, 1, zone);
      if (!loaded.some((range) => range.from <= from && range.to >= to)) return "unknown";
      return latestEnd(entries.filter((entry) => startMs(entry) >= from && startMs(entry) < to));
    },
    today,
    nowMs: clock.now(),
  };
  const placed = placeItems(items, context);
  const lines = judgeLines(placed, { ...facts, entries, isAgreed: ({ item }) => agreed.has(item.typed) });

  /** Returns what stays in the field for the lines that aren't added. */
  function textsOfRest(added: readonly Line[]): Map<Line, string> {
    const left = lines.filter((line) => !added.includes(line));
    if (added.length === 0) return new Map(left.map((line) => [line, line.item.typed]));
    const timed = placeItems(
      items.map((item) => ({ ...item, start: { clockMinutes: 0 }, seconds: 60 })),
      context,
    );
    const isExact = (ms: number) => ms % 60_000 === 0 && offsetIfRepeated(ms, zone) === "";
    const clockOf = (ms: number) => (isExact(ms) ? clockText(clockMinutesOf(ms, zone)) : undefined);
    const rest = { ...names, first: first ?? today, place, clockOf };
    return new Map(left.map((line) => [line, restOfLine(line, timed[lines.indexOf(line)]?.entry, rest)]));
  }

  /** Writes the lines. Returns those that the server refused, with its reasons. */
  async function write(good: readonly Line[]): Promise<Map<Line, string>> {
    const made: (EntryFields & { localId: string })[] = [];
    const refused = new Map<Line, string>();
    for (const line of good) {
      if (line.entry === undefined) continue;
      try {
        // In sequence, because two entries in a new project share the task that the first one creates.
        const taskId = await taskOfChoice(line.entry);
        made.push({ ...line.entry, taskId, localId: newLocalId() });
      } catch (error) {
        if (!isOpen()) fail(error);
        refused.set(line, explainError(error, text));
      }
    }
    const rest = good.filter((line) => !refused.has(line));
    if (made.length === 0) return refused;
    const label = text.time.written(countOf(made.length));
    for (const queued of (await send(() => run({ kind: "create", entries: made }, label))) ?? []) {
      const faults = explainEach(queued.errors ?? [], made.length, text);
      // The server writes all entries or none, so the ones that it did not refuse are sent again. If it does not say
      // which ones it refused, all count as refused.
      const bad = rest.filter((_, at) => faults.size === 0 || faults.has(at));
      for (const line of bad) refused.set(line, faults.get(rest.indexOf(line)) ?? queued.error ?? "");
      const again = await write(rest.filter((line) => !bad.includes(line)));
      for (const [line, reason] of again) refused.set(line, reason);
    }
    return refused;
  }

  async function add(separator: string): Promise<{ rest: string; starts: string } | undefined> {
    const good = lines.filter(isGood);
    // The frame asks for the reason for late entries, so they must not hold up the others.
    const parts = [good.filter(({ isLate }) => !isLate), good.filter(({ isLate }) => isLate)];
    const refused = new Map<Line, string>();
    for (const part of parts)
      if (part.length > 0) for (const [line, reason] of await write(part)) refused.set(line, reason);
    const added = good.filter((line) => !refused.has(line));
    const texts = textsOfRest(added);
    setRefusals(new Map([...refused].map(([line, reason]) => [texts.get(line) ?? "", reason])));
    if (added.length === 0) return undefined;
    return { rest: [...texts.values()].join(separator), starts: added[0]?.entry?.startedAt ?? "" };
  }

  function retold({ item }: Line, { description, projectId, taskId, tags = [] }: SuggestedFields): string {
    const times = item.typed.slice(0, item.typed.length - item.text.length);
    const name = nameOfPlace({ projectId, taskId }, names);
    const marks = [
      ...(name === undefined ? [] : [`@${typedName(name)}`]),
      ...new Set([...item.tags, ...tags].map((tag) => `#${typedName(tag)}`)),
    ];
    return [times + description, ...marks].join(" ");
  }

  const good = lines.filter(isGood);
  const seconds = good.reduce((total, { entry }) => total + (entry?.durationSeconds ?? 0), 0);
  const isLoadingDay = isOnline && placed.some(({ missing }) => missing === "start");
  return {
    lines,
    sum: good.length === 0 ? "" : text.time.sum(countOf(good.length), format.duration(seconds)),
    isLoading: areChoicesLoading || isLoadingDay,
    isOnOtherDay: (line) => line.item.day !== (lines[lines.indexOf(line) - 1]?.item.day ?? first ?? today),
    agree: ({ item }) => setAgreed(new Set([...agreed, item.typed])),
    restOf: (separator) => [...textsOfRest(lines.filter(isGood)).values()].join(separator),
    retold,
    refusalOf: ({ item }) => refusals.get(item.typed),
    add,
  };
}

/** Whether a line can be added. */
export function isGood({ entry, obstacles }: Line): boolean {
  return entry !== undefined && obstacles.length === 0;
}

const closedStatuses = ["submitted", "approved"] as const;
const none: readonly Timesheet[] = [];

/** The rules, timesheets and rights by which entries on these days are judged. */
function useFacts(days: readonly string[]) {
  const me = useMe();
  const organization = useQuery(organizationQuery).data;
  const [from, to] = [days[0] ?? "", days.at(-1) ?? ""];
  const hasTimesheets = (organization?.approvals ?? null) !== null && me.scopes.includes("timesheets:read");
  // A monthly period can begin 30 days before the day, and the date can differ by one in the organization's time zone.
  const query = { userId: "me", from: from && addDays(from, -32), to: to && addDays(to, 1), status: closedStatuses };
  const closed = useQuery({
    ...defineQuery(["timesheets", "closed", query], () => all(stint.timesheets.list(query))),
    enabled: hasTimesheets && from !== "",
  });
  const timesheets = closed.data ?? none;
  return { organization, timesheets, now: clock.now(), canExcuse: mayWriteLate(me) };
}

/** `9:05`, as people type it. */
export const clockText = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;

function byProject(tasks: readonly Task[]): Map<string, Task[]> {
  return Map.groupBy(tasks, ({ projectId }) => projectId);
}

function latestEnd(entries: readonly TimeEntry[]): number | undefined {
  return entries.length === 0 ? undefined : Math.max(...entries.map(endMs));
}

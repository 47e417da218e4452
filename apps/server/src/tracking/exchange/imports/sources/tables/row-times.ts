import { dayMs, hourMs } from "#platform/days.ts";
import { cachedItems } from "#platform/process/memory.ts";
import { longestStoredSeconds } from "#tracking/entries/time-entries/fields.ts";
import type { Doubt, KnownSettings } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { type DateParts, splitDate, toDay } from "#tracking/exchange/imports/sources/values/dates.ts";
import { type Duration, parseDuration, statedUnit } from "#tracking/exchange/imports/sources/values/durations.ts";
import { LocalClock } from "#tracking/exchange/imports/sources/values/local-clock.ts";
import {
  type Moment,
  type Placed,
  placeInTime,
  placeOnDay,
  refuse,
  type Times,
} from "#tracking/exchange/imports/sources/values/place-in-time.ts";
import { longestValue, plainText } from "#tracking/exchange/imports/sources/values/texts.ts";
import { parseTimeOfDay, parseZoned, splitDateAndTime } from "#tracking/exchange/imports/sources/values/times.ts";
import { cellOf, type Columns, headerOf } from "./columns.ts";
import type { Field } from "./header-lists.ts";
import type { Table } from "./table.ts";

const noDate = "This isn't a date.";

const unreadable: Placed = { startedAt: undefined, durationSeconds: 0, leftOut: "unreadable" };

export class RowTimes {
  readonly #columns: Columns;
  readonly #settings: KnownSettings;
  readonly #hasHiddenBreaks: boolean;
  readonly #clock: LocalClock;
  readonly #dates = new Map<string, number | string>();
  readonly #days = new DayFiller();

  constructor({ file, traits }: Table, columns: Columns, settings: KnownSettings) {
    this.#columns = columns;
    this.#settings = { ...settings, dateOrder: settings.dateOrders?.[file ?? ""] ?? settings.dateOrder };
    this.#hasHiddenBreaks = traits.hasHiddenBreaks;
    this.#clock = new LocalClock(settings.timeZone ?? "UTC");
  }

  /** The start and duration of the row. If the row is left out, adds the reasons to the doubts. */
  place(cells: string[], person: string, doubts: Doubt[]): Placed {
    const start = this.#start(cells, doubts);
    if (start === undefined) return unreadable;
    const found: Doubt[] = [];
    const duration = this.#duration(cells, found);
    if (start.isDay) {
      doubts.push(...found);
      if (duration === null) return unreadable;
      const { moment } = start;
      const problem = "The row has no time and no duration.";
      if (duration === undefined) return refuse(doubts, moment.column, moment.text, problem);
      const wallMs = this.#days.place(person, moment.wallMs ?? 0, Math.max(0, duration.seconds));
      return placeOnDay({ ...moment, wallMs }, duration, this.#clock, doubts);
    }
    const end = this.#end(cells, start.moment, duration ?? undefined, found);
    // Either an end or a duration is enough.
    const isEnough =
      end !== undefined && end !== null ? "the time from start to end" : duration ? "the duration" : null;
    doubts.push(...found.map((doubt) => ({ ...doubt, becomes: doubt.becomes ?? isEnough })));
    if (isEnough === null && found.length > 0) return unreadable;
    const pause = this.#parse(this.#text(cells, "break"), "break")?.seconds;
    const field = (["endedAt", "endTime"] as const).find((each) => this.#columns.has(each));
    const times = {
      start: start.moment,
      end: end ?? undefined,
      endColumn: field && headerOf(this.#columns, field),
      duration: duration ?? undefined,
      breakSeconds: pause,
      hasHiddenBreaks: this.#hasHiddenBreaks,
    };
    return placeInTime(times, this.#clock, doubts);
  }

  /** The duration of a row as counted in the totals of the file. */
  secondsOf(cells: string[]): number {
    // Passes no person, because the person affects only the start of rows without times.
    const placed = this.place(cells, "", []);
    return placed.leftOut === "unreadable" ? this.statedSeconds(cells) : placed.durationSeconds;
  }

  /**
   * The stated duration of a row that is left out. The source counts the row, so the totals must show the difference.
   * Durations too long to be stored must be corrupt.
   */
  statedSeconds(cells: string[]): number {
    const seconds = this.#duration(cells, [])?.seconds ?? 0;
    return seconds > 0 && seconds <= longestStoredSeconds ? seconds : 0;
  }

  #start(cells: string[], doubts: Doubt[]): { moment: Moment; isDay: boolean } | undefined {
    const whole = this.#text(cells, "startedAt");
    if (whole !== "") return this.#moment(whole, "", "startedAt", doubts);
    const date = this.#text(cells, "startDate");
    if (date !== "") return this.#moment(date, this.#text(cells, "startTime"), "startDate", doubts);
    const column = headerOf(this.#columns, this.#columns.has("startedAt") ? "startedAt" : "startDate");
    refuse(doubts, column, "", "The start is empty.");
    return undefined;
  }

  /** The end of the row; undefined if it has none, null if its text can't be parsed. */
  #end(cells: string[], start: Moment, duration: Times["duration"], doubts: Doubt[]): Moment | null | undefined {
    const whole = this.#text(cells, "endedAt");
    if (whole !== "") return this.#moment(whole, "", "endedAt", doubts)?.moment ?? null;
    const [date, time] = [this.#text(cells, "endDate"), this.#text(cells, "endTime")];
    if (time === "") return undefined;
    if (date !== "") return this.#moment(date, time, "endDate", doubts)?.moment ?? null;
    const read = parseTimeOfDay(time);
    if (read === undefined) {
      refuse(doubts, headerOf(this.#columns, "endTime"), time, "This isn't a time of day.");
      return null;
    }
    const { wallMs = 0 } = start;
    let endMs = Math.floor(wallMs / dayMs) * dayMs + read.ms;
    // Without a date, the end is the first occurrence of its time at or after the start, plus as many whole days as the
    // duration requires.
    if (endMs < wallMs) endMs += dayMs;
    const missing = duration === undefined ? 0 : Math.round((wallMs + duration.seconds * 1000 - endMs) / dayMs);
    if (missing > 0) endMs += missing * dayMs;
    const column = headerOf(this.#columns, "endTime");
    return { wallMs: endMs, ms: undefined, hasSeconds: read.hasSeconds, column, text: time };
  }

  #moment(
    dateText: string,
    timeText: string,
    field: Field,
    doubts: Doubt[],
  ): { moment: Moment; isDay: boolean } | undefined {
    const column = headerOf(this.#columns, field);
    const text = timeText === "" ? dateText : `${dateText} ${timeText}`;
    const ms = parseZoned(text);
    if (ms !== undefined) return { moment: { wallMs: undefined, ms, hasSeconds: true, column, text }, isDay: false };
    const whole = timeText === "" || dateText.includes(":") ? splitDateAndTime(dateText) : { date: dateText, time: "" };
    const { date } = whole;
    // If there is a column for times, the midnight in a date was added by a spreadsheet.
    const hasTimeColumn = field.endsWith("Date") && this.#columns.has("startTime");
    const time = timeText === "" && !hasTimeColumn ? whole.time : timeText;
    const day = this.#day(date);
    if (typeof day === "string") {
      refuse(doubts, column, text, day);
      return undefined;
    }
    const midnightMs = day * dayMs;
    if (time === "")
      return { moment: { wallMs: midnightMs, ms: undefined, hasSeconds: true, column, text }, isDay: true };
    const read = parseTimeOfDay(time);
    if (read === undefined) {
      refuse(doubts, column, text, "This isn't a time of day.");
      return undefined;
    }
    const moment = { wallMs: midnightMs + read.ms, ms: undefined, hasSeconds: read.hasSeconds, column, text };
    return { moment, isDay: false };
  }

  /** The text of a cell with ordinary blanks, digits and punctuation. */
  #text(cells: string[], field: Field): string {
    return plainText(cellOf(this.#columns, cells, field));
  }

  #parse(text: string, field: Field): Duration | undefined {
    const unit = this.#settings.durationUnit ?? statedUnit(headerOf(this.#columns, field)) ?? "hours";
    return parseDuration(text, unit, this.#settings.decimalMark);
  }

  /** The date as a number of days since 1970, or a message that says why it can't be read. */
  #day(text: string): number | string {
    if (text.length > longestValue) return noDate;
    const known = this.#dates.get(text);
    if (known !== undefined) return known;
    const date = splitDate(text);
    const day = date === undefined ? noDate : this.#dayOf(date);
    if (this.#dates.size >= cachedItems) this.#dates.clear();
    this.#dates.set(text, day);
    return day;
  }

  #dayOf(date: DateParts): number | string {
    const order = date.order ?? this.#settings.dateOrder;
    if (order === undefined) return "The order of day and month is not known.";
    const words = order === "dmy" ? "day, month, year" : order === "mdy" ? "month, day, year" : "year, month, day";
    return toDay(date, order) ?? `There is no such day when read as ${words}.`;
  }

  /** The duration of the row; undefined if the cell is empty, null if its text isn't a duration. */
  #duration(cells: string[], doubts: Doubt[]): Times["duration"] | null {
    for (const field of ["duration", "decimalDuration"] as const) {
      const text = this.#text(cells, field);
      if (text === "") continue;
      const column = headerOf(this.#columns, field);
      const duration = this.#parse(text, field);
      if (duration !== undefined) {
        for (const doubt of doubts) doubt.becomes = text;
        return { ...duration, column, text };
      }
      refuse(doubts, column, text, "This isn't a duration.");
    }
    return doubts.length === 0 ? undefined : null;
  }
}

/**
 * The maximum number of days to remember, which limits memory. When it is reached, all days are forgotten and start at
 * 09:00 again, so rows may overlap.
 */
const maxDays = 500_000;
const morningMs = 9 * hourMs;

/**
 * Computes starts for rows that have only a day and a duration: a person's rows on a day follow one another from 09:00.
 * Starts wrap around at midnight, so every row begins on its own day.
 */
class DayFiller {
  readonly #people = new Map<string, number>();
  /** The number of milliseconds after 09:00 that are already filled, by person and day. */
  readonly #filled = new Map<number, number>();

  /** Returns the local time at which the row begins, as if it were UTC. */
  place(person: string, dayStartMs: number, seconds: number): number {
    let index = this.#people.get(person);
    if (index === undefined) {
      if (this.#people.size >= maxDays) {
        this.#people.clear();
        this.#filled.clear();
      }
      index = this.#people.size;
      this.#people.set(person, index);
    }
    if (this.#filled.size >= maxDays) this.#filled.clear();
    const key = index * 200_000 + dayStartMs / dayMs;
    const filled = this.#filled.get(key) ?? 0;
    this.#filled.set(key, filled + seconds * 1000);
    return dayStartMs + ((morningMs + filled) % dayMs);
  }
}

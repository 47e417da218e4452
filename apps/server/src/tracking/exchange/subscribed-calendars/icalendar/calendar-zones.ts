import { findZone } from "@stint/grammar/find-zone.ts";
import { dayMs } from "#platform/days.ts";
import { expandRule } from "./expand-rule.ts";
import { parseRule } from "./parse-rule.ts";
import { type Component, findProperty, listProperties } from "./read-components.ts";
import { parseTime } from "./parse-time.ts";
import { quote, TornError } from "./torn-error.ts";
import { TooMuchWorkError, Work, workOfEach } from "./work.ts";

/**
 * Returns the offset from UTC at an instant, in milliseconds. Local times are in milliseconds too, as if they were UTC.
 */
export type Zone = (instant: number) => number;

export const utc: Zone = () => 0;

export function toLocal(instant: number, zone: Zone): number {
  return instant + zone(instant);
}

/**
 * Converts a local time. If clocks skip the time, uses the offset before the gap; if the time occurs twice, the first
 * occurrence (RFC 5545, 3.3.5).
 */
export function toInstant(local: number, zone: Zone): number {
  if (zone === utc) return local;
  const before = local - zone(local - dayMs);
  const after = local - zone(local + dayMs);
  return toLocal(before, zone) === local || toLocal(after, zone) !== local ? before : after;
}

interface ZoneOptions {
  /** The member's time zone. */
  timeZone: string;
  to: number;
  /** Limits the work for all zones of the file together. */
  work: Work;
  warn: (warning: string) => void;
}

/** Finding a zone by its name takes as long as this many steps. */
const workPerName = 2_000;

/** An IANA zone. Caches the periods between its clock changes, because computing an offset is slow. */
function namedZone(name: string): Zone {
  const periods: { from: number; to: number; offset: number }[] = [];
  return (instant) => {
    let period = periods.find(({ from, to }) => from <= instant && instant < to);
    if (period === undefined) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name);
      const from = zoned.add({ milliseconds: 1 }).getTimeZoneTransition("previous")?.epochMilliseconds ?? -Infinity;
      const to = zoned.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity;
      period = { from, to, offset: zoned.offsetNanoseconds / 1_000_000 };
      periods.push(period);
    }
    return period.offset;
  };
}

/** The time zones of one calendar by the names that its events use. */
export class CalendarZones {
  /** The zone for times that state none. */
  readonly floating: Zone;
  readonly #calendar: Component;
  readonly #options: ZoneOptions;
  readonly #known = new Map<string, Zone>();
  readonly #fallback: string;

  constructor(calendar: Component, options: ZoneOptions) {
    this.#calendar = calendar;
    this.#options = options;
    const { timeZone } = options;
    const own = findProperty(calendar, "X-WR-TIMEZONE")?.value.trim() ?? "";
    const member = namedZone(timeZone);
    this.floating = member;
    this.#fallback = "your time zone";
    if (own === "") return;
    this.floating = this.find(own);
    if (this.floating !== member) this.#fallback = "the calendar's time zone";
  }

  /**
   * Prefers the zone database, because many files define zones with outdated rules. If the name is only an offset,
   * prefers the file's definition, which can contain clock changes.
   */
  find(name: string): Zone {
    const found = this.#known.get(name) ?? this.#look(name);
    this.#known.set(name, found);
    return found;
  }

  #look(name: string): Zone {
    try {
      this.#options.work.spend(workPerName);
      const id = findZone(name);
      const isOffset = id !== undefined && /^(?:Etc\/|UTC$)/i.test(id);
      const defined = id === undefined || isOffset ? this.#definitionOf(name) : undefined;
      if (defined !== undefined) return defined;
      if (id !== undefined) return namedZone(id);
    } catch (error) {
      if (!(error instanceof TornError || error instanceof TooMuchWorkError)) throw error;
    }
    this.#options.warn(`The time zone ${quote(name)} is unknown; its times were read in ${this.#fallback}.`);
    return this.floating;
  }

  #definitionOf(name: string): Zone | undefined {
    const isNamed = (part: Component) => findProperty(part, "TZID")?.value.trim() === name;
    const definition = this.#calendar.parts.find((part) => part.name === "VTIMEZONE" && isNamed(part));
    return definition === undefined ? undefined : readZone(definition, this.#options);
  }
}

/** Reads a VTIMEZONE; undefined if it contains no rules. */
function readZone({ parts }: Component, { to, work: whole }: ZoneOptions): Zone | undefined {
  const work = new Work(workOfEach, whole);
  const changes = parts.flatMap((part) => {
    const start = findProperty(part, "DTSTART")?.value;
    const before = parseOffset(findProperty(part, "TZOFFSETFROM")?.value);
    const offset = parseOffset(findProperty(part, "TZOFFSETTO")?.value);
    if (start === undefined || before === undefined || offset === undefined) return [];
    const starts = [start, ...listProperties(part, "RDATE").flatMap(({ value }) => value.split(","))];
    const locals = starts.map((value) => parseTime(value).local);
    const [first = 0] = locals;
    for (const { value } of listProperties(part, "RRULE")) {
      const rule = parseRule(value);
      const end = rule.until === undefined ? undefined : parseTime(rule.until);
      const until = end === undefined ? Infinity : end.local + (end.isUtc ? before : 0);
      locals.push(...expandRule(rule, { start: first, until, from: first, to: to + 2 * dayMs }, work));
    }
    return locals.map((local) => ({ at: local - before, before, offset }));
  });
  changes.sort((one, other) => one.at - other.at);
  const [first] = changes;
  if (first === undefined) return undefined;
  return (instant) => changes.findLast(({ at }) => at <= instant)?.offset ?? first.before;
}

function parseOffset(text = ""): number | undefined {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  return (sign === "-" ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

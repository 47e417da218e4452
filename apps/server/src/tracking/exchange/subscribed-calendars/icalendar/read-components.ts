import { UnreadableError } from "#platform/egress/unreadable-error.ts";

/** A line of the file: `NAME;parameters:value`. */
export interface Property {
  name: string;
  parameters: string;
  value: string;
}

/** The lines between a BEGIN and its END. */
export interface Component {
  name: string;
  properties: Property[];
  parts: Component[];
  /** The first line that is not a property. */
  tornLine: string | undefined;
  hasEnd: boolean;
}

const fold = /(?:\r+\n?|\n)[ \t]/g;
const calendarParts = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"];
const componentName = /^(?:V[A-Z]+|STANDARD|DAYLIGHT|AVAILABLE|PARTICIPANT|X-[A-Z0-9-]+)$/;
/** Components nested more deeply are read as part of the one around them. */
const maxDepth = 8;

const timed = ["DTSTART", "DTEND", "RECURRENCE-ID", "RDATE", "EXDATE"];
const described = ["UID", "SUMMARY", "STATUS", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED", "ATTENDEE", "METHOD"];
const zoned = ["TZID", "TZOFFSETFROM", "TZOFFSETTO", "X-WR-TIMEZONE"];
const kept = new Set([...timed, ...described, ...zoned, "DURATION", "RRULE", "EXRULE", "X-MICROSOFT-CDO-ALLDAYEVENT"]);
/**
 * If one of these properties contains a raw line break, its lines are joined. In other properties, the line break only
 * causes a warning.
 */
const joined = new Map([
  ["SUMMARY", " "],
  ["RRULE", ""],
  ["RDATE", ""],
  ["EXDATE", ""],
]);

const longestJoined = 10_000;

/** Reads the calendars in an iCalendar file (RFC 5545), skipping lines that it does not understand. */
export function readCalendars(given: string): Component[] {
  const text = given.replace(/^\uFEFF?\s*/, "");
  if (!/^BEGIN:VCALENDAR\s/i.test(text)) {
    const isPage = text.startsWith("<");
    throw new UnreadableError(
      isPage
        ? "it is the address of a web page; calendar programs show the address of the calendar itself, which often ends in .ics"
        : "its content is not a calendar (it does not begin with BEGIN:VCALENDAR)",
    );
  }
  const calendars: Component[] = [];
  let open: Component[] = [];
  let last: Property | undefined;
  for (const [line] of text.replaceAll(fold, "").matchAll(/[^\r\n]+/g)) {
    const property = parseLine(line);
    const name = property?.value.trim().toUpperCase() ?? "";
    if (property === undefined) {
      const current = open.at(-1);
      const join = joined.get(last?.name ?? "");
      if (last !== undefined && join !== undefined && last.value.length < longestJoined) last.value += join + line;
      else if (current !== undefined && line.trim() !== "") current.tornLine ??= line;
    } else if (property.name === "BEGIN" && componentName.test(name)) {
      // A new calendar or part ends the previous one, whose END is missing.
      if (name === "VCALENDAR") open = [];
      else if (calendarParts.includes(name)) open = calendars.slice(-1);
      if (open.length === maxDepth) continue;
      const component = { name, properties: [], parts: [], tornLine: undefined, hasEnd: false };
      (open.at(-1)?.parts ?? calendars).push(component);
      open.push(component);
    } else if (property.name === "END") {
      const index = open.findLastIndex((component) => component.name === name);
      const ended = open[index];
      if (ended === undefined) continue;
      ended.hasEnd = true;
      open.length = index;
    } else if (kept.has(property.name)) open.at(-1)?.properties.push(property);
    if (property !== undefined) last = property;
  }
  return calendars;
}

/** Unfolds lines before they are decoded, because a fold may be between the bytes of one character. */
export function unfold(bytes: Uint8Array): Uint8Array {
  const isUtf16 = bytes.subarray(0, 2).some((byte) => byte === 0 || byte >= 0xfe);
  return isUtf16 ? bytes : Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll(fold, ""), "latin1");
}

function parseLine(line: string): Property | undefined {
  const name = /^[A-Z0-9-]+(?=[;:])/i.exec(line)?.[0];
  if (name === undefined) return undefined;
  // Zone names may contain colons and are not always quoted. Some times contain colons, too.
  const isTimed = timed.includes(name.toUpperCase());
  const value = isTimed ? line.search(/:\s*\d{4}-?\d\d-?\d\d(?!\d)/) : -1;
  const colon = value !== -1 ? value : isTimed ? line.lastIndexOf(":") : firstUnquotedColon(line);
  if (colon === -1) return undefined;
  return { name: name.toUpperCase(), parameters: line.slice(name.length, colon), value: line.slice(colon + 1) };
}

function firstUnquotedColon(line: string): number {
  let colon = line.indexOf(":");
  for (let quote = line.indexOf('"'); quote !== -1 && quote < colon;) {
    const closing = line.indexOf('"', quote + 1);
    // Ignores a quote that is not closed.
    if (closing === -1) break;
    if (colon < closing) colon = line.indexOf(":", closing);
    quote = line.indexOf('"', closing + 1);
  }
  return colon;
}

export function findProperty({ properties }: Component, name: string): Property | undefined {
  return properties.find((property) => property.name === name);
}

export function listProperties({ properties }: Component, name: string): Property[] {
  return properties.filter((property) => property.name === name);
}

/** Returns a property's parameter, in upper case unless it is a name. */
export function parameterOf({ parameters }: Property, name: string): string | undefined {
  if (parameters === "") return undefined;
  const match = new RegExp(`;${name}=("[^"]*"|[^;]*)`, "i").exec(parameters);
  return match?.[1]?.replaceAll('"', "").trim();
}

import { dayMs } from "#platform/day-starts.ts";
import type { RawText } from "#platform/egress/decode-text.ts";

interface Range {
  from: number;
  to: number;
}

/** Events are compared by the days in their file, which are at most this far from the instants. */
const marginMs = 3 * dayMs;

const fold = /\r?\n[ \t]/g;
const boundary = /^(BEGIN|END):(VEVENT|VTODO|VJOURNAL|VFREEBUSY)[ \t]*(?:\r?\n|$)/gim;
const property = (name: string, value: string) =>
  new RegExp(String.raw`^${name}(?:;(?:"[^"\r\n]*"|[^":\r\n])*)?:${value}`, "gim");
const day = String.raw`(\d{4})(\d\d)(\d\d)`;
const starts = property("DTSTART", day);
const ends = property("DTEND", day);
const durations = property("DURATION", "(.*)");
const rules = property("RRULE", "(.*)");
const lastDays = new RegExp(`UNTIL=${day}`, "gi");
const uids = property("UID", "(.*)");
const unitMs: Record<string, number> = { W: 7 * dayMs, D: dayMs, H: dayMs / 24, M: 60_000, S: 1_000 };

/** Joins folded lines before they are decoded, because some programs fold them within a character of UTF-8. */
export function unfold({ bytes, charset }: RawText): RawText {
  // UTF-16 contains zeros, and bytes that only look like line breaks.
  if (bytes.includes(0)) return { bytes, charset };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return { bytes: Buffer.from(text.replaceAll(fold, ""), "latin1"), charset };
}

/**
 * Removes the events from a calendar that cannot reach the range, and everything that is not an event, so that years of
 * past events cost neither time nor memory. All versions and occurrences of an event are kept if one of them can reach
 * the range.
 */
export function keepNearEvents(folded: string, range: Range): string {
  const text = folded.replaceAll(fold, "");
  const near = new Set<string>();
  for (const { kind, block } of blocksOf(text))
    if (kind === "VEVENT" && canReach(block, range)) for (const uid of uidsOf(block)) near.add(uid);
  const kept: string[] = [];
  for (const { kind, block } of blocksOf(text))
    if (kind === "" || (kind === "VEVENT" && uidsOf(block).some((uid) => near.has(uid)))) kept.push(block);
  return kept.join("");
}

/** Splits the text into events and the like, and the parts between them, whose kind is empty. */
function* blocksOf(text: string): Generator<{ kind: string; block: string }> {
  let [end, depth, begin] = [0, 0, 0];
  for (const { 1: word = "", 2: kind = "", 0: line, index } of text.matchAll(boundary)) {
    if (word.toUpperCase() === "BEGIN") {
      if (depth++ === 0) begin = index;
    } else if (depth > 0 && --depth === 0) {
      yield { kind: "", block: text.slice(end, begin) };
      end = index + line.length;
      yield { kind: kind.toUpperCase(), block: text.slice(begin, end) };
    }
  }
  yield { kind: "", block: text.slice(end) };
}

function uidsOf(block: string): string[] {
  const found = [...block.matchAll(uids)].map(([, uid = ""]) => uid.trim());
  return found.length > 0 ? found : [""];
}

/** Whether the event may have an occurrence in the range. True if in doubt. */
function canReach(block: string, { from, to }: Range): boolean {
  const [start] = daysOf(block, starts);
  const [end] = daysOf(block, ends);
  if (start === undefined || (end === undefined && /^DTEND/im.test(block))) return true;
  if (/^RDATE|RANGE=THISANDFUTURE/im.test(block)) return true;
  const lengthMs = Math.max(0, (end ?? start) - start, durationOf(block));
  const lasts = [...block.matchAll(rules)].map(([, rule = ""]) => daysOf(rule, lastDays)[0] ?? Infinity);
  return start - marginMs <= to && Math.max(start, ...lasts) + lengthMs + marginMs >= from;
}

function daysOf(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(([, year, month, date]) =>
    Date.UTC(Number(year), Number(month) - 1, Number(date)),
  );
}

/** The longest possible duration, including those of alarms, which do no harm here. */
function durationOf(block: string): number {
  const parts = [...block.matchAll(durations)].flatMap(([, value = ""]) => [...value.matchAll(/(\d+)([WDHMS])/gi)]);
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (unitMs[unit.toUpperCase()] ?? 0), 0);
}

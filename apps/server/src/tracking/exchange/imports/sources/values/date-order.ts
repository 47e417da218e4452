import type { DateOrder, SourceFacts } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { cachedItems } from "#platform/process/memory.ts";
import { dayMs } from "#platform/days.ts";
import { splitDate, toDay } from "./dates.ts";
import { longestValue } from "./texts.ts";

const orders = ["dmy", "mdy"] as const;
type Votes = Record<(typeof orders)[number], number>;

/** Spans of at most this many days count as short. With day and month swapped, start and end would be weeks apart. */
const closeDays = 2;

/** Determines the order of numeric dates from all dates in a file. */
export class DateOrderVote {
  /** The number of dates that exist in only one order. */
  readonly #possible: Votes = { dmy: 0, mdy: 0 };
  /** The number of dates that only one order puts in the past, plus the number of spans that only one makes short. */
  readonly #likely: Votes = { dmy: 0, mdy: 0 };
  readonly #seen = new Set<string>();
  readonly #today: number;
  #example: { text: string; line: number } | undefined;
  #hasYearFirst = false;
  #hasDots = false;

  constructor(now: Date) {
    this.#today = Math.floor(now.getTime() / dayMs) + 1;
  }

  /** Counts a row's start and end date; either may be empty. */
  add(start: string, end: string, line: number): void {
    this.#addOne(start, line);
    if (end === start) return;
    this.#addOne(end, line);
    this.#addSpan(start, end);
  }

  #addOne(text: string, line: number): void {
    if (text === "" || text.length > longestValue || this.#seen.has(text)) return;
    if (this.#seen.size < cachedItems) this.#seen.add(text);
    const date = splitDate(text);
    if (date === undefined) return;
    if (date.order !== undefined) {
      this.#hasYearFirst = true;
      return;
    }
    if (date.hasDots) this.#hasDots = true;
    this.#example ??= { text, line };
    const [dmy, mdy] = orders.map((order) => toDay(date, order));
    if (dmy === undefined || mdy === undefined) {
      if (dmy !== mdy) this.#possible[dmy === undefined ? "mdy" : "dmy"]++;
    } else if (dmy <= this.#today !== mdy <= this.#today) {
      this.#likely[dmy <= this.#today ? "dmy" : "mdy"]++;
    }
  }

  #addSpan(start: string, end: string): void {
    const [from, to] = [splitDate(start), splitDate(end)];
    if (from === undefined || to === undefined || from.order !== undefined || to.order !== undefined) return;
    const [dmy, mdy] = orders.map((order) => {
      const days = (toDay(to, order) ?? Infinity) - (toDay(from, order) ?? 0);
      return days >= 0 && days <= closeDays;
    });
    if (dmy !== mdy) this.#likely[dmy ? "dmy" : "mdy"]++;
  }

  result(): SourceFacts["dateOrder"] {
    if (this.#example === undefined) return this.#hasYearFirst ? { settled: "ymd" } : undefined;
    const settled = winner(this.#possible) ?? winner(this.#likely);
    if (settled !== undefined) return { settled };
    if (this.#hasDots && this.#possible.mdy === 0) return { settled: "dmy" };
    return { ambiguous: this.#example.text, line: this.#example.line };
  }
}

/** The order with a two-thirds majority, if any, so that a few mistaken rows do not prevent an answer. */
function winner({ dmy, mdy }: Votes): DateOrder | undefined {
  if (dmy > 2 * mdy) return "dmy";
  if (mdy > 2 * dmy) return "mdy";
  return undefined;
}

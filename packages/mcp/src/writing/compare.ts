import { exactDuration } from "@stint/grammar/time-text.ts";
import type { TimeEntry } from "@stint/sdk";
import type { ToolContext } from "#src/protocol/tool.ts";
import { localTime } from "#src/names/entry-lines.ts";
import type { Drafted } from "./draft.ts";

/** Shorter gaps come from timers, which start and stop at any second. */
const shortestMs = 60_000;

/** Finds gaps between a day's entries, whether existing or drafted, and finds drafted entries that overlap others. */
export function compare(context: ToolContext, drafted: readonly Drafted[], existing: readonly TimeEntry[]) {
  const own = drafted
    .filter(({ seconds }) => seconds > 0)
    .map(({ startMs, seconds }) => ({ startMs, endMs: startMs + seconds * 1000, isNew: true }));
  const old = existing.map(({ startedAt, endedAt }) => ({
    startMs: Date.parse(startedAt),
    endMs: Date.parse(endedAt),
    isNew: false,
  }));
  const all = [...own, ...old];
  const days = new Set(drafted.map(({ day }) => day));
  const at = (ms: number) => localTime(ms, context.zone);
  const span = (fromMs: number, toMs: number) => ({
    day: at(fromMs).day,
    start: at(fromMs).clock,
    end: at(toMs).clock,
    duration: exactDuration(Math.round((toMs - fromMs) / 1000)),
  });
  const overlaps = own.flatMap((one, index) =>
    [...own.slice(index + 1), ...old]
      .filter((other) => one.startMs < other.endMs && other.startMs < one.endMs)
      .map((other) => ({
        ...span(Math.max(one.startMs, other.startMs), Math.min(one.endMs, other.endMs)),
        with: other.isNew ? "another drafted entry" : "an existing entry",
      })),
  );
  const gaps = [...days].toSorted().flatMap((day) => {
    const ofDay = all
      .filter(({ startMs }) => at(startMs).day === day)
      .toSorted((one, other) => one.startMs - other.startMs);
    const firstMs = ofDay[0]?.startMs ?? 0;
    // Entries that began on an earlier day can last into this day.
    let endMs = Math.max(...all.filter(({ startMs }) => startMs <= firstMs).map((each) => each.endMs));
    return ofDay.flatMap((each) => {
      const gap = each.startMs - endMs >= shortestMs ? [span(endMs, each.startMs)] : [];
      endMs = Math.max(endMs, each.endMs);
      return gap;
    });
  });
  return { gaps: gaps.slice(0, 50), overlaps: overlaps.slice(0, 50) };
}

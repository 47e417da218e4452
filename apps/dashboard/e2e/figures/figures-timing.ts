import type { Page } from "@playwright/test";
import type { Figure } from "./figures.ts";
import { median, settle } from "./figures-page.ts";

declare global {
  // oxlint-disable-next-line no-var -- a global of the page
  var timed: { startTime: number; duration: number }[];
}

/** Maps each action to the duration in milliseconds of its longest event in each round. */
export type Durations = Map<string, number[]>;

/** Makes the page record the events that the Event Timing API reports. Must be called before the page loads. */
export async function recordEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.timed = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) globalThis.timed.push({ startTime, duration });
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

/** Performs the actions in sequence and records the duration of each action's slowest event. */
export async function timeActions<Action>(
  page: Page,
  durations: Durations,
  actions: Record<string, Action>,
  perform: (action: Action) => Promise<unknown>,
): Promise<void> {
  const starts: [string, number][] = [];
  for (const [name, action] of Object.entries(actions)) {
    await settle(page);
    starts.push([name, await page.evaluate(() => performance.now())]);
    await perform(action);
  }
  await settle(page);
  // An event is reported after its frame has been shown, possibly during the next action, so events are assigned to
  // actions by their start times.
  const timed = await page.evaluate(() => globalThis.timed.splice(0));
  for (const [at, [name, start]] of starts.entries()) {
    const end = starts[at + 1]?.[1] ?? Infinity;
    const own = timed.filter(({ startTime }) => startTime >= start && startTime < end);
    const slowest = Math.max(0, ...own.map(({ duration }) => duration));
    durations.set(name, [...(durations.get(name) ?? []), slowest]);
  }
}

/** Takes the median of each action over all rounds, and returns the longest. */
export function worstOf(durations: Durations, name: string, atMost: number): Figure {
  const medians = [...durations].map(([action, all]) => [action, median(all)] as const);
  const [worst = ["", 0]] = medians.toSorted(([, left], [, right]) => right - left);
  const all = medians.map(([action, ms]) => `${action} ${ms}`).join(", ");
  return { name, value: worst[1], unit: " ms", atMost, note: `${worst[0]}; ${all}` };
}

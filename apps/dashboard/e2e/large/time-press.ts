import type { Locator, Page } from "@playwright/test";
import { settle } from "../figures/figures-page.ts";

/** Selectors of the elements that must be visible after a press. */
export interface Shown {
  has?: string;
  lacks?: string;
  /** Elements whose text, value or state differs from that before the press. */
  changes?: string;
  /** Elements that all contain a text, or have it as their value. */
  contain?: Record<string, string>;
}

export interface Press {
  name: string;
  /** A key, or the element to click. */
  press: string | ((page: Page) => Locator);
  shown: Shown;
  /** Brings the page into the state before the press. Not measured. */
  before?: (page: Page) => Promise<unknown>;
  /** Skips the press if this is on the page, as in versions that have another control. */
  unless?: string;
}

/** Milliseconds from a press. */
export interface Timed {
  name: string;
  /** Until the frame after the press's own events, as the Event Timing API reports it. Below 16 ms, 0. */
  answered: number;
  /** Until what was asked for is on the screen. */
  shown: number;
  /** The longest task that ended after the press. Below 50 ms, 0. */
  longestTask: number;
}

interface Seen {
  events: { startTime: number; duration: number }[];
  tasks: { startTime: number; duration: number }[];
  /** Resolves with the times of the press and of the frame that shows what was asked for. */
  watched: Promise<[pressed: number, shown: number]>;
  watch: (shown: Shown) => void;
}

declare global {
  // oxlint-disable-next-line no-var -- a global of the page
  var seen: Seen;
}

/** Makes the page record events and tasks, and lets it watch for a state. Must be called before the page loads. */
export async function recordPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const visible = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
    const textOf = (element: HTMLElement) => `${element.textContent} ${(element as HTMLInputElement).value}`;
    const states = ["data-key", "data-cell", "data-block", "aria-selected", "aria-pressed", "id", "style"];
    const stateOf = (selector: string) =>
      visible(selector)
        .map((each) => [textOf(each), ...states.map((name) => each.getAttribute(name))].join(" "))
        .join("\n");
    const containsAll = ([selector, text]: readonly [string, string]) => {
      const found = visible(selector);
      return found.length > 0 && found.every((each) => textOf(each).toLowerCase().includes(text));
    };
    const isShown = ({ has, lacks, changes, contain = {} }: Shown, before: string) =>
      (has === undefined || visible(has).length > 0) &&
      (lacks === undefined || visible(lacks).length === 0) &&
      Object.entries(contain).every(containsAll) &&
      (changes === undefined || stateOf(changes) !== before);
    const watch = (shown: Shown) => {
      const before = shown.changes === undefined ? "" : stateOf(shown.changes);
      let pressed: number | undefined;
      const note = ({ timeStamp }: Event) => (pressed ??= timeStamp);
      addEventListener("keydown", note, { capture: true, once: true });
      addEventListener("pointerdown", note, { capture: true, once: true });
      globalThis.seen.watched = new Promise((resolve) => {
        // The message arrives once the frame has been drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve([pressed ?? 0, performance.now()]);
        const look = () => {
          if (pressed !== undefined && isShown(shown, before)) port2.postMessage(undefined);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
    };
    const seen: Seen = { events: [], tasks: [], watched: Promise.resolve([0, 0]), watch };
    globalThis.seen = seen;
    const observe = (into: Seen["tasks"], options: PerformanceObserverInit) =>
      new PerformanceObserver((list) => {
        for (const { startTime, duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
          // Of events, only those of a press, not those of a pointer under which the page has moved.
          if (interactionId !== 0) into.push({ startTime, duration });
      }).observe({ buffered: true, ...options });
    observe(seen.events, { type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    observe(seen.tasks, { type: "longtask" });
  });
}

/** Resolves once the page has had no long task for a second, and forgets what it has recorded. */
export async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { tasks, events } = globalThis.seen;
    let before = -1;
    while (before !== tasks.length) {
      before = tasks.length;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    tasks.length = 0;
    events.length = 0;
  });
}

const patienceMs = 20_000;

/** Presses in sequence, each once the page is idle, and measures from the press's own time stamp. */
export async function timePresses(page: Page, presses: readonly Press[]): Promise<Timed[]> {
  const found: { name: string; pressed: number; shown: number; end: number }[] = [];
  for (const { name, press, shown, before, unless } of presses) {
    if (unless !== undefined && (await page.locator(unless).count()) > 0) continue;
    try {
      await before?.(page);
      const place = typeof press === "string" ? undefined : await centre(press(page));
      if (place !== undefined) await page.mouse.move(...place);
      await settle(page);
      await page.evaluate((wanted) => globalThis.seen.watch(wanted), shown);
      if (typeof press === "string") await page.keyboard.press(press);
      else await Promise.all([page.mouse.down(), page.mouse.up()]);
      const [pressed, at] = await within(page.evaluate(() => globalThis.seen.watched));
      await settle(page);
      // Ends here, because finding the next element costs the page time that a person's look does not.
      const end = await page.evaluate(() => performance.now());
      found.push({ name, pressed, shown: at - pressed, end });
    } catch (error) {
      throw new Error(`${new URL(page.url()).pathname}, ${name}: ${(error as Error).message}`, { cause: error });
    }
  }
  await settle(page);
  const { events, tasks } = await page.evaluate(() => ({
    events: globalThis.seen.events.splice(0),
    tasks: globalThis.seen.tasks.splice(0),
  }));
  const longest = (list: Seen["tasks"]) => Math.max(0, ...list.map(({ duration }) => Math.round(duration)));
  return found.map(({ name, pressed, shown, end }) => ({
    name,
    answered: longest(events.filter(({ startTime }) => startTime >= pressed && startTime < end)),
    shown: Math.round(shown),
    longestTask: longest(tasks.filter(({ startTime, duration }) => startTime + duration > pressed && startTime < end)),
  }));
}

async function centre(target: Locator): Promise<[x: number, y: number]> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target.toString()} is not visible`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function within<Value>(watched: Promise<Value>): Promise<Value> {
  return Promise.race([
    watched,
    new Promise<never>((_, reject) => setTimeout(reject, patienceMs, new Error("not shown")).unref()),
  ]);
}

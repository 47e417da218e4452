import type { Locator, Page } from "@playwright/test";
import { fillWeek } from "../data/entries.ts";
import { expect, test } from "../page/journey.ts";

interface Shift {
  value: number;
  moved: string[];
}

/** A day in the week that has most of the entries. On a Monday, the current week has hardly any. */
const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

/** People notice shifts from about 0.1, so this is well below. */
const most = 0.02;

/** The part that appears last on each screen. */
const lastParts: Record<string, (page: Page) => Locator> = {
  "/time": (page) => page.getByRole("row", { name: /Part 7/ }),
  "/calendar": (page) => page.locator("[data-kind=entry]").first(),
  [`/calendar?date=${day}`]: (page) => page.locator("[data-kind=entry]").first(),
  [`/timesheet?week=${day}`]: (page) => page.getByRole("gridcell", { name: /entr(y|ies)/ }).first(),
  "/reports?period=last30Days&groupBy=project,task": (page) => page.locator("[data-bar] > i").first(),
  "/reports?period=last30Days&report=detailed": (page) => page.getByRole("row", { name: /Part 7/ }),
  "/reports?period=last7Days&report=weekly": (page) => page.getByRole("row", { name: /^Total/ }),
  "/projects": (page) => page.getByRole("row", { name: /Website/ }),
};

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Records layout shifts while a page is open. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        if (!entry.hadRecentInput) {
          const moved = entry.sources.map(({ node }) =>
            node instanceof Element ? node.outerHTML : (node?.textContent ?? ""),
          );
          shifts.push({ value: entry.value, moved: moved.map((each) => each.slice(0, 100)) });
        }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/**
 * Delays each API reply until the page has rendered the previous one, because parts that appear one by one may shift
 * others.
 */
async function answerOneByOne(page: Page): Promise<void> {
  let last = Promise.resolve();
  await page.route(/\/v1\//, (route) => {
    last = last
      .then(() => drawTwice(page))
      // Rejects if the page has been closed.
      .catch(() => undefined)
      .then(() => route.continue());
    return last;
  });
}

/** Resolves when the current state has been painted. */
function drawTwice(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("sees screens whose parts stay where they are while others come", async ({ page, person }) => {
    await fillWeek(person);
    await watchShifts(page);
    await answerOneByOne(page);
    for (const [path, lastPart] of Object.entries(lastParts)) {
      await page.goto(path);
      await lastPart(page).waitFor();
      await expect(page.getByText("Loading…")).toHaveCount(0);
      await drawTwice(page);
      const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(most);
    }
  });
});

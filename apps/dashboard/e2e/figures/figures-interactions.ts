import type { Browser, Page } from "@playwright/test";
import type { Figure, Place } from "./figures.ts";
import { median, newContext, quantile, settle } from "./figures-page.ts";
import { type Durations, recordEvents, timeActions, worstOf } from "./figures-timing.ts";

const description = (page: Page) => page.getByRole("combobox", { name: "Description", exact: true });

/** The actions of a person with 10,000 entries. Each action starts from the state after the previous one. */
const interactions: Record<string, (page: Page, place: Place) => Promise<unknown>> = {
  "open an entry": async (page) => {
    // Avoids the lowest row of the window. Headless Chromium draws letters there quickly (in 24 to 48 ms, according to
    // its trace and to a headed run), but reports the frames only when it also draws something above the row.
    await page.locator("[data-key] [data-field=description]").nth(1).click();
    await description(page).waitFor();
  },
  type: async (page) => {
    await page.keyboard.press("End");
    // The speed of a very fast typist. Without a delay, key presses would have to wait for each other's frames.
    await page.keyboard.type(" again and again", { delay: 50 });
  },
  "save an entry": async (page) => {
    await page.keyboard.press("Enter");
    await description(page).waitFor({ state: "detached" });
  },
  select: async (page) => {
    await page.keyboard.press("x");
    await page.getByRole("toolbar").waitFor();
  },
  "select all": async (page) => {
    await page.keyboard.press("Control+a");
    await page.getByRole("toolbar", { name: /10,?\d{3} entries/ }).waitFor();
  },
  "clear the selection": (page) => page.getByRole("button", { name: "Clear selection" }).click(),
  "open the palette": async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Search/ }).waitFor();
  },
  "type in the palette": (page, { projectName }) => page.keyboard.type(projectName),
  "close the palette": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
  "open the calendar": async (page) => {
    await page.getByRole("link", { name: "Calendar" }).click();
    // Waits for the button rather than for entries, because this week may have none on a Monday.
    await page.getByRole("button", { name: "Previous week" }).waitFor();
  },
  "switch the week": async (page) => {
    await page.getByRole("button", { name: "Previous week" }).click();
    await page.locator("[data-kind=entry]").first().waitFor();
  },
  "open the timesheet": async (page) => {
    await page.getByRole("link", { name: "Timesheet" }).click();
    await page.locator("[data-week-total]").waitFor();
  },
};

/**
 * Measures the slowest interactions with the Event Timing API and the frame durations during scrolling, at full and at
 * a quarter of the CPU speed.
 */
export async function measureInteractions(browser: Browser, place: Place, rounds: number): Promise<Figure[]> {
  const context = await newContext(browser, place);
  const page = await context.newPage();
  await recordEvents(page);
  await page.goto("/time");
  await loadAll(page);
  const devtools = await context.newCDPSession(page);
  const figures: Figure[] = [];
  for (const [rate, worstMs, frameMs] of [
    [1, 50, 34],
    [4, 100, 84],
  ] as const) {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate });
    const durations: Durations = new Map();
    const frames: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await page.getByRole("link", { name: "Time", exact: true }).click();
      await page.locator("[data-key]").first().waitFor();
      await timeActions(page, durations, interactions, (act) => act(page, place));
      await page.getByRole("link", { name: "Time", exact: true }).click();
      await page.locator("[data-key]").first().waitFor();
      await settle(page);
      frames.push(quantile(await scrollFrames(page), 0.95));
    }
    figures.push(worstOf(durations, `worst interaction, ${rate} ×`, worstMs), {
      name: `scrolling, ${rate} ×, 95th percentile`,
      value: Math.round(median(frames)),
      unit: " ms",
      atMost: frameMs,
      note: `${rounds} rounds: ${frames.map((ms) => Math.round(ms)).join(", ")}`,
    });
  }
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  figures.push({ name: "elements of the list of 10,000 entries", value: nodes, unit: "", atMost: 1000, note: "" });
  await context.close();
  return figures;
}

/** Scrolls down until all entries have been loaded. */
async function loadAll(page: Page): Promise<void> {
  await page.locator("[data-key]").first().waitFor();
  while (!(await page.getByText("That’s all.").isVisible())) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await settle(page);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await settle(page);
}

/** Scrolls 90 pixels in each frame and returns the durations of the frames. */
function scrollFrames(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const durations: number[] = [];
    let before = await new Promise<number>(requestAnimationFrame);
    for (let frame = 0; frame < 240; frame++) {
      scrollBy(0, 90);
      const now = await new Promise<number>(requestAnimationFrame);
      durations.push(now - before);
      before = now;
    }
    return durations;
  });
}

import type { Locator, Page } from "@playwright/test";
import { expect, open, type Person, test } from "../page/journey.ts";

/** The Monday of a week without clock changes. The organization is in Berlin, at UTC+1. */
const week = "/calendar?view=week&date=2026-11-16";
const hourHeight = 48;

test("an entry is created by dragging, moved, resized at both ends and copied by the mouse", async ({
  page,
  person,
  hasTouch,
}) => {
  test.skip(hasTouch, "needs a mouse");
  await open(page, week);
  const days = daysOf(page);
  await drag(page, days, { from: [1, 9.1], to: [1, 10.3] });
  await page.getByRole("combobox", { name: "Description" }).fill("Review");
  await page.keyboard.press("Enter");
  await expect(blocks(page)).toHaveText([/^Review, .*9:00.* to 10:30/]);
  // The dialog stays until the server has answered.
  await expect(page.getByRole("combobox", { name: "Description" })).toBeHidden();

  await drag(page, days, { from: [1, 9.5], to: [3, 12.5] });
  await expect(page.getByText(/Review moved to Thursday/)).toBeVisible();
  await drag(page, days, { from: [3, 13.45], to: [3, 14.5] });
  await expect(page.getByText(/Review is now .*12:00.* to (2:30|14:30)/)).toBeVisible();
  await drag(page, days, { from: [3, 12.04], to: [3, 11] });
  await expect(page.getByText(/Review is now .*11:00/)).toBeVisible();

  await drag(page, days, { from: [3, 12.5], to: [4, 12.5], isCopy: true });
  await expect(page.getByText(/Review copied to Friday/)).toBeVisible();
  await expect.poll(() => spans(person)).toEqual(["2026-11-19T10:00 3.5 h", "2026-11-20T10:00 3.5 h"]);
});

test("an entry is moved, resized, copied and deleted by keys, with announcements", async ({ page, person }) => {
  await person.stint.timeEntries.create(entryOf(person, "Review", "2026-11-17T08:00:00Z"));
  await open(page, week);
  await blocks(page).first().focus();
  await page.keyboard.down("Alt");
  for (let press = 0; press < 5; press++) await page.keyboard.press("ArrowDown");
  await expect(status(page, /^Tuesday.*10:15.* to 11:15/)).toBeAttached();
  await page.keyboard.up("Alt");
  await expect(page.getByText(/Review moved to Tuesday.*10:15.* to 11:15/)).toBeVisible();
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await expect(page.getByText(/Review is now .*10:15.* to 11:30/)).toBeVisible();
  await page.keyboard.press("Alt+ArrowLeft");
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page.getByText(/Review moved to Sunday/)).toBeVisible();
  await expect(page).toHaveURL(/date=2026-11-15/);
  await expect(blocks(page).first()).toBeFocused();

  await page.keyboard.press("n");
  await page.getByRole("combobox", { name: "Description" }).fill("Notes");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Notes, .*11:30/ })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: /^Review/ })).toBeFocused();
  await page.keyboard.press("d");
  await expect(page.getByText(/Review copied to/)).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(page.getByText("Review deleted")).toBeVisible();
  await expect.poll(() => spans(person)).toEqual(["2026-11-15T09:15 1.25 h", "2026-11-15T10:30 1 h"]);
});

test("a drag beyond midnight is shown on both days, and Escape cancels a drag", async ({ page, person, hasTouch }) => {
  test.skip(hasTouch, "needs a mouse");
  await open(page, week);
  const days = daysOf(page);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await drag(page, days, { from: [1, 20.1], to: [2, 5.1], hour: 32 });
  await page.getByRole("combobox", { name: "Description" }).fill("Night watch");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-block]")).toHaveCount(2);
  await expect.poll(() => spans(person)).toEqual(["2026-11-17T19:00 9.25 h"]);
  await drag(page, days, { from: [1, 21], to: [4, 12], hour: 32, isGivenUp: true });
  await expect(blocks(page)).toHaveText([/Tuesday/]);
  await page.keyboard.press("Control+z");
  await expect(page.locator("[data-block]")).toHaveCount(0);
});

test("days on which clocks change have their real hours", async ({ page, person }) => {
  await person.stint.timeEntries.create(entryOf(person, "After the change", "2026-03-29T07:00:00Z"));
  await open(page, "/calendar?view=day&date=2026-03-29");
  await expect(page.getByText("23 h")).toBeVisible();
  const block = await boxOf(blocks(page).first());
  const days = await boxOf(daysOf(page));
  // Clocks go forward on this day, so 9:00 is eight hours after midnight.
  expect(Math.round((block.y - days.y) / hourHeight)).toBe(8);
  await page.goto("/calendar?view=day&date=2026-10-25");
  await expect(page.getByText("25 h")).toBeVisible();
  expect((await boxOf(daysOf(page))).height).toBe(25 * hourHeight);
});

test("a finger scrolls, and creates and moves entries after a long press", async ({ page, person, hasTouch }) => {
  test.skip(!hasTouch, "needs a touch screen");
  await open(page, "/calendar?date=2026-11-17");
  const days = daysOf(page);
  await days.waitFor();
  const finger = await fingerOn(page);
  const scrolled = () => days.evaluate((each) => each.getBoundingClientRect().top);
  const before = await scrolled();
  // Waits for the scrolling to end, because a touch during scrolling only stops it.
  const rested = scrollerOf(days).evaluate(
    (each) => new Promise<void>((resolve) => each.addEventListener("scrollend", () => resolve(), { once: true })),
  );
  await finger.down(200, 600);
  for (let y = 590; y > 500; y -= 10) await finger.move(200, y);
  await finger.up();
  await rested;
  expect(await scrolled()).toBeLessThan(before);

  await scrollTo(days, 12 * hourHeight);
  await finger.down(...(await at(days, 1, 10.6)));
  await dragging(page, "create");
  await finger.move(...(await at(days, 1, 11)));
  await finger.move(...(await at(days, 1, 11.8)));
  await finger.up();
  await page.getByRole("combobox", { name: "Description" }).fill("On the way");
  await page.getByRole("button", { name: "Save" }).tap();
  await expect(page.getByText(/On the way added/)).toBeVisible();
  // The view shows three days, the last of which is the one in the URL. The middle one is therefore November 16.
  await expect.poll(() => spans(person)).toEqual(["2026-11-16T09:30 1.5 h"]);

  await finger.down(...(await at(days, 1, 11)));
  await dragging(page, "move");
  await finger.move(...(await at(days, 2, 12)));
  await finger.move(...(await at(days, 2, 12.5)));
  await finger.up();
  await expect.poll(() => spans(person)).toEqual(["2026-11-17T11:00 1.5 h"]);
});

test("the line for the current time is above the entries, which can be pressed through it", async ({
  page,
  person,
}) => {
  const from = new Date(Date.now() - 40 * 60_000).toISOString();
  await person.stint.timeEntries.create({ ...entryOf(person, "Across now", from), durationSeconds: 4800 });
  await open(page, "/calendar?view=day");
  await blocks(page).first().waitFor();
  const line = page.locator("[data-now]");
  await line.scrollIntoViewIfNeeded();
  const { x, y, width } = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const at = { x: x + width / 2, y: y + 1 };
  const topmost = () =>
    page.evaluate((point) => {
      const found = document.elementFromPoint(point.x, point.y);
      return found?.closest("[data-now]") !== null ? "line" : found?.closest("[data-block]") !== null ? "entry" : "";
    }, at);
  expect(await topmost()).toBe("entry");
  await line.evaluate((element) => element.style.setProperty("pointer-events", "auto"));
  expect(await topmost()).toBe("line");
});

test.describe("for a viewer", () => {
  test.use({ role: "viewer" });
  test("nothing can be created", async ({ page }) => {
    await open(page, week);
    await expect(page.getByText("You can view these entries but not change them.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add entry" })).toHaveCount(0);
    await drag(page, daysOf(page), { from: [1, 9.1], to: [1, 10.3] });
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

function entryOf({ project, taskId }: Person, description: string, startedAt: string) {
  return { projectId: project.id, taskId, description, startedAt, durationSeconds: 3600 };
}

async function spans({ stint }: Person): Promise<string[]> {
  const { data } = await stint.timeEntries.list({ userId: "me" });
  return data
    .map(({ startedAt, durationSeconds }) => `${startedAt.slice(0, 16)} ${durationSeconds / 3600} h`)
    .toSorted();
}

function daysOf(page: Page): Locator {
  return page.getByRole("group", { name: "Entries by day and time" });
}

/** The blocks of entries, counting each entry once. */
function blocks(page: Page): Locator {
  return page.locator("[data-kind=entry][data-first]");
}

function status(page: Page, text: RegExp): Locator {
  return page.getByRole("status").filter({ hasText: text });
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error("The element is not shown.");
  return box;
}

/** The coordinates of an hour on a visible day. */
async function at(days: Locator, column: number, hour: number, height = hourHeight): Promise<[number, number]> {
  const box = await boxOf(days);
  const count = await days.page().locator("h2 a[href*='view=day']").count();
  return [box.x + (box.width / count) * (column + 0.5), box.y + hour * height];
}

interface Way {
  from: [number, number];
  to: [number, number];
  hour?: number;
  isCopy?: boolean;
  isGivenUp?: boolean;
}

async function drag(page: Page, days: Locator, { from, to, hour, isCopy = false, isGivenUp = false }: Way) {
  await days.waitFor();
  await scrollTo(days, ((from[1] + to[1]) / 2) * (hour ?? hourHeight));
  const start = await at(days, ...from, hour);
  await page.mouse.move(...start);
  await page.mouse.down();
  if (isCopy) await page.keyboard.down("Alt");
  await page.mouse.move(start[0] + 6, start[1] + 3);
  await page.mouse.move(...(await at(days, ...to, hour)), { steps: 4 });
  if (isGivenUp) await page.keyboard.press("Escape");
  await page.mouse.up();
  if (isCopy) await page.keyboard.up("Alt");
}

function scrollerOf(days: Locator): Locator {
  return days.locator("xpath=ancestor::*[2]");
}

/** Scrolls the given vertical position to the middle of the view. */
async function scrollTo(days: Locator, middle: number): Promise<void> {
  await scrollerOf(days).evaluate((each, top) => each.scrollTo(0, top - each.clientHeight / 2), middle);
}

async function dragging(page: Page, kind: string): Promise<void> {
  await page.locator(`[data-dragging=${kind}]`).waitFor();
}

/** A simulated finger, because Playwright's touchscreen can only tap. */
async function fingerOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    down: (x: number, y: number) => send("touchStart", [{ x, y }]),
    move: (x: number, y: number) => send("touchMove", [{ x, y }]),
    up: () => send("touchEnd", []),
  };
}

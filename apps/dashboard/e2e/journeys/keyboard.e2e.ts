import type { Locator, Page } from "@playwright/test";
import { fillWeek } from "../data/entries.ts";
import { expect, open, test } from "../page/journey.ts";

/** Expects the focused element to have a focus ring and not to be covered. */
async function expectSeen(page: Page, after: string): Promise<void> {
  const problem = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) return "nothing has the focus";
      // A field in a frame shows the focus ring on the frame.
      const marked = [activeElement, activeElement.parentElement].some(
        (each) => each !== null && getComputedStyle(each).outlineStyle !== "none",
      );
      const { left, top, width, height } = activeElement.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, Math.min(top + height / 2, innerHeight - 1));
      const isSeen = over !== null && (activeElement.contains(over) || over.contains(activeElement));
      return marked && isSeen ? "" : `${activeElement.outerHTML.slice(0, 120)} is ${marked ? "hidden" : "unmarked"}`;
    });
  await expect.poll(problem, `after ${after}`).toBe("");
}

/** Presses keys in sequence. Longer strings are typed as text. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await expectSeen(page, key);
  }
}

/** Tabs forward to an element. */
async function goTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 40; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await press(page, "Tab");
  }
  throw new Error(`Pressing Tab 40 times did not reach ${String(target)}.`);
}

test("everyday tasks can be done by keys alone, and the focus is always visible", async ({ page, person }) => {
  await fillWeek(person);
  await open(page, "/time");
  await page.getByRole("row", { name: /Part 7/ }).waitFor();

  // Stops the running timer, then starts and stops a timer for a project.
  const stop = page.getByRole("button", { name: "Stop timer" });
  // Retries, because the page ignores presses for a moment after a timer appears that it did not start itself (see
  // `useTimerGuard`).
  await expect(async () => {
    if ((await stop.count()) > 0) await page.keyboard.press("s");
    await expect(stop).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  await press(page, "w");
  await page.keyboard.type("Review @Web");
  await page.getByRole("option", { name: person.project.name }).first().waitFor();
  await press(page, "ArrowDown", "Enter", "Enter");
  await expect(stop).toBeVisible();
  await press(page, "Tab", "s");
  await expect(stop).toHaveCount(0);

  // Corrects the start of an earlier entry. Its row moves and must stay in view.
  await press(page, "Shift+Tab");
  await goTo(page, page.locator("[role=row][data-key][tabindex='0']"));
  await press(page, "End", "Enter", "Tab", "Tab");
  await expect(page.getByRole("textbox", { name: "Start" })).toBeFocused();
  await page.keyboard.type("23:58");
  await press(page, "Enter");
  const corrected = page.getByRole("row", { name: /Part 0/ });
  await expect(corrected).toBeFocused();
  await expect(corrected).toContainText(/23:58|11:58/);

  await press(page, "Control+z");
  await expect(corrected).not.toContainText(/23:58|11:58/);

  // Fills in a week and reads the total of a day.
  await press(page, "g");
  await page.keyboard.press("s");
  await expect(page.getByRole("heading", { name: "Timesheet" })).toBeVisible();
  await expectSeen(page, "g s");
  await press(page, "Tab", "Tab", "Enter");
  await page.getByText("Nothing tracked this week.").waitFor();
  const add = page.getByRole("button", { name: /^Add a row/ });
  await goTo(page, add);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Find a project or task" })).toBeFocused();
  await page.keyboard.type("Build");
  await page.getByRole("option", { name: /Build/ }).waitFor();
  await press(page, "Enter");
  await expect(page.getByRole("gridcell", { name: /Mon.*, empty/ })).toBeFocused();
  for (const hours of ["7:30", "8", "6,5"]) {
    await page.keyboard.type(hours);
    await press(page, "Tab");
  }
  await expect(page.getByRole("gridcell", { name: /Mon.*, 7:30, saved/ })).toBeVisible();
  await expect(page.getByRole("gridcell", { name: /Wed.*, 6:30, saved/ })).toBeVisible();
  await expect(page.locator("[data-week-total]")).toHaveText("22:00");
});

test("overlays restore the focus, and receive what was typed before they opened", async ({ page }) => {
  await open(page, "/projects");
  await page.getByRole("row", { name: /Website/ }).waitFor();
  const link = page
    .getByRole("main")
    .getByRole("link", { name: /^Website/ })
    .first();
  await goTo(page, link);
  for (const [key, name] of [
    ["?", "Help"],
    ["Control+k", "Search…"],
  ] as const) {
    await page.keyboard.press(key);
    if (key === "Control+k") await page.keyboard.type("sales");
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    if (key === "Control+k") await expect(page.getByRole("combobox", { name })).toHaveValue("sales");
    await page.keyboard.press("Escape");
    await expect(link).toBeFocused();
  }
  await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
});

test("Enter and Escape of an input method do nothing else", async ({ page, person }) => {
  await open(page, "/time");
  const client = await page.context().newCDPSession(page);
  const composing = (key: string) =>
    client.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key, code: key, windowsVirtualKeyCode: 229 });
  const compose = async (text: string) => {
    await composing("Process");
    await client.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  };
  // Safari ends the composition before it sends the key.
  const afterwards = (field: Locator, key: string) =>
    field.evaluate((element, each) => {
      const init = { key: each, keyCode: 229, bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent("keydown", init));
    }, key);
  const field = page.getByRole("combobox", { name: "What are you working on?" });
  await field.focus();
  await compose("会議");
  await composing("Enter");
  await client.send("Input.insertText", { text: "会議" });
  await afterwards(field, "Enter");
  await afterwards(field, "Escape");
  await expect(field).toHaveValue("会議");
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search…" });
  await search.fill("stop");
  await compose("会");
  for (const key of ["Enter", "Escape"]) {
    await composing(key);
    await afterwards(search, key);
  }
  await expect(search).toBeVisible();
  await client.send("Input.insertText", { text: "会" });
  await page.keyboard.press("Escape");
  expect((await person.stint.timers.list()).data).toEqual([]);
  await field.press("Enter");
  const running = async () => (await person.stint.timers.list()).data.map(({ description }) => description);
  await expect.poll(running).toEqual(["会議"]);
});

test("shortcuts go by the place of the key where letters are not Latin", async ({ page }) => {
  await open(page, "/time");
  const press = (init: Pick<KeyboardEventInit, "key" | "code" | "ctrlKey">) =>
    page.evaluate((each) => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { ...each, bubbles: true, cancelable: true }));
    }, init);
  for (const key of ["л", "κ"]) {
    await press({ key, code: "KeyK", ctrlKey: true });
    await page.getByRole("combobox", { name: "Search…" }).press("Escape");
  }
  await press({ key: ".", code: "Slash" });
  await expect(page.locator("[data-search]")).toBeFocused();
  await press({ key: "b", code: "KeyN" });
  await press({ key: "т", code: "KeyN" });
  await expect(page.getByRole("dialog", { name: "Add entry" })).toBeVisible();
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("is offered nothing to write in the palette", async ({ page }) => {
    await open(page, "/time");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search…" }).fill("9-10 review");
    await expect(page.getByText("Nothing found.")).toBeVisible();
  });
});

import type { Page } from "@playwright/test";
import { onPaper } from "../page/expect-accessible.ts";
import { expect, open, test, type Person } from "../page/journey.ts";

const week = "2026-03-02";
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 980;

async function makeEntries(person: Person, entries: [startedAt: string, minutes: number, description?: string][]) {
  const { project, taskId } = person;
  for (const [startedAt, minutes, description = ""] of entries) {
    const fields = { projectId: project.id, taskId, startedAt, durationSeconds: minutes * 60, description };
    await person.stint.timeEntries.create(fields);
  }
}

/** The durations in minutes of the person's entries, earliest first. */
async function minutes(person: Person): Promise<number[]> {
  const { data } = await person.stint.timeEntries.list({ userId: "me" });
  return data.toReversed().map(({ durationSeconds }) => durationSeconds / 60);
}

const cell = (page: Page, day: RegExp) => page.getByRole("gridcell", { name: day });
/** Cells are read-only until the week is loaded. */
const loadedCell = (page: Page, day: RegExp) => cell(page, day).and(page.locator("[aria-readonly=false]"));

/** Pastes text in the format of spreadsheets. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

test.describe("the grid", () => {
  test.beforeEach(({ page }) => test.skip(isPhone(page), "where it is narrow, there is a list instead"));

  test("a week is filled by keyboard alone, and totals follow", async ({ page, person }) => {
    await open(page, `/timesheet?week=${week}`);
    const add = page.getByRole("button", { name: /^Add a row/ });
    // Waits, because the button is disabled until the week has loaded and would ignore the key press.
    await expect(add).toBeEnabled();
    await add.press("Enter");
    await page.getByRole("combobox", { name: "Find a project or task" }).fill(`${person.project.name} Build`);
    await page.getByRole("option", { name: person.project.name }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(cell(page, /Build, .*Mon.*, empty/)).toBeFocused();
    await page.keyboard.type("1:30");
    await expect(page.getByText("= 1:30")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(cell(page, /Tue.*, empty/)).toBeFocused();
    await page.keyboard.type("45m");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("2,25");
    await page.keyboard.press("Enter");
    await expect.poll(() => minutes(person)).toEqual([90, 45, 135]);
    await expect(page.locator("[data-week-total]")).toHaveText("4:30");
    await expect(cell(page, /Mon.*, 1:30, saved/)).toBeVisible();

    // Escape cancels, F2 edits, Delete empties the cell, and Ctrl Z restores it.
    await page.keyboard.press("Home");
    await page.keyboard.press("F2");
    await page.keyboard.type("9");
    await page.keyboard.press("Escape");
    await expect(cell(page, /Mon.*, 1:30/)).toBeFocused();
    await page.keyboard.press("Delete");
    await expect.poll(() => minutes(person)).toEqual([45, 135]);
    await expect(cell(page, /Mon.*, empty/)).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect.poll(() => minutes(person)).toEqual([90, 45, 135]);

    // A text that isn't a duration stays in its cell until it is corrected or deleted.
    await cell(page, /Thu.*, empty/).click();
    await page.keyboard.type("1:99");
    await cell(page, /Mon.*, 1:30/).click();
    await page.keyboard.press("F2");
    await page.keyboard.press("Escape");
    await cell(page, /Thu.*isn’t a duration/).click();
    await page.keyboard.press("Delete");
    await expect(cell(page, /isn’t a duration/)).toHaveCount(0);
    await page.getByRole("link", { name: "Report on this week" }).click();
    await expect(page.getByRole("region", { name: "Total", exact: true })).toContainText("4:30");
  });

  test("keys act in the cell of an added row, and letters there start no timer", async ({ page, person, managing }) => {
    await makeEntries(person, [["2026-03-03T09:00:00Z", 60]]);
    await managing.tasks.create(person.project.id, { name: "Design" });
    await open(page, `/timesheet?week=${week}`);
    await cell(page, /Build, .*Tue.*, 1:00/).click();
    await page.getByRole("button", { name: /^Add a row/ }).click();
    await page.getByRole("combobox", { name: "Find a project or task" }).fill(`${person.project.name} Design`);
    await page.getByRole("option", { name: /Design/ }).click();
    const added = cell(page, /Design, .*Mon.*, empty/);
    await expect(added).toBeFocused();
    await page.keyboard.type("sun");
    await expect(added).toBeFocused();
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await expect(cell(page, /Design, .*Mon.*, 2:00/)).toBeVisible();
    await expect.poll(() => minutes(person)).toEqual([120, 60]);
    await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
  });

  test("cells are pasted from a spreadsheet in few requests, and undone in one step", async ({ page, person }) => {
    const second = await person.stint.timeEntries.create({
      projectId: person.project.id,
      taskId: person.taskId,
      startedAt: `${week}T15:00:00Z`,
      durationSeconds: 3600,
    });
    await open(page, `/timesheet?week=${week}`);
    await loadedCell(page, /Mon.*, 1:00/).click();
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.url().includes("/time-entries")) writes.push(request.url());
    });
    await paste(page, "2:00\t1:30:00\t\t0.5\t90m\r\n");
    await expect.poll(() => minutes(person)).toEqual([120, 90, 30, 90]);
    expect(writes.length).toBe(2);
    await expect(page.locator("[data-week-total]")).toHaveText("5:30");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => minutes(person)).toEqual([60]);
    expect((await person.stint.timeEntries.get(second.id)).durationSeconds).toBe(3600);

    await loadedCell(page, /Mon.*, 1:00/).click();
    await paste(page, "1\tlunch");
    await expect(page.getByRole("alert").filter({ hasText: "“lunch” isn’t a duration" })).toBeVisible();
    expect(await minutes(person)).toEqual([60]);
  });

  test("a range is copied and pasted elsewhere in the grid", async ({ page, person, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await makeEntries(person, [
      [`${week}T15:00:00Z`, 60],
      ["2026-03-03T15:00:00Z", 30],
    ]);
    await open(page, `/timesheet?week=${week}`);
    await loadedCell(page, /Mon.*, 1:00/).click();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(page.getByRole("gridcell", { selected: true })).toHaveCount(2);
    await page.keyboard.press("Control+c");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+v");
    await expect.poll(() => minutes(person)).toEqual([60, 30, 60, 30]);
  });

  test("copied decimal hours keep their exact time, also in another week, and are decimals elsewhere", async ({
    page,
    person,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await person.stint.me.update({ preferences: { durations: "decimal" } });
    await makeEntries(person, [[`${week}T15:00:00Z`, 80]]);
    await open(page, `/timesheet?week=${week}`);
    await cell(page, /Mon.*, 1\.33/).click();
    await page.keyboard.press("Control+c");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("1.33");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+v");
    await expect.poll(() => minutes(person)).toEqual([80, 80]);
    await page.getByRole("button", { name: "Next week" }).click();
    await page.getByRole("button", { name: "Copy last week" }).click();
    await page.getByRole("menuitem", { name: "Rows only" }).click();
    await cell(page, /Wed.*, empty/).click();
    await page.keyboard.press("Control+v");
    await expect.poll(() => minutes(person)).toEqual([80, 80, 80]);
  });

  test("several entries of a cell are listed, and the cell shows what a change will do", async ({ page, person }) => {
    await makeEntries(person, [
      [`${week}T15:00:00Z`, 60, "Review"],
      [`${week}T17:00:00Z`, 60, "Release"],
    ]);
    await open(page, `/timesheet?week=${week}`);
    await loadedCell(page, /Mon.*, 2:00, 2 entries, comment: Review; Release/).click();
    await page.keyboard.type("0:30");
    await expect(page.getByText("Review: 1:00 → 0:30 and 1 entry deleted")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+F2");
    const dialog = page.getByRole("dialog", { name: /Build · Mon/ });
    const comments = dialog.getByRole("textbox", { name: /^Comment/ });
    await expect(comments).toHaveCount(2);
    await expect(comments.first()).toBeFocused();
    await comments.nth(1).fill("Release notes");
    await comments.nth(1).press("Enter");
    await expect(cell(page, /comment: Review; Release notes/)).toBeFocused();
    const texts = async () =>
      (await person.stint.timeEntries.list({ userId: "me" })).data.map((each) => each.description);
    await expect.poll(texts).toEqual(["Release notes", "Review"]);
    await page.keyboard.type("0:30");
    await page.keyboard.press("Enter");
    await expect.poll(() => minutes(person)).toEqual([30]);
  });

  test("more hours than a day has are refused with a message", async ({ page, person }) => {
    await makeEntries(person, [[`${week}T15:00:00Z`, 60]]);
    await open(page, `/timesheet?week=${week}`);
    await loadedCell(page, /Mon.*, 1:00/).click();
    await page.keyboard.type("25");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "has only 24 hours" })).toBeVisible();
    expect(await minutes(person)).toEqual([60]);
  });
});

test("the last week is copied: only its rows, then its time, each undone", async ({ page, person }) => {
  await makeEntries(person, [["2026-02-24T15:00:00Z", 90, "Review"]]);
  const { promise: projectsMayLoad, resolve: loadProjects } = Promise.withResolvers<void>();
  await page.route(/\/v1\/projects\b/, async (route) => {
    await projectsMayLoad;
    await route.continue();
  });
  await open(page, `/timesheet?week=${week}`);
  const remove = page.getByRole("button", { name: /^Remove the row/ });
  const copy = page.getByRole("button", { name: "Copy last week" });
  await expect(page.getByText("Nothing tracked this week. Add")).toBeVisible();
  await expect(copy).toBeDisabled();
  const copyRows = page.getByRole("button", { name: "Copy the rows of last week" });
  await expect(copyRows).toHaveCount(0);
  loadProjects();
  await copyRows.click();
  await expect(remove).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(copyRows).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(remove).toHaveCount(0);
  await copy.click();
  await page.getByRole("menuitem", { name: "Rows with time" }).click();
  await expect.poll(() => minutes(person)).toEqual([90, 90]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => minutes(person)).toEqual([90]);
});

test("the last week is not copied into a week that is still loading", async ({ page, person }) => {
  await makeEntries(person, [
    ["2026-02-24T15:00:00Z", 90],
    ["2026-03-03T15:00:00Z", 30],
  ]);
  // Until `goOn`, only the read of the first two weeks gets a reply.
  const { promise: read, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\/v1\/time-entries\?(?!.*from=2026-02-1)/, async (route) => {
    await read;
    await route.continue();
  });
  await open(page, "/timesheet?week=2026-02-23");
  const copy = page.getByRole("button", { name: "Copy last week" });
  await expect(copy).toBeEnabled();
  await page.getByRole("button", { name: "Next week" }).click();
  await expect(page).toHaveURL(/week=2026-03-02/);
  await expect(copy).toBeDisabled();
  goOn();
  await copy.click();
  await page.getByRole("menuitem", { name: "Rows with time" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "nothing to copy" })).toBeVisible();
  expect(await minutes(person)).toEqual([90, 30]);
});

test("a cell that is filled offline says so, and is sent once when the server is back", async ({
  page,
  person,
  context,
}) => {
  await makeEntries(person, [[`${week}T15:00:00Z`, 60]]);
  await open(page, `/timesheet?week=${week}`);
  const name = isPhone(page) ? /Mon.*, 1:00$/ : /Mon.*, 1:00/;
  const field = isPhone(page) ? page.getByRole("textbox", { name }) : cell(page, name);
  await expect(field).toBeVisible();
  await context.setOffline(true);
  await field.click();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(page.getByTitle("not sent yet")).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => minutes(person)).toEqual([120]);
  await expect(page.getByTitle("saved", { exact: true })).toBeVisible();
});

test("a running timer counts on the day of its start, separate from the cell's time, which can still be set", async ({
  page,
  person,
}) => {
  const { project, taskId } = person;
  const startedAt = new Date(Date.now() - 26 * 3_600_000);
  await person.stint.timer.start({ projectId: project.id, taskId, startedAt });
  const day = startedAt.toLocaleDateString("sv", { timeZone: "Europe/Berlin" });
  await open(page, `/calendar?view=3days&date=${day}`);
  await expect(page.getByText(/\+ 26:0\d running/)).toBeVisible();
  await open(page, `/timesheet?week=${day}`);
  const name = /Build, .*, empty \+ 26:0\d running/;
  const field = isPhone(page) ? page.getByRole("textbox", { name }) : cell(page, name);
  await field.click();
  await page.keyboard.type("0:45");
  await page.keyboard.press("Enter");
  await expect.poll(() => minutes(person)).toEqual([45]);
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("reads and cannot write, and prints all days", async ({ page }) => {
    await open(page, `/timesheet?week=${week}`);
    await expect(page.getByText("You can view these entries but not change them.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Add a row/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Copy last week" })).toHaveCount(0);
    await onPaper(page, () => expect(page.getByRole("columnheader", { name: /day/ })).toHaveCount(7));
  });
});

test("weeks that are turned faster than they are shown are all counted", async ({ page }) => {
  await open(page, `/timesheet?week=${week}`);
  const next = page.getByRole("button", { name: "Next week" });
  await next.evaluate((button: HTMLElement) => [1, 2, 3].forEach(() => button.click()));
  await expect(page).toHaveURL(/week=2026-03-23/);
  await expect(page.getByText(/^Week 13 · /)).toBeVisible();
});

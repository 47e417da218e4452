import type { Page } from "@playwright/test";
import { day, entriesOf, newEntry, rowOf, shortEntries } from "../data/entries.ts";
import { expect, isNarrow, open, signIn, test } from "../page/journey.ts";

test("a newcomer finds where to type the day, and sees it before it is written", async ({ page, person }) => {
  await open(page, "/time");
  await expect(page.getByText(/or press “Add entry”/)).toBeVisible();
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  const field = dialog.getByLabel("What did you work on?");
  await expect(field).toBeFocused();
  await field.pressSequentially(`9-10:30 @"${person.project.name}" billing`);
  await field.press("Enter");
  await field.pressSequentially("45m call #sales");
  await expect(dialog.getByText("2:15")).toBeVisible();
  await dialog.getByRole("button", { name: "Add 2 entries" }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, "billing")).toContainText("1:30");
  await expect(rowOf(page, "call")).toContainText("#sales");
  await expect.poll(async () => (await entriesOf(person)).length).toBe(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await entriesOf(person)).length).toBe(0);
});

test("unreadable and impossible items are listed, and typed text survives closing", async ({ page, person }) => {
  // Creates an earlier entry, so that its project is preselected however many projects there are.
  await newEntry(person, "Before");
  await open(page, "/time");
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  const field = dialog.getByLabel("What did you work on?");
  await field.fill("billing");
  await expect(dialog.getByText("billing: add a duration such as 45m, or times such as 9-10:30.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Add entry" })).toBeDisabled();
  await field.fill("9-10 a\n11-10 b\nbilling");
  await expect(dialog.getByText("11-10 b: 23:00 is very long.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Add 1 entry" })).toBeEnabled();
  await expect(dialog.getByRole("alert")).toHaveText("2 lines stay here until they’re right.");
  await dialog.getByRole("button", { name: "It’s right" }).click();
  await expect(field).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Add 2 entries" })).toBeEnabled();
  await expect(dialog.getByRole("status").first()).toContainText("10:00 AM +1");
  await field.fill("1h billing @nothinglikeit");
  await expect(dialog.getByText("1h billing @nothinglikeit: there is no project “nothinglikeit”.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Add entry" }).click();
  await expect(field).toHaveValue("1h billing @nothinglikeit");
  // Items that don't name a project get the selected project.
  await field.fill("9-10 billing");
  // The strip says the time at each quarter of the day, which lasts 23 hours when clocks go forward.
  await dialog.getByLabel("Date").fill("2026-03-29");
  await expect(dialog.getByRole("img", { name: /March 29/ })).toHaveText("12:00 AM6:45 AM12:30 PM6:15 PM");
  await dialog.getByLabel("Date").fill("2026-03-05");
  await expect(dialog.getByText(`${person.project.name}`).first()).toBeVisible();
  await field.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect.poll(() => shortEntries(person)).toEqual(["09:00 60 Before", "08:00 60 billing"]);
  expect((await entriesOf(person)).at(-1)?.startedAt).toBe("2026-03-05T08:00:00Z");
});

test("an item without a start waits for the day's entries, and offline asks for its start", async ({
  page,
  person,
}) => {
  await newEntry(person, "Before");
  // No entries can be read until `goOn`.
  const { promise: read, resolve: goOn } = Promise.withResolvers<void>();
  let isDown = false;
  await page.route("**/v1/time-entries?*", async (route) => {
    await read;
    await (isDown ? route.abort() : route.continue());
  });
  await open(page, `/calendar?view=day&date=${day}`);
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  const field = dialog.getByLabel("What did you work on?");
  await field.fill(`45m call @"${person.project.name}"\n15m mail @"${person.project.name}"`);
  await expect(dialog.getByText(/call.*: Loading/)).toBeVisible();
  await field.press("Control+Enter");
  isDown = true;
  goOn();
  await expect(dialog.getByText(/call.*: add a start time/)).toBeVisible();
  await expect(dialog.getByText(/mail.*: add a start time/)).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveText("2 lines stay here until they’re right.");
  await field.fill(`9:15 45m call @"${person.project.name}"\n15m mail @"${person.project.name}"`);
  await expect(dialog.getByRole("button", { name: "Add 2 entries" })).toBeEnabled();
  isDown = false;
  await field.fill(`45m call @"${person.project.name}"\n15m mail @"${person.project.name}"`);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await dialog.getByRole("button", { name: "Add 2 entries" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => shortEntries(person)).toEqual(["09:00 60 Before", "10:00 45 call", "10:45 15 mail"]);
});

test("the form below creates one entry after the day's last one, on the last used project", async ({
  page,
  person,
  managing,
}) => {
  await newEntry(person, "Before", { minutes: 90 });
  const other = await managing.tasks.create(person.project.id, { name: "Design" });
  await newEntry(person, "Planned", { at: "2030-01-01T09:00:00Z", taskId: other.id });
  await open(page, `/calendar?view=day&date=${day}`);
  await page.getByRole("button", { name: /^Before/ }).waitFor();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  await expect(dialog.getByRole("button", { name: `Project: ${person.project.name}, Build` })).toBeVisible();
  // The next form begins with its own times, so other times are no draft.
  await dialog.getByLabel("Duration").fill("0:45");
  await dialog.getByLabel("Duration").press("Tab");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(dialog.getByLabel("What did you work on?")).toBeFocused();
  await expect(dialog.getByText("You typed this before.")).toHaveCount(0);
  await dialog.getByLabel("Description").fill("Not sent");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(dialog.getByLabel("Description")).toHaveValue("Not sent");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(dialog.getByLabel("What did you work on?")).toBeFocused();
  await expect(dialog.getByText("You typed this before.")).toHaveCount(0);
  await expect(dialog.getByLabel("Description")).toHaveValue("");
  await dialog.getByLabel("Description").fill("By fields");
  await dialog.getByLabel("Duration").fill("0:30");
  await dialog.getByLabel("Duration").press("Tab");
  await dialog.getByRole("button", { name: "Add entry" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: /^By fields/ })).toBeVisible();
  await expect.poll(() => shortEntries(person)).toEqual(["09:00 90 Before", "10:30 30 By fields", "09:00 60 Planned"]);

  // The browser's Back button leaves the screen, but the fields stay.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Timesheet" }).click();
  await page.getByRole("heading", { name: "Timesheet", level: 1 }).waitFor();
  await page.keyboard.press("n");
  await dialog.getByLabel("Description").fill("Half");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.keyboard.press("n");
  await expect(dialog.getByLabel("Description")).toHaveValue("Half");
});

test("lines that are being added aren't offered again, and their answer leaves the next dialog open", async ({
  page,
  person,
}) => {
  const { name } = person.project;
  let { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/v1/time-entries", async (route) => {
    await answered;
    await route.continue();
  });
  await open(page, "/time");
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  const field = dialog.getByLabel("What did you work on?");
  await page.keyboard.press("n");
  await field.fill(`2026-03-03 9-10 @"${name}" slow\nbilling`);
  await field.press("Control+Enter");
  await expect(field).not.toBeEditable();
  await expect(dialog.getByLabel("Date")).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("n");
  await expect(field).toHaveValue(`2026-03-03 billing @"${name}"`);
  answer();
  await expect.poll(() => shortEntries(person)).toEqual(["08:00 60 slow"]);
  await page.keyboard.press("Escape");

  ({ promise: answered, resolve: answer } = Promise.withResolvers<void>());
  const palette = page.getByRole("dialog", { name: "Search" });
  const line = palette.getByRole("combobox");
  await page.keyboard.press("Control+k");
  await line.fill(`2026-03-03 11-12 @"${name}" slow`);
  await line.press("Enter");
  await expect(line).not.toBeEditable();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await page.keyboard.press("Control+k");
  await line.fill(`2026-03-03 13-14 @"${name}" next`);
  answer();
  await expect.poll(() => shortEntries(person)).toEqual(["08:00 60 slow", "10:00 60 slow"]);
  await line.press("Enter");
  await expect(palette).toBeHidden();
  await expect.poll(() => shortEntries(person)).toEqual(["08:00 60 slow", "10:00 60 slow", "12:00 60 next"]);
});

test("two tabs begin with the same text, and one keeps what is typed there when the other sends", async ({
  page,
  person,
  context,
}) => {
  const typed = `2026-03-03 15-16 @"${person.project.name}" both`;
  const fieldOf = (tab: Page) => tab.getByRole("dialog").getByLabel("What did you work on?");
  await open(page, "/time");
  await page.keyboard.press("n");
  await fieldOf(page).fill(typed);
  const other = await context.newPage();
  await open(other, "/time");
  await other.keyboard.press("n");
  await expect(fieldOf(other)).toHaveValue(typed);
  await fieldOf(other).pressSequentially("\n1h more");
  await fieldOf(page).press("Control+Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await other.keyboard.press("Escape");
  await other.keyboard.press("n");
  await expect(fieldOf(other)).toHaveValue(`${typed}\n1h more`);
});

test("on each of the three screens N opens it, and W describes what is being done", async ({ page, person }) => {
  await newEntry(person, "Review", { at: new Date().toISOString(), minutes: 1 });
  for (const path of ["/time", "/calendar", "/timesheet"]) {
    await open(page, path);
    await expect(page.getByRole("main").getByRole("button", { name: "Add entry" })).toBeVisible();
    await page.keyboard.press("n");
    await expect(page.getByRole("dialog", { name: "Add entry" }).getByLabel("What did you work on?")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  await page.keyboard.press("w");
  await expect(page.getByLabel("What are you working on?")).toBeFocused();
  await page.keyboard.press("Escape");
  if (isNarrow(page)) return;
  await page.getByRole("main").getByRole("heading").first().click();
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByRole("button", { name: "Keys" }).click();
  await expect(page.getByRole("dialog").getByText("Add one or more entries")).toBeVisible();
});

test.describe("with a lock date", () => {
  test.use({ isAlone: true });
  test("a typed day before it is refused before it is written, also if the projects load late", async ({
    page,
    person,
  }) => {
    await person.stint.organization.update({ lockDate: "2026-03-01" });
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    await page.route(/\/v1\/projects/, async (route) => {
      await entered;
      await route.continue();
    });
    await open(page, "/time");
    await page.getByRole("button", { name: "Add entry" }).click();
    const dialog = page.getByRole("dialog", { name: "Add entry" });
    await dialog.getByLabel("What did you work on?").fill("2026-02-27 9-10 billing");
    enter();
    await expect(dialog.getByText(/this day is before the lock date/)).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Add entry" })).toBeDisabled();
  });

  test("without any project the first one is created along the way", async ({ context, service, page, person }) => {
    const { stint, project } = person;
    await stint.projects.delete(project.id);
    await signIn(context, service, person);
    await open(page, "/time");
    await page.getByRole("button", { name: "Add entry" }).click();
    const dialog = page.getByRole("dialog", { name: "Add entry" });
    await dialog.getByLabel("What did you work on?").fill("9-10 billing");
    await expect(dialog.getByText(/add a project: type @/)).toBeVisible();
    await dialog.getByRole("button", { name: /^Project:/ }).click();
    await dialog.getByPlaceholder("Find a project or task").fill("Acme");
    await dialog.getByRole("option", { name: "Create the project “Acme”" }).click();
    await dialog.getByRole("button", { name: "Add 1 entry" }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => shortEntries(person)).toEqual([expect.stringMatching(/60 billing$/)]);
  });
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });
  test("is not offered to add entries, by button or key", async ({ page }) => {
    for (const path of ["/time", "/calendar", "/timesheet"]) {
      await open(page, path);
      await page
        .getByText(/^Nothing tracked/)
        .first()
        .waitFor();
      await page.keyboard.press("n");
      await expect(page.getByRole("button", { name: "Add entry" })).toHaveCount(0);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("main")).not.toContainText("Add entry");
    }
  });
});

test("text shared by another app becomes the description of a new entry", async ({ page, person }) => {
  await newEntry(person, "Before");
  await open(page, "/time?title=Invoice&text=Ask%20Ada");
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  await expect(dialog.getByRole("combobox", { name: "Description" })).toHaveValue("Invoice Ask Ada");
  await dialog.getByRole("button", { name: "Add entry" }).click();
  await expect(rowOf(page, "Invoice Ask Ada")).toBeVisible();
  await expect(page).toHaveURL(/\/time$/);
  await page.keyboard.press("n");
  await dialog.getByRole("textbox", { name: "What did you work on?" }).fill("9-10 call");
  await page.keyboard.press("Escape");
  await open(page, "/time?text=Ask%20Bo");
  await expect(dialog.getByRole("textbox", { name: "What did you work on?" })).toHaveValue("9-10 call\nAsk Bo");
});

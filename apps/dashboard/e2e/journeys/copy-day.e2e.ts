import { choose, chooseOf, day, entriesOf, newEntry, rowOf } from "../data/entries.ts";
import { expect, install, open, type Person, test } from "../page/journey.ts";

/** The starts and descriptions of the entries from an instant on, earliest first. */
async function since(person: Person, from: string): Promise<string[]> {
  const entries = await entriesOf(person);
  return entries
    .filter(({ startedAt }) => startedAt >= from)
    .map(({ startedAt, durationSeconds, description }) => `${startedAt} ${durationSeconds / 60} ${description}`);
}

test("an entry is copied from its menu, at the same clock time, and the copy is undone", async ({ page, person }) => {
  await newEntry(person, "Review", { minutes: 90, tags: ["sales"], billable: false });
  await open(page, "/time");
  await chooseOf(page, "Review", /^Copy to another day/);
  const dialog = page.getByRole("dialog", { name: "Copy 1 entry" });
  // After the clocks have gone forward, 10:00 is an hour earlier in UTC.
  await dialog.getByLabel("To").fill("2026-04-01");
  await expect(dialog.getByText("1:30")).toBeVisible();
  await dialog.getByRole("button", { name: /^Copy to Wednesday/ }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => since(person, "2026-04-01")).toEqual(["2026-04-01T08:00:00Z 90 Review"]);
  const [copy] = (await entriesOf(person)).slice(-1);
  expect(copy).toMatchObject({ tags: ["sales"], billable: false, projectId: person.project.id, taskId: person.taskId });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => since(person, "2026-04-01")).toEqual([]);
});

test("a whole day is copied from its menu, and a selection keeps the distance of its days", async ({
  page,
  person,
}) => {
  await newEntry(person, "First");
  await newEntry(person, "Second", { at: `${day}T12:00:00Z` });
  await newEntry(person, "Next day", { at: "2026-03-04T09:00:00Z" });
  await open(page, "/time");
  await page.getByRole("button", { name: /^Actions for “Tuesday, (Mar 3|3 Mar)/ }).click();
  await choose(page, /^Copy to another day/);
  await page.getByRole("dialog", { name: "Copy 2 entries" }).getByLabel("To").fill("2026-03-10");
  await page.getByRole("button", { name: /^Copy to Tuesday/ }).click();
  await expect
    .poll(() => since(person, "2026-03-10"))
    .toEqual(["2026-03-10T09:00:00Z 60 First", "2026-03-10T12:00:00Z 60 Second"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => since(person, "2026-03-10")).toEqual([]);

  await rowOf(page, "Next day").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await page
    .getByRole("toolbar")
    .getByRole("button", { name: /^Copy to another day/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Copy 2 entries" });
  await dialog.getByLabel("First day").fill("2026-03-17");
  await dialog.getByRole("button", { name: /^Copy to Tuesday.* and Wednesday/ }).click();
  await expect(page.getByText(/^2 entries copied to Tuesday.* and Wednesday/)).toBeVisible();
  await expect
    .poll(() => since(person, "2026-03-17"))
    .toEqual(["2026-03-17T12:00:00Z 60 Second", "2026-03-18T09:00:00Z 60 Next day"]);
});

test("an empty day offers the last day that has entries", async ({ page, person }) => {
  const before = new Date(Date.now() - 2 * 86_400_000);
  // At noon, so that the entry lies in one day of every time zone of the tests.
  before.setUTCHours(12, 0);
  await newEntry(person, "Earlier", { at: before.toISOString(), minutes: 20 });
  await open(page, "/time");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Copy .* · 0:20/ })
    .click();
  await expect
    .poll(async () => (await entriesOf(person)).map(({ description }) => description))
    .toEqual(["Earlier", "Earlier"]);
  await expect(page.getByRole("button", { name: /^Copy .* · 0:20/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await entriesOf(person)).length).toBe(1);
  await expect(page.getByRole("button", { name: /^Copy .* · 0:20/ })).toBeVisible();

  const empty = new Date(before.getTime() + 86_400_000).toISOString().slice(0, 10);
  await open(page, `/calendar?view=day&date=${empty}`);
  await page.getByRole("button", { name: /^Copy .* · 0:20/ }).click();
  await expect(page.getByRole("button", { name: /^Earlier/ })).toBeVisible();
});

test.describe("without the server", () => {
  test.use({ serviceWorkers: "allow" });

  test("a copy made offline is sent once the server is reachable", async ({ page, person, context }) => {
    await newEntry(person, "Review");
    await install(page);
    await rowOf(page, "Review").waitFor();
    await context.setOffline(true);
    await chooseOf(page, "Review", /^Copy to another day/);
    await page.getByRole("dialog").getByLabel("To").fill("2026-03-10");
    await page.getByRole("button", { name: /^Copy to Tuesday/ }).click();
    await expect(page.getByText(/1 change not sent yet/)).toBeVisible();
    await context.setOffline(false);
    await expect.poll(() => since(person, "2026-03-10")).toEqual(["2026-03-10T09:00:00Z 60 Review"]);
  });
});

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("sees what cannot be copied, and copies the rest", async ({ page, person }) => {
    const { stint, project } = person;
    const old = await stint.projects.create({ name: "Old site" });
    const oldTask = await stint.tasks.create(old.id, { name: "Build" });
    const done = await stint.tasks.create(project.id, { name: "Design" });
    await newEntry(person, "Goes");
    await newEntry(person, "Closed", { at: `${day}T11:00:00Z`, taskId: done.id });
    const at = { startedAt: `${day}T12:00:00Z`, durationSeconds: 60, description: "Archived" };
    await stint.timeEntries.create({ projectId: old.id, taskId: oldTask.id, ...at });
    await stint.tasks.update(done.id, { status: "done" });
    await stint.projects.update(old.id, { status: "archived" });
    await stint.organization.update({ lockDate: "2026-03-02" });
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    await page.route(/\/v1\/projects/, (route) => entered.then(() => route.continue()));
    await open(page, "/time");
    // Pressed before the projects have loaded, the button waits for them.
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Copy .* · / })
      .click();
    enter();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("The project “Old site” is archived.");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Actions for “Tuesday, (Mar 3|3 Mar)/ }).click();
    await choose(page, /^Copy to another day/);
    const dialog = page.getByRole("dialog", { name: "Copy 3 entries" });
    await dialog.getByLabel("To").fill("2026-03-01");
    await expect(dialog.getByRole("alert")).toContainText(/(Mar 1|1 Mar).* is before the lock date/);
    await expect(dialog.getByRole("button", { name: /^Copy to/ })).toBeDisabled();
    await dialog.getByLabel("To").fill("2026-03-10");
    await expect(dialog.getByRole("alert")).toContainText("The project “Old site” is archived.");
    await expect(dialog.getByRole("alert")).toContainText(`The task “Design” in “${project.name}” is done.`);
    await dialog.getByRole("button", { name: "Copy the other 1 entry" }).click();
    await expect.poll(() => since(person, "2026-03-10")).toEqual(["2026-03-10T09:00:00Z 60 Goes"]);
  });

  test("a blocking budget refuses the whole copy and says so", async ({ page, person }) => {
    const { stint, project, taskId } = person;
    const tight = await stint.projects.create({ name: "Tight" });
    const task = await stint.tasks.create(tight.id, { name: "Build" });
    await newEntry(person, "Free", { taskId });
    const at = { startedAt: `${day}T12:00:00Z`, durationSeconds: 3600, description: "Budgeted" };
    await stint.timeEntries.create({ projectId: tight.id, taskId: task.id, ...at });
    await stint.projects.update(tight.id, { budget: { kind: "time", seconds: 4000, onExceed: "block" } });
    expect(project.id).not.toBe(tight.id);
    await open(page, "/time");
    await page.getByRole("button", { name: /^Actions for “Tuesday, (Mar 3|3 Mar)/ }).click();
    await choose(page, /^Copy to another day/);
    await page.getByRole("dialog").getByLabel("To").fill("2026-03-10");
    await page.getByRole("button", { name: /^Copy to Tuesday/ }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText(/budget/i);
    expect(await since(person, "2026-03-10")).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: /^Actions for “Tuesday, (Mar 10|10 Mar)/ })).toHaveCount(0);
  });
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });
  test("is not offered to copy", async ({ page, person, managing }) => {
    const { user } = await person.stint.me.get();
    const where = { projectId: person.project.id, taskId: person.taskId, userId: user.id };
    await managing.timeEntries.create({
      ...where,
      startedAt: `${day}T09:00:00Z`,
      durationSeconds: 60,
      description: "Mine",
    });
    await open(page, "/time");
    await page.getByRole("button", { name: "Actions for “Mine”" }).click();
    await expect(page.getByRole("menuitem", { name: /^History/ })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: /^Copy/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^(Actions for “Tuesday|Copy )/ })).toHaveCount(0);
  });
});

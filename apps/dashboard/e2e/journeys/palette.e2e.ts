import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test("a typed day is previewed before it is written, and undone", async ({ page, person }) => {
  await open(page, "/time");
  await page.keyboard.press("Control+k");
  const line = page.getByRole("combobox", { name: /Search/ });
  await line.fill(`9-10:30 review @"${person.project.name}" #sales, 45m call @"${person.project.name}"`);
  await expect(page.getByRole("dialog").getByText("2:15")).toBeVisible();
  await line.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  const entries = async () => (await person.stint.timeEntries.list({ userId: "me" })).data;
  await expect.poll(async () => (await entries()).map(({ durationSeconds }) => durationSeconds)).toEqual([2700, 5400]);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await entries()).length).toBe(0);
});

test("screens are reached by keys, and the keys are shown", async ({ page }) => {
  await open(page, "/time");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Help" });
  await expect(sheet).toBeVisible();
  // The answers can be searched at once.
  await page.keyboard.type("spreadsheet week");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(...request.url().split("/pictures/").slice(1)));
  await sheet.getByText("Fill in a week").click();
  const picture = sheet.getByRole("img", { name: "Screenshot: Fill in a week" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(loaded).toEqual(["en/timesheet-fill.webp"]);
  await expect(sheet.getByRole("link", { name: "Open: Timesheet" })).toBeVisible();
  await expect(sheet.getByText("Use the calendar")).toBeHidden();
  await expectAccessible(page, "the help");
  // Without the network, there may be no picture.
  await page.route("**/pictures/**", (route) => route.abort());
  await sheet.getByRole("searchbox", { name: "Search help" }).fill("pause");
  await sheet.getByText("Fix a timer that ran on").click();
  await expect(sheet.getByRole("link", { name: "Open: Time", exact: true })).toBeVisible();
  await expect(sheet.getByRole("img")).toBeHidden();
  await sheet.getByRole("button", { name: "Keys" }).click();
  await expect(sheet.getByText("Start or stop the timer")).toBeVisible();
  await page.keyboard.press("Escape");
  // The button serves people who have turned off single-key shortcuts or don't know them.
  const search = page.getByRole("button", { name: /^Search/ });
  const inMenu = page.getByRole("menuitem", { name: /^Search/ });
  await page.getByRole("button", { name: "More", exact: true }).or(search).click();
  await inMenu
    .or(page.getByRole("combobox", { name: /Search/ }))
    .first()
    .click();
  await page.getByRole("option", { name: /^Keyboard shortcuts/ }).click();
  await expect(sheet.getByText("Start or stop the timer")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(/\/timesheet/);
});

test("every settings screen that the role may see is found by its name", async ({ page }) => {
  await open(page, "/time");
  await page.keyboard.press("Control+k");
  const line = page.getByRole("combobox", { name: /Search/ });
  await line.fill("settings");
  await expect(page.getByRole("option", { name: /^Settings: API keys/ })).toBeVisible();
  // These screens are only for owners and admins.
  await expect(page.getByRole("option", { name: /^Settings: (Audit log|Backups)/ })).toHaveCount(0);
  await line.fill("api keys");
  await line.press("Enter");
  await expect(page).toHaveURL(/\/settings\/api-keys/);
  await expect(page.getByRole("heading", { name: "API keys", level: 1 })).toBeVisible();
});

test("a typed day uses the task written after the project", async ({ page, person, managing }) => {
  const { id } = await managing.tasks.create(person.project.id, { name: "Design" });
  await open(page, "/time");
  await page.keyboard.press("Control+k");
  const line = page.getByRole("combobox", { name: /Search/ });
  await line.pressSequentially(`45m call @"${person.project.name}`);
  await page.getByRole("option", { name: /Design/ }).click();
  await expect(line).toHaveValue(`45m call @"${person.project.name}/Design" `);
  await expect(page.getByRole("dialog").getByText("· Design")).toBeVisible();
  await page.getByRole("button", { name: "Add 1 entry" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  const entries = async () => (await person.stint.timeEntries.list({ userId: "me" })).data;
  await expect.poll(async () => (await entries()).map(({ taskId }) => taskId)).toEqual([id]);
});

test.describe("an owner", () => {
  test.use({ isAlone: true });
  test("a typed day creates a missing project and task", async ({ page, person }) => {
    await open(page, "/time");
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog");
    const line = page.getByRole("combobox", { name: /Search/ });
    await line.fill("20 Nov 9-10:30 @Lighthouse billing");
    await expect(dialog.getByText("there is no project “Lighthouse”.")).toBeVisible();
    await dialog.getByRole("button", { name: "Create the project “Lighthouse”" }).click();
    await expect(dialog.getByText("there is no project")).toBeHidden();
    await line.fill("20 Nov 9-10:30 @Lighthouse/Draft billing");
    await expect(dialog.getByText("there is no open task “Draft” in “Lighthouse”.")).toBeVisible();
    await dialog.getByRole("button", { name: "Create the task “Draft”" }).click();
    await expect(line).toBeFocused();
    await expect(dialog.getByText("· Draft")).toBeVisible();
    // A task that is done is opened again, instead of creating another one of the same name.
    const [project] = (await person.stint.projects.list({ q: "Lighthouse" })).data;
    const done = await person.stint.tasks.create(project?.id ?? "", { name: "Old lamp" });
    await person.stint.tasks.update(done.id, { status: "done" });
    await line.fill('20 Nov 9-10:30 @"Lighthouse/old lamp" billing');
    await dialog.getByRole("button", { name: "Reopen the task “Old lamp”" }).click();
    await expect(line).toBeFocused();
    await expect(dialog.getByText("· Old lamp")).toBeVisible();
    expect((await person.stint.tasks.get(done.id)).status).toBe("open");
    // Escape closes only the open list of names.
    await line.pressSequentially(" @Ligh");
    await dialog.getByRole("option").first().waitFor();
    await line.press("Escape");
    await expect(dialog.getByRole("option")).toHaveCount(0);
    await line.fill('20 Nov 9-10:30 @"Lighthouse/old lamp" billing');
    await line.press("Enter");
    await expect(dialog).toBeHidden();
    const entries = async () => (await person.stint.timeEntries.list({ userId: "me" })).data;
    await expect.poll(async () => (await entries()).map(({ startedAt }) => startedAt.slice(5, 10))).toEqual(["11-20"]);
  });

  test("commands start what was typed, bill, open forms and change the theme", async ({ page, person }) => {
    const { stint, project, taskId } = person;
    const client = await stint.clients.create({ name: "Harbour Books" });
    await stint.projects.update(project.id, { clientId: client.id });
    await stint.timeEntries.create({ projectId: project.id, taskId, startedAt: new Date(), durationSeconds: 5400 });
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    await page.route(/\/v1\/projects/, (route) => entered.then(() => route.continue()));
    await open(page, "/time");
    const line = page.getByRole("combobox", { name: /Search/ });
    const option = (name: string | RegExp) => page.getByRole("option", { name });
    const ask = async (typed: string) => {
      await page.keyboard.press("Control+k");
      await line.fill(typed);
    };
    await ask("start");
    await expect(option(/^Start timer/).first()).toBeVisible();
    // Without quotes, the list of names opens as soon as they are known.
    await line.fill(`start cover @${project.name}`);
    await line.press("Enter");
    enter();
    await expect.poll(async () => (await stint.timer.get().catch(() => undefined))?.description).toBe("cover");
    await ask("stop");
    await expect(option(/^Stop timer cover/)).toBeVisible();
    await line.fill("start another");
    await expect(option(/^Start timer another/).first()).toHaveAttribute("aria-selected", "true");
    await line.fill("dark");
    await expect(option("Dark theme now: Theme of the device")).toBeVisible();
    await expect(option("Dark theme").locator("mark")).toHaveText("Dark");
    await line.press("Enter");
    await expect.poll(async () => (await stint.me.get()).preferences.theme).toBe("dark");
    await page.route("**/v1/me", (route) => route.fulfill({ status: 403, json: { detail: "Not today." } }));
    await ask("light theme");
    await line.press("Enter");
    await expect(page.getByText("Not today.")).toBeVisible();
    await page.unroute("**/v1/me");
    await page.keyboard.press("Control+k");
    await expect(page.getByText("Recent", { exact: true })).toBeVisible();
    await expect(page.getByRole("option").first()).toContainText("Light theme");
    await expectAccessible(page, "the palette with recent commands");
    await page.keyboard.press("Escape");
    await ask("invoice");
    await option(/^Bill Harbour Books… 1:30 · .*unbilled/).click();
    await expect(page).toHaveURL(new RegExp(`/billing/new\\?clientId=${client.id}`));
    for (const [typed, title] of [
      ["new project", "New project"],
      ["new client", "New client"],
      ["new rate", "New rate"],
    ] as const) {
      await ask(typed);
      await line.press("Enter");
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    // Asking again on the same screen opens the form again.
    await ask("new rate");
    await line.press("Enter");
    await expect(page.getByRole("dialog", { name: "New rate" })).toBeVisible();
    await page.keyboard.press("Escape");
    await ask("log out");
    await option(new RegExp(`^Sign out ${person.email}`)).click();
    await expect(page).toHaveURL(/sign-in/);
  });

  test("a typed day creates the first task of a new project", async ({ page, person }) => {
    const { name, id } = await person.stint.projects.create({ name: `Fresh ${person.project.name}` });
    await open(page, "/time");
    await page.keyboard.press("Control+k");
    const line = page.getByRole("combobox", { name: /Search/ });
    await line.fill(`45m @"${name}" call, 15m @"${name}" notes`);
    await expect(page.getByRole("dialog").getByText("1:00")).toBeVisible();
    await line.press("Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
    const entries = async () => (await person.stint.timeEntries.list({ userId: "me" })).data;
    await expect.poll(async () => (await entries()).map(({ projectId }) => projectId)).toEqual([id, id]);
    const tasks = (await person.stint.tasks.list(id)).data;
    expect(tasks).toHaveLength(1);
  });
});

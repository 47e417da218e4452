import { newEntry, rowOf } from "../data/entries.ts";
import { expect, install, open, test } from "../page/journey.ts";

test("a timer is started with a description and a project, and stopped", async ({ page, person }) => {
  await open(page, "/time");
  await page.getByLabel("What are you working on?").fill(`Review @"${person.project.name}" #sales`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
  await expect(page).toHaveTitle(/^0:0\d:\d\d Review/);
  const running = async () => (await person.stint.timers.list({ userId: "me" })).data[0];
  const wanted = { description: "Review", projectId: person.project.id, tags: ["sales"] };
  await expect.poll(running).toMatchObject(wanted);
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  await page.route("**/v1/timers/*/stop", async (route) => {
    await entered;
    await route.continue();
  });
  await page.getByRole("button", { name: "Stop timer" }).click();
  await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
  const row = page.getByRole("row", { name: /^Review|“Review”/ });
  await expect(row).toHaveAttribute("data-unconfirmed");
  await page.getByRole("button", { name: "Actions for “Review”" }).click();
  enter();
  await expect(row).not.toHaveAttribute("data-unconfirmed");
  // The menu of the entry stays open when the server has saved the entry.
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect.poll(async () => (await person.stint.timeEntries.list({ userId: "me" })).data.length).toBe(1);
});

test("a timer that is started before the projects have loaded gets the typed project", async ({ page, person }) => {
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  await page.route(/\/v1\/projects/, async (route) => {
    await entered;
    await route.continue();
  });
  await open(page, "/time");
  await page.getByLabel("What are you working on?").fill(`Review @"${person.project.name}"`);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("What are you working on?")).toHaveValue(/^Review @/);
  enter();
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
  const running = async () => (await person.stint.timers.list({ userId: "me" })).data[0];
  await expect.poll(running).toMatchObject({ description: "Review", projectId: person.project.id });
});

test("the button starts the typed timer like Enter, and an unknown project name stays text", async ({
  page,
  person,
}) => {
  await open(page, "/time");
  await page.getByLabel("What are you working on?").fill(`Meet @anna @"${person.project.name}" #sales`);
  await page.getByRole("button", { name: "Start timer" }).click();
  const running = async () => (await person.stint.timers.list({ userId: "me" })).data[0];
  const wanted = { description: "Meet @anna", projectId: person.project.id, tags: ["sales"] };
  await expect.poll(running).toMatchObject(wanted);
});

test("a start without a choice continues with the project and task of the last entry, which the bar shows", async ({
  page,
  person,
  managing,
}) => {
  const design = await managing.tasks.create(person.project.id, { name: "Design" });
  await newEntry(person, "Review", { taskId: design.id });
  await open(page, "/time");
  await expect(page.getByRole("button", { name: `Project: ${person.project.name}, Design` })).toBeVisible();
  await page.getByRole("button", { name: "Start timer" }).click();
  const running = async () => (await person.stint.timers.list({ userId: "me" })).data[0];
  await expect.poll(running).toMatchObject({ projectId: person.project.id, taskId: design.id, description: "" });
});

test("a task of the running timer's own project is typed into its description", async ({ page, person, managing }) => {
  const design = await managing.tasks.create(person.project.id, { name: "Design" });
  await open(page, "/time");
  const field = page.getByLabel("What are you working on?");
  await field.fill(`Review @"${person.project.name}"`);
  await field.press("Enter");
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
  await field.fill(`@"${person.project.name}"/Design fix`);
  await field.press("Enter");
  const running = async () => (await person.stint.timers.list({ userId: "me" })).data[0];
  await expect.poll(running).toMatchObject({ description: "fix", taskId: design.id });
});

test("a new device proposes the project of the last entry on any screen, and none to someone without entries", async ({
  page,
  person,
  managing,
}) => {
  const { user } = await person.stint.me.get();
  const name = `Newer than ${person.project.name}`;
  const newer = await managing.projects.create({ name, visibility: "members", memberIds: [user.id] });
  // Outside /time, a phone shows the timer's project while its bar is in use.
  const useBar = () => page.getByLabel("What are you working on?").focus();
  await open(page, "/projects");
  await expect(page.getByRole("link", { name: newer.name })).toBeVisible();
  await useBar();
  await expect(page.getByRole("button", { name: "Project: No project" })).toBeVisible();
  await newEntry(person, "Review");
  await page.evaluate(async () => {
    for (const { name = "" } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await open(page, "/projects");
  await useBar();
  await expect(page.getByRole("button", { name: `Project: ${person.project.name}, Build` })).toBeVisible();
});

test("the start of a running timer is moved by how long ago it was", async ({ page, person }) => {
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, description: "Late" });
  await open(page, "/time");
  const { startedAt } = await person.stint.timer.get();
  await page.getByLabel("Started at").fill("-15m");
  await page.keyboard.press("Enter");
  const moved = async () => (Date.parse(startedAt) - Date.parse((await person.stint.timer.get()).startedAt)) / 60_000;
  await expect.poll(moved).toBeGreaterThan(10);
});

test.describe("where it is about noon", () => {
  test.use({ isAlone: true });

  test("the running time is the same everywhere, in the whole minutes that have passed", async ({ page, person }) => {
    const { project, taskId, stint } = person;
    // Elsewhere, the timer could have started yesterday or last week. The names of these zones have the opposite sign.
    const offset = new Date().getUTCHours() - 12;
    await stint.me.update({ preferences: { timeZone: `Etc/GMT${offset < 0 ? "" : "+"}${offset}` } });
    await open(page, "/time");
    // 40 minutes and one second ago, because the running time is rounded down to the minute.
    const startedAt = new Date(Date.now() - (40 * 60 + 1) * 1000).toISOString();
    await stint.timer.start({ projectId: project.id, taskId, startedAt });
    // On a phone, the head of the week has no room for it.
    await expect(page.getByText("+ 0:40 running").filter({ visible: true }).first()).toBeVisible();
    await test.step("its row is no entry: it has no menu, no history and no copy", async () => {
      const before = new Date(Date.parse(startedAt) - 3_600_000).toISOString();
      const entry = { projectId: project.id, taskId, startedAt: before, durationSeconds: 1800, description: "Before" };
      await stint.timeEntries.create(entry);
      await expect(rowOf(page, "Before")).toBeVisible();
      const row = page.locator("#row-running");
      await row.focus();
      for (const key of ["h", "x", "Shift+F10"]) await page.keyboard.press(key);
      await expect(row).toBeFocused();
      await page.getByRole("row").filter({ hasText: "+ 0:40 running" }).getByRole("button").click();
      await page.getByRole("menuitem", { name: "Copy to another day…" }).click();
      await expect(page.getByRole("dialog", { name: "Copy 1 entry" })).toBeVisible();
      await page.keyboard.press("Escape");
    });
    await open(page, "/team");
    await expect(page.getByText("0:40", { exact: true })).toBeVisible();
  });
});

test("the toast undoes a stop", async ({ page, person }) => {
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, description: "Not yet" });
  await open(page, "/time");
  await page.getByRole("button", { name: "Stop timer" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
  await expect.poll(async () => (await person.stint.timeEntries.list({ userId: "me" })).data.length).toBe(0);
  await expect
    .poll(async () => (await person.stint.timers.list({ userId: "me" })).data[0]?.description)
    .toBe("Not yet");
});

test("text typed before the start survives a reload", async ({ page }) => {
  await open(page, "/time");
  await page.getByLabel("What are you working on?").fill("Half a thought");
  await page.reload();
  await expect(page.getByLabel("What are you working on?")).toHaveValue("Half a thought");
});

test("a timer started elsewhere appears, and marks the icon of the installed app", async ({ page, person }) => {
  await page.addInitScript(() => {
    const mark = (name: string) => async () => void (document.documentElement.dataset["badge"] = name);
    Object.assign(navigator, { setAppBadge: mark("set"), clearAppBadge: mark("cleared") });
  });
  await open(page, "/time");
  const badge = page.locator("html");
  await expect(badge).toHaveAttribute("data-badge", "cleared");
  await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, description: "By program" });
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
  await expect(page.getByLabel("What are you working on?")).toHaveValue("By program");
  await expect(badge).toHaveAttribute("data-badge", "set");
});

test.describe("a visit that kept the dashboard on the device", () => {
  test.use({ serviceWorkers: "allow" });
  test("a timer stopped offline is sent when the network is back, with the time of the stop", async ({
    page,
    person,
    context,
  }) => {
    const startedAt = new Date(Date.now() - 3_600_000);
    await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, startedAt });
    await install(page);
    await page.getByRole("button", { name: "Stop timer" }).waitFor();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Stop timer" }).click();
    await expect(page.getByText(/Offline\. You can keep working/)).toBeVisible();
    await expect(page.getByText(/1 change not sent yet/)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/Offline\. You can keep working/)).toBeHidden();
    // Polls, because the pending write is sent only after the server's first reply has removed the notice.
    const secondsOff = async () =>
      Math.abs(((await person.stint.timeEntries.list({ userId: "me" })).data[0]?.durationSeconds ?? 0) - 3600);
    await expect.poll(secondsOff).toBeLessThan(120);
  });
});

test("on a phone, the bar takes half its room while the list is scrolled and on other screens", async ({
  page,
  person,
  hasTouch,
}) => {
  test.skip(!hasTouch, "needs a phone");
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, description: "Call" });
  for (let at = 0; at < 16; at++) await newEntry(person, `Entry ${at}`, { at: `2026-03-0${1 + (at % 8)}T09:00:00Z` });
  await open(page, "/time");
  const bar = page.getByRole("region", { name: "Timer" });
  const height = async () => Math.round((await bar.boundingBox())?.height ?? 0);
  await expect.poll(height).toBe(96);
  await expect(page.getByText("That’s all.")).toBeVisible();
  const total = () => page.evaluate(() => document.documentElement.scrollHeight);
  const whole = await total();
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(height).toBe(48);
  expect(await total()).toBe(whole);
  await page.getByLabel("What are you working on?").focus();
  await expect.poll(height).toBe(96);
  await open(page, "/profile");
  await expect.poll(height).toBe(48);
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
});

test("a timer that was stopped at once can be discarded", async ({ page, person }) => {
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, description: "Mistake" });
  await open(page, "/time");
  await page.getByRole("button", { name: "Stop timer" }).click();
  // A slow machine may have taken longer than what counts as at once.
  const discard = page.getByRole("status").getByRole("button", { name: "Discard" });
  await expect(page.getByText(/Timer stopped/)).toBeVisible();
  if ((await discard.count()) === 0) return;
  await discard.click();
  await expect(page.getByText("Timer discarded")).toBeVisible();
  await expect.poll(async () => (await person.stint.timeEntries.list({ userId: "me" })).data).toEqual([]);
});

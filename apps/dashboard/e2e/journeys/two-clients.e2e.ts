import type { Page } from "@playwright/test";
import { entriesOf, newEntry, rowOf, shortEntries } from "../data/entries.ts";
import { asOwner, expect, open, signIn, test } from "../page/journey.ts";

const description = (page: Page) => page.getByRole("combobox", { name: "Description", exact: true });

const conflict = (page: Page) =>
  page
    .getByRole("status")
    .getByRole("table")
    .getByRole("row", { name: /Description/ });

test.describe("a change of the same field by someone else", () => {
  /** Makes a change that waits while the network is down, and another change over the API. */
  test.beforeEach(async ({ page, person, context }) => {
    const { id } = await newEntry(person, "Review");
    await open(page, "/time");
    await rowOf(page, "Review").getByText("Review").click();
    await context.setOffline(true);
    await description(page).fill("Mine");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/1 change not sent yet/)).toBeVisible();
    await person.stint.timeEntries.update(id, { description: "Theirs" });
    await context.setOffline(false);
    await expect(conflict(page).getByRole("cell")).toHaveText(["Mine", "Theirs"]);
  });

  test("is shown next to the person's own, which can be kept", async ({ page, person }) => {
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect(page.getByText("Someone else edited this too")).toBeHidden();
    await expect(rowOf(page, "Mine")).toBeVisible();
    await expect.poll(async () => (await entriesOf(person))[0]?.description).toBe("Mine");
  });

  test("is shown next to the person's own, and can be accepted", async ({ page, person }) => {
    await page.getByRole("button", { name: "Use theirs" }).click();
    // The table for the conflict contains both values.
    await expect(page.getByText("Someone else edited this too")).toBeHidden();
    await expect(rowOf(page, "Theirs")).toBeVisible();
    await page.reload();
    await expect(rowOf(page, "Theirs")).toBeVisible();
    expect((await entriesOf(person))[0]?.description).toBe("Theirs");
  });
});

test("a change that arrives while the same field is being edited isn't overwritten", async ({ page, person }) => {
  const { id } = await newEntry(person, "Review");
  await open(page, "/time");
  await rowOf(page, "Review").getByText("Review").click();
  await description(page).fill("Mine");
  await person.stint.timeEntries.update(id, { description: "Theirs", durationSeconds: 7200 });
  await expect(page.getByRole("textbox", { name: "Duration", exact: true })).toHaveValue("2:00");
  await page.keyboard.press("Enter");
  await expect(conflict(page).getByRole("cell")).toHaveText(["Mine", "Theirs"]);
});

test("changes of different fields are both kept, and nobody is asked", async ({ page, person, context }) => {
  const { id } = await newEntry(person, "Review");
  await open(page, "/time");
  await rowOf(page, "Review").getByText("Review").click();
  await context.setOffline(true);
  await description(page).fill("Mine");
  await page.keyboard.press("Enter");
  await person.stint.timeEntries.update(id, { durationSeconds: 7200 });
  await context.setOffline(false);
  await expect.poll(() => shortEntries(person)).toEqual(["09:00 120 Mine"]);
  await expect(rowOf(page, "Mine").getByText("2:00", { exact: true })).toBeVisible();
  await expect(page.getByText("Someone else edited this too")).toHaveCount(0);
});

test("a change that the server refuses leaves the screen as it was, says why, and can be retried or discarded", async ({
  page,
  person,
  service,
}) => {
  await newEntry(person, "Review");
  await open(page, "/time");
  await rowOf(page, "Review").waitFor();
  // A project that has since been archived accepts no new entries.
  const owner = asOwner(service);
  await owner.projects.update(person.project.id, { status: "archived" });
  await page.getByRole("button", { name: "Continue “Review”" }).click();
  await expect(page.getByText(/^Not saved: /)).toBeVisible();
  await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
  await owner.projects.update(person.project.id, { status: "active" });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
  await expect(page.getByText(/^Not saved/)).toHaveCount(0);
  await page.getByRole("button", { name: "Stop timer" }).click();
  await owner.projects.update(person.project.id, { status: "archived" });
  await page.getByRole("button", { name: "Continue “Review”" }).last().click();
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(page.getByText(/^Not saved/)).toHaveCount(0);
});

for (const reply of [
  { status: 302, headers: { location: "http://127.0.0.1:1/sign-in" } },
  ...[200, 401, 403].map((status) => ({ status, contentType: "text/html", body: "<h1>Sign in to the network</h1>" })),
])
  test(`changes wait while another page answers with ${reply.status}`, async ({ page, person }) => {
    const { project, taskId, stint } = person;
    await stint.timer.start({ projectId: project.id, taskId, description: "Behind the gate" });
    await open(page, "/time");
    const stop = page.getByRole("button", { name: "Stop timer" });
    await stop.waitFor();
    await page.route(/\/v1\//, (route) => route.fulfill(reply));
    // Retries, because a press is ignored for a moment after a timer appears (see `useTimerGuard`).
    await expect(async () => {
      if (await stop.isVisible()) await stop.click({ timeout: 1_000 });
      await expect(stop).toBeHidden({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByText(/^Another page is responding instead of Stint.* 1 change not sent yet/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
    await page.unroute(/\/v1\//);
    await expect.poll(async () => (await stint.timers.list()).data).toEqual([]);
    await expect(page.getByText(/^Another page is responding/)).toBeHidden();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

test("two windows of a person show the same within a moment", async ({ page, person, service, browser }) => {
  const other = await browser.newContext({ baseURL: service.url });
  try {
    await signIn(other, service, person);
    const second = await other.newPage();
    await open(page, "/time");
    await open(second, "/time");
    await newEntry(person, "Over the API");
    for (const each of [page, second]) await expect(rowOf(each, "Over the API")).toBeVisible();
    await page.getByLabel("What are you working on?").fill("From the first");
    await page.keyboard.press("Enter");
    await expect(second.getByRole("button", { name: "Stop timer" })).toBeVisible();
    await expect(second.getByLabel("What are you working on?")).toHaveValue("From the first");
    await second.getByRole("button", { name: "Stop timer" }).click();
    await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
    await expect(rowOf(page, "From the first")).toBeVisible();
    await rowOf(second, "Over the API").focus();
    await second.keyboard.press("Delete");
    await expect(rowOf(page, "Over the API")).toHaveCount(0);
    await expect(rowOf(page, "From the first")).toBeVisible();
  } finally {
    await other.close();
  }
});

test("two windows of one browser stop a timer once", async ({ page, person, context }) => {
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, description: "Once" });
  await open(page, "/time");
  const second = await context.newPage();
  await open(second, "/time");
  for (const each of [page, second]) await each.getByRole("button", { name: "Stop timer" }).waitFor();
  // Dispatches the events directly, because real clicks would take so long that the second window's button would
  // already start a timer.
  await Promise.all(
    [page, second].map((each) => each.getByRole("button", { name: "Stop timer" }).dispatchEvent("click")),
  );
  for (const each of [page, second]) await expect(each.getByRole("button", { name: "Start timer" })).toBeVisible();
  await expect.poll(async () => (await entriesOf(person)).length).toBe(1);
});

test("a click that lands just after another window stopped or started the timer does nothing and says so", async ({
  page,
  person,
}) => {
  const { stint, project, taskId } = person;
  await stint.timer.start({ projectId: project.id, taskId, description: "Once" });
  await open(page, "/time");
  await page.getByRole("button", { name: "Stop timer" }).waitFor();
  /** Presses the button at the moment it changes, like a person whose finger is already moving. */
  const pressWhenTurned = () =>
    page.evaluate(() => {
      const label = 'button[aria-label="Stop timer"], button[aria-label="Start timer"]';
      const button = document.querySelector<HTMLButtonElement>(label);
      const before = button?.ariaLabel;
      const observer = new MutationObserver(() => {
        if (button?.ariaLabel === before) return;
        observer.disconnect();
        button?.click();
      });
      if (button !== null) observer.observe(button, { attributes: true });
    });
  const told = (text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeAttached();

  await pressWhenTurned();
  await stint.timer.stop();
  await told("The timer had just been stopped elsewhere. No new timer was started.");
  await expect(page.getByRole("button", { name: "Start timer" })).toBeEnabled();
  expect((await stint.timers.list({ userId: "me" })).data).toEqual([]);

  await pressWhenTurned();
  await stint.timer.start({ projectId: project.id, taskId, description: "Again" });
  await told("The timer had just been started elsewhere. It’s still running.");
  expect((await stint.timer.get()).description).toBe("Again");
  // A moment later, the button works again.
  await page.getByRole("button", { name: "Stop timer" }).click();
  await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
  await expect.poll(async () => (await stint.timers.list({ userId: "me" })).data).toEqual([]);
});

test("a tab switches to the person who signs in in another tab", async ({ page, person, service, context }) => {
  await open(page, "/profile");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await expect(name).toHaveValue(person.name);
  await signIn(context, service, { ...person, cookie: () => service.ownerCookie });
  await open(await context.newPage(), "/time");
  await expect(name).toHaveValue("Olive Owner");
});

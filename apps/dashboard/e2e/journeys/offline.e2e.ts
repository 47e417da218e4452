import type { Page } from "@playwright/test";
import { entriesOf, newEntry, rowOf, shortEntries } from "../data/entries.ts";
import { expect, install, isNarrow, open, test } from "../page/journey.ts";

test.use({ serviceWorkers: "allow" });

const unsent = (page: Page) => page.getByText(/Offline\. You can keep working/);

test("without the network every screen opens with the last seen data", async ({ page, person, context }) => {
  await newEntry(person, "Review", { at: new Date(Date.now() - 60_000).toISOString(), minutes: 1 });
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, description: "Running" });
  await install(page);
  await rowOf(page, "Review").waitFor();
  await page.getByRole("button", { name: "Stop timer" }).waitFor();
  await context.setOffline(true);
  await page.reload();
  await expect(rowOf(page, "Review")).toBeVisible();
  await expect(page.getByLabel("What are you working on?")).toHaveValue("Running");
  await expect(unsent(page)).toBeVisible();
  // These screens and dialogs must open although they were never opened on this device.
  await page.goto("/calendar?view=day");
  await expect(page.getByRole("button", { name: /^Review/ }).first()).toBeVisible();
  await page.goto("/timesheet");
  await expect(page.getByRole("button", { name: /^Add a row/ })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await page.goto("/verify-statement.html");
  await expect(page.getByRole("heading", { name: "Verify statements of approved time" })).toBeVisible();
});

test("the page of the first visit opens its other screens without the network", async ({ page, person, context }) => {
  await newEntry(person, "Review", { at: new Date(Date.now() - 60_000).toISOString(), minutes: 1 });
  await install(page);
  await rowOf(page, "Review").waitFor();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Calendar" }).first().click();
  await expect(page.getByRole("button", { name: /^Review/ }).first()).toBeVisible();
});

test.describe("who is not signed in", () => {
  test.use({ isSignedIn: false });

  test("is told without the network that the server is unreachable, and loses nothing", async ({ page, context }) => {
    await page.goto("/sign-in");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await context.setOffline(true);
    await page.reload();
    await page.getByLabel("Email").fill("somebody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("a password of theirs");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("The server isn’t responding. Try again.");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("a password of theirs");
    await page.goto("/time");
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  });
});

test("offline changes are sent once and in order, even after a reload", async ({ page, person, context }) => {
  await newEntry(person, "Review");
  await newEntry(person, "Doomed", { at: "2026-03-03T07:00:00Z" });
  await install(page);
  await rowOf(page, "Review").waitFor();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Actions for “Review”" }).click();
  await page.getByRole("menuitem", { name: /^Duplicate/ }).click();
  await page.getByRole("combobox", { name: "Description", exact: true }).fill("Made offline");
  await page.keyboard.press("Enter");
  await rowOf(page, "Doomed").focus();
  await page.keyboard.press("Delete");
  await page.getByLabel("What are you working on?").fill("Timer offline");
  await page.getByLabel("What are you working on?").press("Enter");
  await expect(page.getByText(/4 changes not sent yet/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/4 changes not sent yet/)).toBeVisible();
  await expect(rowOf(page, "Made offline")).toBeVisible();
  await expect(page.getByLabel("What are you working on?")).toHaveValue("Timer offline");
  expect(await shortEntries(person)).toEqual(["07:00 60 Doomed", "09:00 60 Review"]);
  await context.setOffline(false);
  await expect.poll(() => shortEntries(person)).toEqual(["09:00 60 Review", "09:00 60 Made offline"]);
  await expect
    .poll(async () => (await person.stint.timers.list({ userId: "me" })).data[0]?.description)
    .toBe("Timer offline");
  await expect(unsent(page)).toBeHidden();
  await page.reload();
  await expect(rowOf(page, "Made offline")).toHaveCount(1);
});

test("a start made offline and refused later still ends the timer that ran before", async ({
  page,
  person,
  context,
  managing,
}) => {
  const { stint, project, taskId } = person;
  const { id } = await managing.tasks.create(project.id, { name: "Given up" });
  await newEntry(person, "Next", { taskId: id });
  await stint.timer.start({ projectId: project.id, taskId, description: "Former" });
  await install(page);
  await rowOf(page, "Next").waitFor();
  await expect(page).toHaveTitle(/Former/);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Continue “Next”" }).click();
  await managing.tasks.update(id, { status: "done" });
  // The person sees the refusal of a start that is sent at once, so that leaves the former timer running.
  await expect(page).toHaveTitle(/^0:00:0[3-9] Next/);
  await context.setOffline(false);
  await expect(page.getByText(/The task is done/)).toBeVisible();
  await expect
    .poll(async () => (await entriesOf(person)).map(({ description }) => description))
    .toEqual(["Next", "Former"]);
  expect((await stint.timers.list({ userId: "me" })).data).toEqual([]);
  await expect(rowOf(page, "Former")).toBeVisible();
});

test("changes that a closed window has not sent are sent by the next one, also if the browser closed the databases", async ({
  page,
  person,
  context,
}) => {
  await newEntry(person, "Review");
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args);
      addEventListener("close-databases", () => request.result.close());
      return request;
    };
  });
  await install(page);
  await rowOf(page, "Review").getByText("Review").click();
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event("close-databases")));
  await page.getByRole("combobox", { name: "Description", exact: true }).fill("Changed");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/1 change not sent yet/)).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await open(next, isNarrow(next) ? "/calendar" : "/timesheet");
  await expect.poll(async () => (await entriesOf(person))[0]?.description).toBe("Changed");
});

test("changes that the device can’t store are reported, and closing the page asks first", async ({
  page,
  person,
  context,
}) => {
  await newEntry(person, "Review");
  await install(page);
  await rowOf(page, "Review").getByText("Review").click();
  await context.setOffline(true);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.getByRole("combobox", { name: "Description", exact: true }).fill("Changed");
  await page.keyboard.press("Enter");
  const unstored = page.getByText(/can’t be stored on this device: don’t close this page.*1 change not sent yet/);
  await expect(unstored).toBeVisible();
  await expect(unsent(page)).toBeHidden();
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await context.setOffline(false);
  await expect.poll(async () => (await entriesOf(person))[0]?.description).toBe("Changed");
  await expect(unstored).toBeHidden();
});

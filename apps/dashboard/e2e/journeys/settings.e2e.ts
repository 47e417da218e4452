import { readFile } from "node:fs/promises";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, type Person, test } from "../page/journey.ts";

/** Creates an entry of 1.5 hours on 1 March 2026, and an entry of one hour on 2 March. */
async function track({ stint, project, taskId }: Person): Promise<void> {
  await stint.timeEntries.createBatch({
    entries: [
      { projectId: project.id, taskId, startedAt: "2026-03-01T09:00:00Z", durationSeconds: 5400 },
      { projectId: project.id, taskId, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600 },
    ],
  });
}

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("renames the organization and undoes it", async ({ page, person }) => {
    const { name } = await person.stint.organization.get();
    await open(page, "/settings");
    const field = page.getByLabel("Name", { exact: true });
    await expect(field).toHaveValue(name);
    // The organization is read again only after the undo.
    const { promise: undone, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(/\/v1\/organization$/, async (route) => {
      if (route.request().method() === "GET") await undone;
      await route.continue();
    });
    await field.fill("Another name");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Settings changed")).toBeVisible();
    await expect.poll(async () => (await person.stint.organization.get()).name).toBe("Another name");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await person.stint.organization.get()).name).toBe(name);
    goOn();
    await expect(field).toHaveValue(name);
    await person.stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9000 });
    await page.getByRole("combobox", { name: "Currency" }).fill("swiss franc");
    await page.getByRole("option", { name: /^CHF/ }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/the currency can only be changed/)).toBeVisible();
    await expectAccessible(page, "a setting that is refused");
  });

  test("undoes one change after another", async ({ page, person }) => {
    const read = () => person.stint.organization.get();
    const { name, weekStart } = await read();
    await open(page, "/settings");
    await page.getByLabel("First day of the week").selectOption("sunday");
    await expect.poll(read).toMatchObject({ weekStart: "sunday" });
    await page.getByLabel("First day of the week").selectOption("saturday");
    await expect.poll(read).toMatchObject({ weekStart: "saturday" });
    await page.getByLabel("Name", { exact: true }).fill("Another name");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(read).toMatchObject({ name: "Another name" });
    await expect(page.getByText("Settings changed")).toBeVisible();
    for (let times = 0; times < 3; times++) await page.keyboard.press("Control+z");
    await expect.poll(read).toMatchObject({ name, weekStart });
    await expect(page.getByText(/^Couldn’t be undone/)).toHaveCount(0);
  });

  test("changes a setting after someone else has changed another one", async ({ page, person }) => {
    const read = () => person.stint.organization.get();
    await open(page, "/settings");
    await expect(page.getByLabel("Every entry needs a tag")).toBeVisible();
    await person.stint.organization.update({ name: "Renamed" });
    await page.getByLabel("Every entry needs a tag").click();
    await expect.poll(read).toMatchObject({ name: "Renamed", entryRules: { requireTag: true } });
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Renamed");
    await person.stint.organization.update({ entryRules: { requireDescription: true } });
    await page.getByLabel("Every entry needs a tag").click();
    await expect.poll(read).toMatchObject({ entryRules: { requireTag: false, requireDescription: true } });
    await expect(page.getByLabel("Every entry needs a description")).toBeChecked();
    // A conflict shows the rules as they are now, so that a second try succeeds.
    await person.stint.organization.update({ entryRules: { latestDays: 3 } });
    const deadline = page.getByLabel("Deadline for recording time, in days");
    for (const shown of ["3", "7"]) {
      await deadline.fill("7");
      await page.getByRole("button", { name: "Save rules" }).click();
      await expect(deadline).toHaveValue(shown);
    }
    await expect.poll(read).toMatchObject({ entryRules: { latestDays: 7, requireDescription: true } });
  });

  test("chooses working days and the first day of the week faster than they are saved", async ({ page, person }) => {
    const read = () => person.stint.organization.get();
    const { workingDays } = await read();
    const held = Promise.withResolvers<void>();
    await page.route(/\/v1\/organization$/, async (route) => {
      if (route.request().method() === "PATCH") await held.promise;
      await route.continue();
    });
    await open(page, "/settings");
    for (const name of ["Saturday", "Sunday"]) {
      await page.getByRole("checkbox", { name }).click();
      await expect(page.getByRole("checkbox", { name })).toBeChecked();
    }
    for (const day of ["tuesday", "wednesday"]) {
      await page.getByLabel("First day of the week").press("ArrowDown");
      await expect(page.getByLabel("First day of the week")).toHaveValue(day);
    }
    held.resolve();
    const chosen = { workingDays: [...workingDays, "saturday", "sunday"], weekStart: "wednesday" };
    await expect.poll(read).toMatchObject(chosen);
    await expect(page.getByLabel("First day of the week")).toHaveValue("wednesday");
    await expect(page.getByLabel("First day of the week")).toBeFocused();
    await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(0);
  });

  test("is told what the lock date locks before it is set", async ({ page, person }) => {
    await track(person);
    const lockDate = async () => (await person.stint.organization.get()).lockDate;
    await open(page, "/settings");
    await page.getByLabel("Entries before this day are read-only").fill("2026-03-02");
    await expect(page.getByText("This will make 1 entry (1:30) read-only.")).toBeVisible();
    await page.getByLabel("Entries before this day are read-only").fill("2026-03-03");
    await expect(page.getByText("This will make 2 entries (2:30) read-only.")).toBeVisible();
    await page.getByRole("button", { name: "Set lock date" }).click();
    await expect(page.getByText(/Currently locked: 2 entries \(2:30\)/)).toBeVisible();
    await expect.poll(lockDate).toBe("2026-03-03");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(lockDate).toBe(null);
    await expect(page.getByText("Nothing is locked.")).toBeVisible();
  });

  test("exports everything, deletes the organization and cancels the deletion", async ({ page, person }) => {
    const { name } = await person.stint.organization.get();
    await open(page, "/settings");
    await page.getByRole("button", { name: "Delete the organization" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/to confirm/).fill(name);
    await dialog.getByRole("button", { name: "Delete the organization" }).click();
    await expect(dialog.getByRole("alert")).toContainText(/export/i);
    await page.keyboard.press("Escape");

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export everything" }).click();
    const file = await (await download).path();
    // The signature of a ZIP file.
    expect((await readFile(file)).subarray(0, 2).toString()).toBe("PK");
    await expect(page.getByText(/The export is complete/)).toBeVisible();
    await expect(page.getByText(/Last complete export:/)).toBeVisible();

    await page.getByRole("button", { name: "Delete the organization" }).click();
    await dialog.getByLabel(/to confirm/).fill("Something else");
    await dialog.getByRole("button", { name: "Delete the organization" }).click();
    await expect(dialog.getByText(/name/i).last()).toBeVisible();
    expect((await person.stint.organization.get()).deletesAt).toBe(null);
    await dialog.getByLabel(/to confirm/).fill(name);
    await dialog.getByRole("button", { name: "Delete the organization" }).click();
    await expect(page.getByText(/will be permanently removed on/)).toBeVisible();
    await page.getByRole("button", { name: "Keep the organization" }).click();
    await expect(page.getByText(/will be permanently removed on/)).toBeHidden();
    await expect.poll(async () => (await person.stint.organization.get()).deletesAt).toBe(null);
  });

  test("keeps members from creating API keys, and allows it again", async ({ page, person }) => {
    const mayMake = async () => (await person.stint.organization.get()).membersMayMakeKeys;
    await open(page, "/settings");
    await page.getByLabel("Members can create API keys").click();
    await expect.poll(mayMake).toBe(false);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(mayMake).toBe(true);
  });
});

test("a member can read the settings, and sees nothing meant for others", async ({ page }) => {
  await open(page, "/settings");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Lantern");
  const navigation = page.getByRole("navigation", { name: "Settings" });
  await expect(navigation.getByRole("link")).toHaveText(["Organization", "API keys", "Developers"]);
  const main = page.getByRole("main");
  for (const name of ["Save", "Set lock date", "Export everything", "Delete the organization"])
    await expect(main.getByRole("button", { name })).toHaveCount(0);
  await expect(main.getByLabel("Members can create API keys")).toBeDisabled();
  await page.goto("/settings/audit-log");
  await expect(page.getByText(/Your role, Member, doesn’t have access to this/)).toBeVisible();
});

test.describe("an admin", () => {
  test.use({ role: "admin" });

  test("may not export or delete the organization", async ({ page }) => {
    await open(page, "/settings");
    await expect(page.getByRole("main").getByRole("button", { name: "Save", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Export everything" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Delete the organization" })).toHaveCount(0);
  });
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("the settings are in German", async ({ page }) => {
    await page.goto("/settings");
    await expect(page.getByRole("heading", { name: "Organisation", level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Sperrdatum" })).toBeVisible();
  });
});

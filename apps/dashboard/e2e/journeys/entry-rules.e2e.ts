import { day, entriesOf, newEntry, rowOf } from "../data/entries.ts";
import { expectAccessible, expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.use({ isAlone: true });

test("an owner turns rules on, and undoes one", async ({ page, person }) => {
  const rules = async () => (await person.stint.organization.get()).entryRules;
  await open(page, "/settings");
  await page.getByLabel("Every entry needs a tag").check();
  await expect.poll(rules).toMatchObject({ requireTag: true, requireDescription: false });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(rules).toMatchObject({ requireTag: false });
  await expect(page.getByLabel("Every entry needs a tag")).not.toBeChecked();
  await page.getByLabel("A person’s entries can’t overlap").check();
  await expect.poll(rules).toMatchObject({ overlaps: "refuse" });
  await page.getByLabel("Days to record time").fill("a week");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("Enter a whole number from 0 to 3650.")).toBeVisible();
  await page.getByLabel("Days to record time").fill("7");
  await page.getByLabel("Longest timer").fill("10h");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect.poll(rules).toMatchObject({ overlaps: "refuse", latestDays: 7, longestTimerSeconds: 36_000 });
  await expect(page.getByLabel("Longest timer")).toHaveValue("10:00");
  await expectAccessibleAndNarrow(page, "the rules for entries");
});

test("a refused entry stays on the device, with the rule in words, and is discarded", async ({ page, person }) => {
  await newEntry(person, "Before", { tags: ["sales"] });
  await person.stint.organization.update({ entryRules: { requireTag: true, overlaps: "refuse" } });
  await open(page, "/time");
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  await dialog.getByLabel("Type your day").fill("9-10 billing");
  await dialog.getByRole("button", { name: "Add entry" }).click();
  await expect(page.getByText("Not saved: Your organization requires a tag. Add at least one.")).toBeVisible();
  expect(await entriesOf(person)).toHaveLength(1);
  await expectAccessible(page, "an entry that a rule refuses");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(rowOf(page, "billing")).toBeHidden();
  await expect(page.getByText(/^Not saved/)).toBeHidden();
});

test("a stopped timer without a description is marked, found, corrected, and no longer marked", async ({
  page,
  person,
}) => {
  await newEntry(person, "Before");
  await person.stint.organization.update({ entryRules: { requireDescription: true } });
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId });
  await open(page, "/time");
  await page.getByRole("button", { name: "Stop timer" }).click();
  const marked = rowOf(page, "Description missing");
  await expect(marked).toBeVisible();
  await expect(page.getByText("1 entry needs a correction")).toBeVisible();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/breaks=true/);
  await expect(rowOf(page, "Before")).toBeHidden();
  await expectAccessible(page, "entries that break a rule");
  await marked.getByText("No description").click();
  const field = page.getByRole("combobox", { name: "Description", exact: true });
  await field.fill("Planning");
  await field.press("Enter");
  await expect.poll(async () => (await entriesOf(person)).at(-1)).toMatchObject({ description: "Planning" });
  await expect(page.getByText("No entries match these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rowOf(page, "Planning")).toBeVisible();
  await expect(page.getByText("Description missing")).toBeHidden();
});

test("the timesheet and the calendar say what is wrong with an entry, in German too", async ({ page, person }) => {
  await person.stint.organization.update({ entryRules: { requireDescription: true, longestTimerSeconds: 60 } });
  const startedAt = new Date(Date.now() - 3_600_000);
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, startedAt });
  await person.stint.timer.stop();
  await open(page, "/calendar");
  await expect(page.getByRole("button", { name: /Description missing, Timer ran too long/ }).first()).toBeVisible();
  await person.stint.me.update({ preferences: { language: "de" } });
  await page.goto("/time");
  await expect(page.getByText("Beschreibung fehlt · Timer lief zu lange")).toBeVisible();
  await expect(page.getByText("1 Eintrag ist zu korrigieren")).toBeVisible();
});

test("an import's preview counts the rows that break rules", async ({ page, person }) => {
  await person.stint.organization.update({ entryRules: { requireTag: true } });
  const header =
    "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags";
  const row = (tags: string) =>
    `Kim,kim@example.com,Acme,Site,Build,Work,Yes,${day},09:00:00,${day},10:00:00,01:00:00,${tags}`;
  await open(page, "/settings/import");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  const buffer = Buffer.from([header, row("sales"), row("")].join("\n"));
  await (await chooser).setFiles({ name: "Toggl.csv", mimeType: "text/csv", buffer });
  const made = page.getByRole("region", { name: "To be created" });
  await expect(made).toContainText("Will be marked");
  await expect(made).toContainText("Tag missing: 1 row");
});

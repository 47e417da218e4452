import { chooseOf, day, entriesOf, newEntry, rowOf } from "../data/entries.ts";
import { expectAccessible, expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, isNarrow, open, test } from "../page/journey.ts";

test.use({ isAlone: true });

/** The Monday of the week of `day`. */
const monday = "2026-03-02";

test("an owner turns rules on, and undoes one", async ({ page, person }) => {
  const rules = async () => (await person.stint.organization.get()).entryRules;
  await open(page, "/settings");
  await page.getByLabel("Every entry needs a tag").click();
  await expect.poll(rules).toMatchObject({ requireTag: true, requireDescription: false });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(rules).toMatchObject({ requireTag: false });
  await expect(page.getByLabel("Every entry needs a tag")).not.toBeChecked();
  await page.getByLabel("A person’s entries can’t overlap").click();
  await expect.poll(rules).toMatchObject({ overlaps: "refuse" });
  await page.getByLabel("Deadline for recording time, in days").fill("a week");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Enter a whole number from 0 to 3650.")).toBeVisible();
  await page.getByLabel("Deadline for recording time, in days").fill("7");
  await page.getByLabel("Longest timer").fill("10h");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect.poll(rules).toMatchObject({ overlaps: "refuse", latestDays: 7, longestTimerSeconds: 36_000 });
  await expect(page.getByLabel("Longest timer")).toHaveValue("10:00");
  await expectAccessibleAndNarrow(page, "the rules for entries");
});

test("an owner sets the deadline, which keeps a limit that is shown rounded", async ({ page, person }) => {
  const rules = async () => (await person.stint.organization.get()).entryRules;
  await person.stint.me.update({ preferences: { durations: "decimal" } });
  await person.stint.organization.update({ entryRules: { longestTimerSeconds: 6000 } });
  await open(page, "/settings");
  await expect(page.getByLabel("Longest timer")).toHaveValue("1.67");
  await page.getByLabel("Deadline for recording time, in days").fill("7");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect.poll(rules).toMatchObject({ latestDays: 7, longestTimerSeconds: 6000 });
  await person.stint.organization.update({ entryRules: { longestTimerSeconds: 10 } });
  await page.reload();
  await expect(page.getByLabel("Longest timer")).toHaveValue("0.00");
  await page.getByLabel("Deadline for recording time, in days").fill("8");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect.poll(rules).toMatchObject({ latestDays: 8, longestTimerSeconds: 10 });
});

test("a refused entry stays on the device, with the rule in words, and is discarded", async ({ page, person }) => {
  await newEntry(person, "Before", { tags: ["sales"] });
  await person.stint.organization.update({ entryRules: { requireTag: true, overlaps: "refuse" } });
  await open(page, "/time");
  await chooseOf(page, "Before", "Duplicate");
  const refused = page.getByText("Not saved: This overlaps another entry. Change the times of one of them.");
  await expect(refused).toBeVisible();
  expect(await entriesOf(person)).toHaveLength(1);
  await expectAccessible(page, "an entry that a rule refuses");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(refused).toBeHidden();
  await expect(rowOf(page, "Before")).toHaveCount(1);
});

test("what the rules ask for is added to a refused entry, in the timesheet too", async ({ page, person }) => {
  await newEntry(person, "Before", { tags: ["sales"] });
  await person.stint.organization.update({ entryRules: { requireDescription: true, requireTag: true } });
  await open(page, `/timesheet?week=${monday}`);
  if (isNarrow(page)) {
    await page.getByRole("group", { name: "Days" }).getByRole("button").nth(2).click();
    await page.getByRole("textbox", { name: /Website/ }).fill("2:00");
  } else {
    // Cells are read-only until the week is loaded.
    await page
      .locator("[aria-readonly=false]")
      .and(page.getByRole("gridcell", { name: /March 4/ }))
      .click();
    await page.keyboard.type("2:00");
  }
  await page.keyboard.press("Enter");
  const refused = page.getByText(/^Not saved: Your organization requires a description. .* requires a tag/);
  await expect(refused).toBeVisible();
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(save).toBeDisabled();
  await page.getByRole("textbox", { name: "Description", exact: true }).fill("Planning");
  await page
    .locator("form")
    .getByRole("button", { name: /^Tags:/ })
    .click();
  await page.getByRole("option", { name: "sales" }).click();
  await page.keyboard.press("Escape");
  await expectAccessible(page, "an entry that lacks what the rules ask for");
  await save.click();
  await expect(refused).toBeHidden();
  await expect
    .poll(async () => (await entriesOf(person)).at(-1))
    .toMatchObject({ description: "Planning", tags: ["sales"], durationSeconds: 7200 });
});

test("an owner gives a reason for a late entry, and for deleting one", async ({ page, person }) => {
  const { stint } = person;
  const old = await newEntry(person, "Old");
  await stint.organization.update({ entryRules: { latestDays: 3 } });
  const reasonsOf = async (id: string) => {
    const { data } = await stint.timeEntries.listHistory(id);
    return data.flatMap(({ changes }) => changes.filter(({ field }) => field === "lateReason").map((each) => each.new));
  };
  await open(page, "/time");
  await chooseOf(page, "Old", "Delete");
  const refused = page.getByText(
    "Not saved: The deadline for recording this time has passed. To save the change anyway, give a reason.",
  );
  await expect(refused).toBeVisible();
  await expect(rowOf(page, "Old")).toBeVisible();
  // Nothing was deleted, so there is nothing to undo.
  await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
  await expectAccessibleAndNarrow(page, "time that is too late");
  await page.getByRole("textbox", { name: "Reason" }).fill("Booked twice");
  await page.keyboard.press("Enter");
  await expect(refused).toBeHidden();
  await expect(rowOf(page, "Old")).toBeHidden();
  await expect.poll(() => reasonsOf(old.id)).toEqual(["Booked twice"]);

  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  await dialog.getByLabel("What did you work on?").fill(`${day} 9-10 notebook`);
  await dialog.getByRole("button", { name: "Add 1 entry" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("Found in a notebook");
  await page.getByRole("button", { name: "Save with reason" }).click();
  await expect(rowOf(page, "notebook")).toBeVisible();
  await expect.poll(async () => (await entriesOf(person)).length).toBe(1);
  const [made] = await entriesOf(person);
  expect(await reasonsOf(made?.id ?? "")).toEqual(["Found in a notebook"]);

  // Lists of everyone's entries have the same form, which asks for the reason itself.
  await page.goto(`/team/${made?.userId}`);
  await page.getByRole("button", { name: "notebook", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Edit entry" });
  await form.getByLabel("Duration").fill("0:45");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("To save the change anyway, give a reason.")).toBeVisible();
  await form.getByRole("textbox", { name: "Reason" }).fill("Without the break");
  await expectAccessibleAndNarrow(page, "an entry that is too late");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => reasonsOf(made?.id ?? "")).toContain("Without the break");
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
  await marked.getByText("Description missing").click();
  await expect(page.locator("[data-editor]").getByText("Description missing")).toBeVisible();
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
  // Two minutes ago, because a phone shows only today, and an hour ago may have been yesterday.
  const startedAt = new Date(Date.now() - 120_000);
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, startedAt });
  await person.stint.timer.stop();
  await open(page, "/calendar");
  await expect(page.getByRole("button", { name: /Description missing, Timer ran too long/ }).first()).toBeVisible();
  await page.goto("/timesheet");
  await page.getByRole("button", { name: /Description missing, Timer ran too long/ }).click();
  await expect(page.getByRole("dialog").getByText("Description missing · Timer ran too long")).toBeVisible();
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
  await expect(made).toContainText("Will need correction");
  await expect(made).toContainText("Tag missing: 1 row");
});

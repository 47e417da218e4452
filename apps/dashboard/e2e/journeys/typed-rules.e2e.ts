import { inviteColleague, pageOf } from "../data/colleague.ts";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.use({ isAlone: true });

test("a member's typed day keeps the lines that are refused, and adds the others", async ({
  browser,
  service,
  person,
}) => {
  const { stint, project, taskId } = person;
  await stint.organization.update({
    timeZone: "Europe/Berlin",
    entryRules: { requireDescription: true, overlaps: "refuse" },
    lockDate: "2026-03-01",
    approvals: { period: "week", from: "2026-03-02" },
  });
  const tight = await stint.projects.create({ name: "Tight budget" });
  await stint.tasks.create(tight.id, { name: "General" });
  await stint.projects.update(tight.id, { budget: { kind: "time", seconds: 1800, onExceed: "block" } });
  const colleague = await inviteColleague(service, stint, "Max");
  const where = { projectId: project.id, taskId };
  await colleague.stint.timeEntries.create({
    ...where,
    startedAt: "2026-03-03T08:00:00Z",
    durationSeconds: 3600,
    description: "Before",
  });
  const page = await pageOf(browser, service, colleague);
  await open(page, "/time");
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  const field = dialog.getByLabel("What did you work on?");
  await field.fill(
    [
      `2026-03-03 11-12 @"${project.name}" plan`,
      "9:30-10:30 over the entry before",
      "12-13",
      "13-14 @tight-budget too much",
      `14-15 @"${project.name}" mail`,
      "2026-02-27 9-10 locked",
      "2026-03-04 9-8 a night",
    ].join("\n"),
  );
  await expect(dialog.getByText(/^9:30-10:30 over the entry before: Overlaps another entry/)).toBeVisible();
  await expect(dialog.getByText(/^12-13: Your organization requires a description/)).toBeVisible();
  await expect(dialog.getByText(/locked: .*this day is before the lock date/)).toBeVisible();
  await expect(dialog.getByText(/a night: .*23:00 is very long/)).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveText("4 lines stay here until they’re right.");
  await expectAccessible(page, "a typed day with refused lines");

  await dialog.getByRole("button", { name: "Add 3 entries" }).click();
  // The server alone knows about the budget. The lines that it accepts are added.
  await expect(field).toHaveValue(
    [
      "2026-03-03 9:30-10:30 over the entry before",
      "2026-03-03 12-13",
      "2026-03-03 13-14 @tight-budget too much",
      "2026-02-27 9-10 locked",
      "2026-03-04 9-8 a night",
    ]
      .map((line) => (line.includes("@") ? line : `${line} @"${project.name}"`))
      .join("\n"),
  );
  await expect(dialog.getByText(/too much: .*budget/)).toBeVisible();
  const described = async () =>
    (await Array.fromAsync(stint.timeEntries.list())).map(({ description }) => description).toSorted();
  expect(await described()).toEqual(["Before", "mail", "plan"]);

  // Buttons shorten the line to the time around the overlapped entry, and another confirms a long entry.
  await field.fill("2026-03-03 8:30-10:30 over the entry before\n2026-03-04 9-8 a night");
  await expect(dialog.getByRole("button", { name: "End at 9:00 AM" })).toBeVisible();
  await field.press("Control+Home");
  await expect(dialog.getByRole("img", { name: /^Tuesday.*, 9:00 AM – 10:00 AM/ })).toBeVisible();
  await dialog.getByRole("button", { name: "Start at 10:00 AM" }).click();
  await expect(field).toHaveValue("2026-03-03 10:00-10:30 over the entry before\n2026-03-04 9-8 a night");
  await expect(field).toBeFocused();
  await dialog.getByRole("button", { name: "It’s right" }).click();
  await dialog.getByRole("button", { name: "Add 2 entries" }).click();
  await expect(dialog).toBeHidden();
  expect(await described()).toHaveLength(5);

  // Another button shortens the entry before.
  await page.getByRole("button", { name: "Add entry" }).click();
  await field.fill("2026-03-03 9:40-10:00 after it");
  await dialog.getByRole("button", { name: "End the other at 9:40 AM" }).click();
  await expect(field).toBeFocused();
  await dialog.getByRole("button", { name: "Add 1 entry" }).click();
  await expect(dialog).toBeHidden();
  const before = (await Array.fromAsync(stint.timeEntries.list())).find((each) => each.description === "Before");
  expect(before?.durationSeconds).toBe(2400);

  // A week that the member hands in is closed, whichever entries it has.
  const [sheet] = await Array.fromAsync(
    colleague.stint.timesheets.list({ userId: "me", from: "2026-03-02", to: "2026-03-02" }),
  );
  await colleague.stint.timesheets.submit(sheet?.id ?? "");
  await page.getByRole("button", { name: "Add entry" }).click();
  await field.fill("2026-03-06 9-10 late thought");
  await expect(dialog.getByText(/late thought: .*this day is in a timesheet that was submitted/)).toBeVisible();
  await page.context().close();
});

import { turnOn } from "../data/approvals.ts";
import { inviteColleague } from "../data/colleague.ts";
import { cellOf } from "../page/approvals-grid.ts";
import { expectAccessible, expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.use({ isAlone: true });

test("an approver stops a forgotten timer, then submits the period, and stops another timer at the desk", async ({
  page,
  person,
  service,
}) => {
  await turnOn(person);
  const anna = await inviteColleague(service, person.stint, "Anna");
  const { project, taskId } = person;
  const startedAt = new Date(Date.now() - 30 * 3_600_000);
  // The entry makes its period appear even if Anna joined only in the next period.
  await anna.stint.timeEntries.create({ projectId: project.id, taskId, startedAt, durationSeconds: 0 });
  await anna.stint.timer.start({ projectId: project.id, taskId, description: "Left running", startedAt });
  await open(page, "/approvals");
  const forgotten = page.getByRole("region", { name: "Forgotten timers" });
  await expect(forgotten).toContainText("Anna");
  await forgotten.getByRole("button", { name: "Stop Anna’s timer" }).click();
  const dialog = page.getByRole("dialog", { name: "Stop Anna’s timer?" });
  await expect(dialog.getByRole("radio", { name: /After eight hours of work/ })).toBeChecked();
  await expectAccessible(page, "a timer to stop");
  await dialog.getByRole("button", { name: "Stop timer" }).click();
  await expect(forgotten).toHaveCount(0);
  const { data } = await anna.stint.timeEntries.list({ userId: "me" });
  expect(new Set(data.map(({ durationSeconds }) => durationSeconds))).toEqual(new Set([0, 8 * 3600]));
  const cell = page.getByRole("gridcell", { name: /^Anna, .*8:00/ });
  await cell.click();
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  const early = page.getByRole("dialog").getByRole("button", { name: "Submit" });
  const submitted = page.getByText("submitted", { exact: true });
  // The period may be last month's if yesterday was in it.
  await early.or(submitted).first().waitFor();
  if (await early.isVisible()) await early.click();
  await expect(submitted).toBeVisible();
  await page.getByRole("link", { name: "Back to approvals" }).click();
  await expect(page.getByRole("gridcell", { name: /^Anna, .*: submitted, 8:00/ })).toBeVisible();

  // The desk can also stop a timer that is not forgotten.
  const ben = await inviteColleague(service, person.stint, "Ben");
  await ben.stint.timer.start({ projectId: project.id, taskId, description: "Now" });
  await page.reload();
  await cellOf(page, "Ben").click();
  await expect(page.getByText(/^Ben’s timer has been running since/)).toBeVisible();
  await expectAccessibleAndNarrow(page, "the desk with a running timer");
  await page.getByRole("button", { name: "Stop Ben’s timer" }).click();
  await page.getByRole("dialog", { name: "Stop Ben’s timer?" }).getByRole("button", { name: "Stop timer" }).click();
  await expect(page.getByText(/^Ben’s timer/)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: /^Ben/ })).toBeFocused();
  expect((await ben.stint.timeEntries.list({ userId: "me" })).data.map((each) => each.description)).toEqual(["Now"]);
});

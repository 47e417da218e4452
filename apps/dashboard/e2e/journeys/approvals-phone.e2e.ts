import { month, statusOf, submit, turnOn } from "../data/approvals.ts";
import { inviteColleague } from "../data/colleague.ts";
import { selection } from "../page/approvals-grid.ts";
import { expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.use({ isAlone: true, viewport: { width: 390, height: 844 } });

test("a phone shows a list of one period at a time, first where something waits", async ({ page, person, service }) => {
  await turnOn(person);
  const anna = await inviteColleague(service, person.stint, "Anna");
  await submit(anna);
  await open(page, "/approvals");
  await page.getByRole("checkbox", { name: /^Select all 1 pending/ }).check();
  await expectAccessibleAndNarrow(page, "/approvals on a phone");
  await selection(page).getByRole("button", { name: "Approve 1" }).click();
  await expect(page.getByRole("button", { name: /^Anna .*approved/ })).toBeVisible();
  expect(await statusOf(anna)).toBe("approved");

  // It opens where something waits, and leads to what waits from before its periods.
  const ids: string[] = [];
  for (const months of [1, 6]) {
    const first = month.subtract({ months }).toString();
    const { project, taskId } = person;
    const startedAt = `${first}T09:00:00Z`;
    await anna.stint.timeEntries.create({ projectId: project.id, taskId, startedAt, durationSeconds: 3600 });
    ids.push(`sheet_${anna.userId.slice("user_".length)}m${first.replaceAll("-", "")}`);
  }
  for (const id of ids) await anna.stint.timesheets.submit(id);
  await open(page, "/approvals");
  await expect(page.getByRole("button", { name: /^Anna .*submitted/ })).toBeVisible();
  await page.getByRole("checkbox", { name: /^Select all 1 pending/ }).check();
  await selection(page).getByRole("button", { name: "Approve 1" }).click();
  await expect(page.getByRole("button", { name: /^Anna .*approved/ })).toBeVisible();
  await expect(page.getByText("1 older timesheet waits for approval.")).toBeVisible();
  await expectAccessibleAndNarrow(page, "/approvals with an older timesheet");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Approvals (1)" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Show", exact: true }).click();
  await page.getByRole("button", { name: /^Anna .*submitted/ }).click();
  await expect(page).toHaveURL(new RegExp(`/timesheets/${ids[1]}`));
});

import { approvedTimesheet } from "../data/approved-timesheet.ts";
import { inviteColleague, pageOf } from "../data/colleague.ts";
import { expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.use({ isAlone: true });

test("the first screen shows what waits, until it is done or dismissed", async ({ page, person, service, browser }) => {
  await approvedTimesheet(person);
  const { project, taskId, stint } = person;
  const manager = await inviteColleague(service, stint, "Mona", "manager");
  const [theo, uma] = [await inviteColleague(service, stint, "Theo"), await inviteColleague(service, stint, "Uma")];
  const sheetOf = ({ userId }: { userId: string }) =>
    `sheet_${userId.slice("user_".length)}m${new Date().toISOString().slice(0, 7).replace("-", "")}01`;
  await theo.stint.timesheets.submit(sheetOf(theo));

  const other = await pageOf(browser, service, manager);
  await open(other, "/time");
  const lines = other.getByRole("list", { name: "Waiting for you" }).getByRole("listitem");
  await expect(lines).toHaveText([/1 timesheet to approve.*Review/]);
  await expectAccessibleAndNarrow(other, "what waits for a manager");
  const approvals = other.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Approvals/ });
  await expect(approvals).toHaveText("Approvals1 to approve");

  await lines.getByRole("button", { name: "Dismiss: 1 timesheet to approve" }).click();
  await expect(lines).toHaveCount(0);
  await expect(other.getByRole("heading", { level: 1 })).toBeFocused();
  await other.reload();
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(lines).toHaveCount(0);

  // A line that was dismissed returns with something new.
  await uma.stint.timesheets.submit(sheetOf(uma));
  await expect(lines).toHaveText([/2 timesheets to approve/]);
  await stint.projects.update(project.id, {
    budget: { kind: "time", seconds: 3600, period: "total", alertPercents: [100], onExceed: "warn" },
  });
  await manager.stint.timeEntries.create({
    projectId: project.id,
    taskId,
    startedAt: new Date(Date.now() - 10_800_000).toISOString(),
    durationSeconds: 7200,
  });
  await expect(lines).toHaveCount(2);
  await expect(lines.last()).toContainText(project.name);
  await lines.getByRole("link", { name: /^Review: 2 timesheets/ }).click();
  await expect(other).toHaveURL(/\/approvals$/);
  await stint.timesheets.reject(sheetOf(uma), { note: "Friday is missing." });
  await stint.timesheets.approve(sheetOf(theo));
  await open(other, "/time");
  await expect(lines).toHaveCount(1);
  await lines.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(lines).toHaveCount(0);
  expect((await manager.stint.notices.list({ unread: true })).data.filter(({ kind }) => kind === "budget")).toEqual([]);
  await other.context().close();

  const third = await pageOf(browser, service, uma);
  await open(third, "/time");
  const own = third.getByRole("list", { name: "Waiting for you" }).getByRole("listitem");
  await expect(own).toHaveText([/was sent back by .*: “Friday is missing\.”/]);
  await own.getByRole("link", { name: /^Correct/ }).click();
  await expect(third).toHaveURL(new RegExp(`/timesheets/${sheetOf(uma)}$`));
  await third.context().close();

  // People who may list members also see names.
  await uma.stint.timesheets.submit(sheetOf(uma));
  await open(page, "/time");
  const first = page.getByRole("list", { name: "Waiting for you" }).getByRole("listitem").first();
  await expect(first).toContainText(/1 timesheet to approve Uma · \w+/);
  await expect(first.locator("~ [data-kind=budget]")).toBeVisible();
  await first.getByRole("button", { name: /^Dismiss/ }).press("Enter");
  await expect(first.getByRole("button", { name: /^Dismiss/ })).toBeFocused();
});

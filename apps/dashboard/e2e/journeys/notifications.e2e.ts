import { setTimeout as sleep } from "node:timers/promises";
import type { APIResponse, Page } from "@playwright/test";
import { approvedTimesheet } from "../data/approved-timesheet.ts";
import { inviteColleague, pageOf } from "../data/colleague.ts";
import { cellOf } from "../page/approvals-grid.ts";
import { expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { asOwner, expect, giveCookie, open, test } from "../page/journey.ts";
import { startOwnService } from "../service/service.ts";

test.describe("an organization with approvals", () => {
  test.use({ isAlone: true });

  test("a manager hears of a submission at once, and its member of the decision", async ({
    page,
    person,
    service,
    browser,
  }) => {
    await approvedTimesheet(person);
    const manager = await inviteColleague(service, person.stint, "Mona", "manager");
    const member = await inviteColleague(service, person.stint, "Theo");
    const other = await pageOf(browser, service, manager);
    await open(other, "/time");
    const bell = other.getByRole("link", { name: /^Notifications/ });
    await expect(bell).toHaveAccessibleName("Notifications");
    await open(page, "/time");
    const sheetOf = ({ userId }: { userId: string }) =>
      `sheet_${userId.slice("user_".length)}m${new Date().toISOString().slice(0, 7).replace("-", "")}01`;
    const id = sheetOf(member);
    await member.stint.timesheets.submit(id);
    await expect(bell).toHaveAccessibleName("Notifications 1 unread");
    await expect(page.getByRole("link", { name: "Notifications 1 unread" })).toBeVisible();
    await bell.click();
    const first = other.getByRole("main").getByRole("listitem").first();
    await expect(first).toContainText("Theo submitted");
    await expectAccessibleAndNarrow(other, "notifications");
    await first.getByRole("link", { name: "Review the timesheet" }).click();
    await expect(other.getByRole("button", { name: "Approve" })).toBeVisible();
    await expect(bell).toHaveAccessibleName("Notifications");
    // The owner's own notification must stay unread.
    await expect(page.getByRole("link", { name: "Notifications 1 unread" })).toBeVisible();

    const third = await pageOf(browser, service, member);
    await open(third, "/notices");
    await expect(third.getByText("No notifications yet.")).toBeVisible();
    await person.stint.timesheets.reject(id, { note: "Friday is missing" });
    const decided = third.getByRole("main").getByRole("listitem").first();
    await expect(decided).toContainText("was sent back");
    await expect(decided).toContainText("Friday is missing");
    await third.getByRole("button", { name: "Mark all as read" }).click();
    await expect(third.getByRole("listitem").getByText("Unread")).toHaveCount(0);
    await third.getByRole("button", { name: "Unread", exact: true }).click();
    await expect(third.getByText("No notifications match this filter.")).toBeVisible();
    await third.getByRole("button", { name: "All", exact: true }).click();
    await third.getByRole("button", { name: "Budgets" }).click();
    await expect(decided).toHaveCount(0);
    await expect(third.getByText("No notifications match this filter.")).toBeVisible();
    await third.getByRole("button", { name: "Timesheets" }).click();
    await expect(decided).toContainText("was sent back");

    // Submissions of the same month are one item, with a link to each.
    const second = await inviteColleague(service, person.stint, "Uma");
    await second.stint.timesheets.submit(sheetOf(second));
    await open(other, "/notices");
    const both = other.getByRole("main").getByRole("listitem").filter({ hasText: "2 timesheets submitted" });
    await expect(both.getByText("Unread")).toHaveCount(1);
    await both.getByRole("link", { name: /^Uma submitted/ }).click();
    await expect(other.getByRole("button", { name: "Approve" })).toBeVisible();
    await expect(bell).toHaveAccessibleName("Notifications");
    // Opening a timesheet from elsewhere reads what was told about it, too.
    await open(other, "/approvals");
    await second.stint.timesheets.withdraw(sheetOf(second));
    await second.stint.timesheets.submit(sheetOf(second));
    await expect(bell).toHaveAccessibleName("Notifications 1 unread");
    await cellOf(other, "Uma", "submitted").click();
    await expect(bell).toHaveAccessibleName("Notifications");
    await other.context().close();
    await third.context().close();
  });

  test("what a person chooses stays, also if an earlier change takes longer to arrive", async ({ page, person }) => {
    await open(page, "/profile");
    const replies = await delayFirstChangeOfMe(page);
    const digest = page.getByRole("checkbox", { name: "Weekly summary of your team: by email" });
    const budget = page.getByRole("checkbox", { name: "Budget thresholds: in the dashboard" });
    await expect(digest).not.toBeChecked();
    await expect(budget).toBeChecked();
    await digest.click();
    await expect(digest).toBeChecked();
    await budget.click();
    await expect(budget).not.toBeChecked();
    await expect.poll(() => replies.length).toBe(2);
    expect((await person.stint.me.get()).preferences.notices.budget.dashboard).toBe(false);
    await page.reload();
    await expect(digest).toBeChecked();
    await expect(budget).not.toBeChecked();
  });
});

/**
 * Lets the person's next change reach the server late: later ones would overtake it if they were sent at once. Returns
 * the replies so far.
 */
async function delayFirstChangeOfMe(page: Page): Promise<readonly APIResponse[]> {
  const replies: APIResponse[] = [];
  let sent = 0;
  await page.route("**/v1/me", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    sent += 1;
    if (sent === 1) await sleep(1_000);
    const response = await route.fetch();
    await route.fulfill({ response });
    replies.push(response);
  });
  return replies;
}

test("a forgotten timer is stopped from its notification, eight hours after it started", async ({ browser }) => {
  const service = await startOwnService();
  try {
    const stint = asOwner(service);
    await stint.me.update({ preferences: { notices: { timer_running_long: { dashboard: true } } } });
    const project = await stint.projects.create({ name: "Website" });
    const startedAt = new Date(Date.now() - 11 * 3_600_000);
    await stint.timer.start({ projectId: project.id, startedAt });
    // The server looks for due reminders when it starts, and every five minutes after that.
    await service.stop();
    await service.start();
    const context = await browser.newContext({ baseURL: service.url });
    await giveCookie(context, service, service.ownerCookie);
    const page = await context.newPage();
    await open(page, "/notices");
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("Your timer has been running for 11 hours")).toBeVisible({ timeout: 2000 });
    }).toPass();
    await page.getByRole("button", { name: /^Stop at .*\(8:00\)$/ }).click();
    await expect(page.getByRole("button", { name: /^Stop at/ })).toHaveCount(0);
    const [entry] = (await stint.timeEntries.list({ userId: "me" })).data;
    expect(entry?.durationSeconds).toBe(8 * 3600);
    await context.close();
  } finally {
    await service.end();
  }
});

import { inviteColleague, pageOf } from "../data/colleague.ts";
import { expectAccessible, expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, type Person, test } from "../page/journey.ts";

const firstDay = Temporal.Now.plainDateISO("UTC").subtract({ months: 1 }).with({ day: 1 });
const month = firstDay.toString();
const name = firstDay.toLocaleString("en", { month: "long", year: "numeric" });
const at = (day: number) => `${firstDay.with({ day }).toString()}T09:00:00Z`;
const range = `from=${month}&to=${firstDay.with({ day: 28 }).toString()}`;

/** Turns on monthly approvals from last month on, and tracks an hour on the second day of that month. */
async function begin({ stint, project, taskId }: Person, graceMinutes = 5): Promise<string> {
  const approvals = { period: "month", from: month, ownApproval: true, graceMinutes } as const;
  await stint.organization.update({ approvals });
  await stint.timeEntries.create({
    projectId: project.id,
    taskId,
    startedAt: at(2),
    durationSeconds: 3600,
  });
  const { user } = await stint.me.get();
  return `sheet_${user.id.slice("user_".length)}m${month.replaceAll("-", "")}`;
}

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("submits a month, sees its entries locked, and withdraws it", async ({ page, person }) => {
    const id = await begin(person);
    const { stint, project, taskId } = person;
    await open(page, "/time");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Submit: .* hasn’t been submitted yet/ })
      .click();
    await expect(page).toHaveURL(/\/timesheet\?week=/);
    const row = page.getByRole("row", { name: new RegExp(name) });
    await expect(row).toContainText("not submitted");
    await expectAccessibleAndNarrow(page, "/timesheet with a period to submit");
    await row.getByRole("button", { name: `Submit ${name}` }).click();
    await expect(row).toContainText("submitted");
    // Another client writes at the same time and is refused, because the month is closed.
    const late = stint.timeEntries.create({
      projectId: project.id,
      taskId,
      startedAt: at(3),
      durationSeconds: 60,
    });
    await expect(late).rejects.toMatchObject({ code: "period_locked" });
    await page.goto(`/time?${range}`);
    await page.getByRole("row", { name: /1:00/ }).first().click();
    await expect(page.getByText(/timesheet/i).first()).toBeVisible();
    // The address of the former screen leads to its place now.
    await open(page, "/timesheets");
    await expect(page).toHaveURL(/\/timesheet$/);
    await row.getByRole("button", { name: `Withdraw ${name}` }).click();
    await expect(row).toContainText("not submitted");
    expect((await stint.timesheets.get(id)).status).toBe("open");
  });

  test("is told why a month cannot be submitted, and that a colleague sent it back", async ({
    page,
    person,
    service,
    browser,
  }) => {
    const id = await begin(person);
    const { stint } = person;
    const manager = await inviteColleague(service, stint, "Mona", "manager");
    await open(page, "/timesheet");
    const row = page.getByRole("row", { name: new RegExp(name) });
    const other = await pageOf(browser, service, manager);
    await open(other, `/timesheets/${id}`);
    await expect(other.getByRole("heading", { level: 1 })).toContainText(name);
    // The manager submits the timesheet on the owner's behalf between the owner's click and the request.
    await page.route("**/v1/timesheets/batch/submit", async (route) => {
      await manager.stint.timesheets.submit(id);
      await route.continue();
    });
    await row.getByRole("button", { name: `Submit ${name}` }).click();
    await expect(row.getByRole("alert")).toContainText(`${name}:`);
    await expect(row).toContainText("submitted");
    await expect(other.getByRole("button", { name: "Approve" })).toBeVisible();
    // The manager may correct the entry, but not while it is under approval.
    await other.getByRole("button", { name: /: 1:00$/ }).click();
    const entries = other.getByRole("list", { name: "Time entries" });
    const form = other.getByRole("dialog", { name: "Entry" });
    await entries.getByRole("button", { name: "No description" }).click();
    await expect(form).toContainText("first send the timesheet back or reopen it");
    await form.getByRole("button", { name: "Close" }).last().click();
    await other.getByRole("button", { name: "Send back…" }).click();
    const note = other.getByRole("textbox", { name: "Note" });
    await note.fill("Friday is missing.");
    await other.reload();
    await other.getByRole("button", { name: "Send back…" }).click();
    await expect(note).toHaveValue("Friday is missing.");
    await other.getByRole("button", { name: "Send back", exact: true }).click();
    await expect(other.getByText("sent back", { exact: true })).toBeVisible();
    await other.getByRole("button", { name: /: 1:00$/ }).click();
    await entries.getByRole("button").click();
    const editing = other.getByRole("dialog", { name: "Edit entry" });
    await editing.getByLabel("Description").fill("Review");
    await editing.getByRole("button", { name: "Save" }).click();
    await expect(entries.getByRole("textbox")).toHaveValue("Review");
    await expect(row).toContainText("Friday is missing.");
    await expect(row).toContainText("Sent back by Mona");
    await expectAccessible(page, "a timesheet that was sent back");
    await other.context().close();
  });

  test("is asked before submitting a period that has not ended, and told once why no timer starts", async ({
    page,
    person,
    service,
  }) => {
    await begin(person);
    const manager = await inviteColleague(service, person.stint, "Mona", "manager");
    await open(page, "/timesheet");
    const current = page.getByRole("row", { name: /current/ });
    const submit = current.getByRole("button", { name: /^Nothing to report for/ });
    await submit.click();
    await expect(page.getByRole("dialog")).toContainText("you can’t add time to it or start a timer in it");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(current).toContainText("open");
    await submit.click();
    await page.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
    await expect(current).toContainText("submitted");

    const { data } = await person.stint.timesheets.list({ userId: "me", status: "submitted" });
    const id = data[0]?.id ?? "";
    await manager.stint.timesheets.approve(id);
    await open(page, "/time");
    for (const again of [1, 2]) {
      await page.getByLabel("What are you working on?").fill(`Review @"${person.project.name}"`);
      await page.keyboard.press("Enter");
      await expect(page.getByText(/timesheet that was approved\. Ask someone who approves your time/)).toHaveCount(1);
      await expect(page.getByRole("button", { name: "Try again" }), `attempt ${again}`).toHaveCount(1);
    }

    await manager.stint.timesheets.reopen(id, { note: "Forgot Friday." });
    await person.stint.timesheets.submit(id);
    await manager.stint.timesheets.reject(id, { note: "Friday is missing." });
    for (const path of ["/time", "/timesheet"]) {
      await open(page, path);
      await expect(page.getByRole("main")).toContainText("was sent back by Mona: “Friday is missing.”");
      await expectAccessibleAndNarrow(page, `${path} with a timesheet that was sent back`);
    }
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Correct: .* was sent back/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/timesheets/${id}$`));
    await expect(page.getByRole("button", { name: "Nothing to report" })).toBeVisible();
  });

  test("approves on the timesheet's page, takes it back, and finds the statement", async ({ page, person }) => {
    const id = await begin(person);
    const { stint } = person;
    await stint.timesheets.submit(id);
    await open(page, `/timesheets/${id}`);
    const total = page.getByRole("table", { name: "Hours by project and day" }).getByRole("row", { name: "Total" });
    await expect(total.last()).toContainText("1:00");
    await expectAccessibleAndNarrow(page, "a timesheet");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("button", { name: "Undo approval" }).click();
    await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
    await page.getByRole("button", { name: "Submit" }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("link", { name: "Statement, revision 2" }).click();
    await expect(page.getByText("The content matches the hash")).toBeVisible();
    await page.getByRole("link", { name: "Back to the timesheet" }).click();
  });

  test("reopens with a note once the grace is over", async ({ page, person }) => {
    const id = await begin(person, 0);
    const { stint } = person;
    await stint.timesheets.submit(id);
    await stint.timesheets.approve(id);
    await open(page, `/timesheets/${id}`);
    await page.getByRole("button", { name: "Reopen…" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("The 20th was forgotten.");
    await page.getByRole("button", { name: "Reopen", exact: true }).click();
    await expect(page.getByRole("region", { name: "Decisions" })).toContainText("The 20th was forgotten.");
    expect((await stint.timesheets.get(id)).status).toBe("open");
  });

  test("sees no submissions while approvals are off", async ({ page }) => {
    await open(page, "/timesheet");
    await expect(page.getByRole("gridcell").first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Submissions" })).toHaveCount(0);
    await open(page, "/timesheets/sheet_nothing");
    await expect(page.getByText("This timesheet doesn’t exist")).toBeVisible();
  });
});

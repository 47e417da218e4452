import { month, sheetOf, statusOf, submit, turnOn } from "../data/approvals.ts";
import { inviteColleague, pageOf } from "../data/colleague.ts";
import { cellOf, selection } from "../page/approvals-grid.ts";
import { expectAccessible, expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("approves all or none when someone withdraws at the same time, and undoes an approval", async ({
    page,
    person,
    service,
  }) => {
    await turnOn(person);
    const [anna, ben, cleo] = [
      await inviteColleague(service, person.stint, "Anna"),
      await inviteColleague(service, person.stint, "Ben"),
      await inviteColleague(service, person.stint, "Cleo"),
    ];
    const withdrawn = await submit(anna);
    await submit(ben);
    await submit(cleo);
    await open(page, "/approvals");
    await expect(page.getByRole("columnheader").last()).toContainText("3 of 4 submitted");
    await page.getByRole("checkbox", { name: /^Select all 3 pending/ }).click();
    await expect(cellOf(page, "Ben")).toHaveAttribute("aria-selected", "true");
    await expectAccessibleAndNarrow(page, "/approvals with a selection");
    // Anna withdraws her timesheet between the click and the request.
    await page.route("**/v1/timesheets/batch/approve", async (route) => {
      await anna.stint.timesheets.withdraw(withdrawn.id);
      await route.continue();
    });
    await selection(page).getByRole("button", { name: "Approve 3" }).click();
    const refusal = page.getByRole("alert").filter({ hasText: "Nothing was approved." });
    await expect(refusal).toContainText("Anna");
    await expect(refusal).not.toContainText("Ben");
    expect(await Promise.all([anna, ben, cleo].map(statusOf))).toEqual(["open", "submitted", "submitted"]);
    await expect(cellOf(page, "Anna", "open")).toBeVisible();

    await page.unroute("**/v1/timesheets/batch/approve");
    await selection(page).getByRole("button", { name: "Approve 2" }).click();
    await expect(page.getByText("2 timesheets approved")).toBeVisible();
    expect(await Promise.all([anna, ben, cleo].map(statusOf))).toEqual(["open", "approved", "approved"]);
    await expect(cellOf(page, "Ben", "approved")).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => Promise.all([ben, cleo].map(statusOf))).toEqual(["open", "open"]);
    await expect(cellOf(page, "Ben", "open")).toBeVisible();

    // The timesheet still offers to undo the approval after the toast has disappeared, and even after a reload.
    await submit(ben);
    await cellOf(page, "Ben", "submitted").focus();
    await page.keyboard.press("a");
    await expect(cellOf(page, "Ben", "approved")).toBeVisible();
    await cellOf(page, "Ben").click();
    await page.reload();
    await page.getByRole("button", { name: "Undo approval" }).click();
    await expect.poll(() => statusOf(ben)).toBe("open");
    await page.getByRole("link", { name: "Back to approvals" }).click();
    await expect(cellOf(page, "Ben", "open")).toBeVisible();

    // The reply to the first attempt is lost, and the server is too busy for the others.
    await submit(ben);
    let attempts = 0;
    await page.route("**/v1/timesheets/batch/approve", async (route) => {
      if (attempts++ > 0)
        return route.fulfill({ status: 503, json: { code: "unavailable", detail: "Nothing changed." } });
      await route.fetch();
      return route.abort();
    });
    await page.getByRole("checkbox", { name: /^Select all 1 pending/ }).click();
    await selection(page).getByRole("button", { name: "Approve 1" }).click();
    const doubt = page.getByRole("alert").filter({ hasText: "may have been done" });
    await expect(doubt).toBeVisible();
    await expect(doubt).not.toContainText("Nothing was approved.");
    expect(await statusOf(ben)).toBe("approved");
  });

  test("loses a timesheet from the selection that another manager has decided about", async ({
    page,
    person,
    service,
    browser,
  }) => {
    await turnOn(person);
    const manager = await inviteColleague(service, person.stint, "Mona", "manager");
    const [anna, ben] = [
      await inviteColleague(service, person.stint, "Anna"),
      await inviteColleague(service, person.stint, "Ben"),
    ];
    for (const each of [anna, ben]) await submit(each);
    await open(page, "/approvals");
    const hers = await pageOf(browser, service, manager);
    await open(hers, "/approvals");
    for (const each of [page, hers]) await each.getByRole("checkbox", { name: /^Select all 2 pending/ }).click();
    // Both approvers click at once. One request approves both timesheets, the other none.
    await Promise.all([page, hers].map((each) => selection(each).getByRole("button", { name: "Approve 2" }).click()));
    await expect.poll(() => Promise.all([anna, ben].map(statusOf))).toEqual(["approved", "approved"]);
    const outcomes = await Promise.all(
      [page, hers].map(async (each) => {
        const [done, refused] = [each.getByText("2 timesheets approved"), each.getByText(/has changed|have problems/)];
        await done.or(refused).first().waitFor();
        return (await done.isVisible()) ? "done" : "refused";
      }),
    );
    expect(outcomes.toSorted()).toEqual(["done", "refused"]);
    for (const each of [page, hers]) await expect(cellOf(each, "Anna", "approved")).toBeVisible();
    expect((await sheetOf(anna)).revision).toBe(1);
    // The page shows without a reload that a colleague has reopened the timesheet.
    await person.stint.timesheets.reopen((await sheetOf(anna)).id, { note: "Friday is missing." });
    await expect(cellOf(hers, "Anna", "open")).toBeVisible();
    await hers.context().close();
  });

  test("decides about one person after the other at the desk, by keyboard, and submits for a member", async ({
    page,
    person,
    service,
  }) => {
    await turnOn(person);
    const [anna, ben] = [
      await inviteColleague(service, person.stint, "Anna"),
      await inviteColleague(service, person.stint, "Ben"),
    ];
    const { project, taskId } = person;
    const startedAt = `${month.toString()}T09:00:00Z`;
    const entry = { projectId: project.id, taskId, startedAt, durationSeconds: 3600 };
    await anna.stint.timeEntries.create(entry);
    await anna.stint.timeEntries.create({ ...entry, description: "Review", durationSeconds: 1800 });
    for (const each of [anna, ben]) await submit(each);
    await open(page, "/approvals?show=decide");
    await expect(page.getByRole("button", { name: "Pending 2" })).toHaveAttribute("aria-pressed", "true");
    await cellOf(page, "Anna").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Anna");
    await expect(page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]")).toHaveText(
      /^Approvals/,
    );
    await expect(page.getByText("1 of 2")).toBeVisible();
    const table = page.getByRole("table", { name: "Hours by project and day" });
    await table.getByRole("button", { name: /: 1:30$/ }).press("Enter");
    await expect(page.getByRole("list", { name: "Time entries" })).toContainText("overlaps by 0:30");
    await expectAccessibleAndNarrow(page, "the desk of an approver");

    await page.keyboard.press("r");
    const note = page.getByRole("textbox", { name: "Note" });
    await expect(note).toBeFocused();
    await page.getByRole("button", { name: "1 overlap" }).press("Space");
    await page.getByRole("button", { name: "Wrong project" }).press("Space");
    await page.getByRole("button", { name: "1 entry without a description" }).press("Space");
    await page.getByRole("button", { name: "Wrong project" }).press("Space");
    await expect(note).toHaveValue("1 overlap. 1 entry without a description.");
    await expectAccessibleAndNarrow(page, "a note to a member");
    await note.press("Control+Enter");
    await expect
      .poll(() => sheetOf(anna))
      .toMatchObject({
        status: "rejected",
        note: "1 overlap. 1 entry without a description.",
      });

    // While it is open, people who may write the entries correct them in their place.
    const description = page.getByRole("textbox", { name: "Description" }).first();
    await description.fill("Workshop");
    await description.press("Enter");
    await expect
      .poll(async () => (await anna.stint.timeEntries.list({ userId: "me" })).data.map((each) => each.description))
      .toContain("Workshop");
    await expect(description).toHaveValue("Workshop");
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
    await expect.poll(async () => (await sheetOf(anna)).submittedBy).not.toBe(anna.userId);

    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Ben");
    await page.keyboard.press("a");
    await expect.poll(() => statusOf(ben)).toBe("approved");
    await page.getByRole("button", { name: "Previous person" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: /^Anna/ })).toBeFocused();
    await page.getByRole("link", { name: "Back to approvals" }).click();
    await expect(page).toHaveURL(/\/approvals\?show=decide$/);
    await expect(page.getByRole("button", { name: "Pending 1" })).toHaveAttribute("aria-pressed", "true");
  });

  test("sends several back with one note", async ({ page, person, service }) => {
    await turnOn(person);
    const [anna, ben] = [
      await inviteColleague(service, person.stint, "Anna"),
      await inviteColleague(service, person.stint, "Ben"),
    ];
    for (const each of [anna, ben]) await submit(each);
    await open(page, "/approvals");
    await page.getByRole("checkbox", { name: /^Select all 2 pending/ }).click();
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: "Send back to Anna and Ben" });
    await dialog.getByRole("textbox").fill("Friday is missing.");
    await expectAccessible(page, "a note to several members");
    await dialog.getByRole("button", { name: "Send back" }).click();
    for (const each of [anna, ben]) {
      await expect(cellOf(page, each.name, "sent back")).toBeVisible();
      expect(await sheetOf(each)).toMatchObject({ status: "rejected", note: "Friday is missing." });
    }
    await expect(page.getByRole("button", { name: "Sent back 2" })).toBeVisible();
    await expect(selection(page)).toHaveCount(0);
    await expect(page.getByRole("columnheader").last()).toBeFocused();

    // The next note begins empty. In a sequence that opens another screen, R begins none.
    await submit(ben);
    await cellOf(page, "Ben", "submitted").focus();
    await page.keyboard.press("r");
    await expect(page.getByRole("dialog", { name: "Send back to Ben" }).getByRole("textbox")).toHaveValue("");
    for (const key of ["Escape", "g", "r"]) await page.keyboard.press(key);
    await expect(page).toHaveURL(/\/reports/);
  });

  test("sees that approvals are off, and where to turn them on", async ({ page }) => {
    await open(page, "/approvals");
    await expect(page.getByText("Approvals are off")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Approvals" })).toHaveCount(
      0,
    );
    await page.getByRole("link", { name: "Turn them on in the settings" }).click();
    await expect(page).toHaveURL(/\/settings/);
  });
});

test.describe("a lead", () => {
  test.use({ isAlone: true });

  test("decides only about the team, and not about what they don’t see or their own", async ({
    person,
    service,
    browser,
  }) => {
    await turnOn(person);
    const [lea, anna, ben, otto] = [
      await inviteColleague(service, person.stint, "Lea"),
      await inviteColleague(service, person.stint, "Anna"),
      await inviteColleague(service, person.stint, "Ben"),
      await inviteColleague(service, person.stint, "Otto"),
    ];
    await person.stint.teams.create({ name: "Design", memberIds: [anna.userId, ben.userId], leadIds: [lea.userId] });
    const hidden = await person.stint.projects.create({
      name: "Hidden",
      visibility: "members",
      memberIds: [ben.userId],
    });
    const task = await person.stint.tasks.create(hidden.id, { name: "Build" });
    const startedAt = new Date(Date.now() - 60_000);
    await ben.stint.timeEntries.create({ projectId: hidden.id, taskId: task.id, startedAt, durationSeconds: 0 });
    for (const each of [lea, anna, ben, otto]) await submit(each);

    const page = await pageOf(browser, service, lea);
    await open(page, "/approvals");
    await expect(cellOf(page, "Anna")).toBeVisible();
    await expect(page.getByText("Otto")).toHaveCount(0);
    await page.getByRole("checkbox", { name: /^Select all 1 pending/ }).click();
    await expect(cellOf(page, "Anna")).toHaveAttribute("aria-selected", "true");
    for (const name of ["Ben", "Lea"]) await expect(cellOf(page, name)).not.toHaveAttribute("aria-selected", /./);
    await expect(cellOf(page, "Ben", /projects you can’t see/)).toBeVisible();
    await selection(page).getByRole("button", { name: "Approve 1" }).click();
    await expect(page.getByText("1 timesheet approved")).toBeVisible();
    expect(await Promise.all([anna, ben, otto, lea].map(statusOf))).toEqual([
      "approved",
      "submitted",
      "submitted",
      "submitted",
    ]);
    await cellOf(page, "Lea").click();
    await expect(page.getByText("This is your timesheet, so someone else has to approve it.")).toBeVisible();
    await page.context().close();
  });
});

for (const role of ["member", "viewer"] as const)
  test.describe(`a ${role}`, () => {
    test.use({ role });

    test("is told that the page is for others", async ({ page }) => {
      await open(page, "/approvals");
      await expect(page.getByText(/doesn’t have access to this/)).toBeVisible();
      await expect(page.getByRole("grid")).toHaveCount(0);
    });
  });

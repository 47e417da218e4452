import { readFile } from "node:fs/promises";
import { inviteColleague, pageOf } from "../data/colleague.ts";
import { expectAccessible, expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, type Person, test } from "../page/journey.ts";

/** Creates a client for the project, a rate of 90.00, two hours of work, and another hour that is only planned. */
async function work({ stint, project, taskId }: Person): Promise<string> {
  const { id } = await stint.clients.create({ name: "Northwind" });
  await stint.projects.update(project.id, { clientId: id });
  await stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9000 });
  const place = { projectId: project.id, taskId, durationSeconds: 3600 };
  const starts = ["2026-03-02T09:00:00Z", "2026-03-03T09:00:00Z", "2100-01-04T09:00:00Z"];
  await stint.timeEntries.createBatch({ entries: starts.map((startedAt) => ({ ...place, startedAt })) });
  return id;
}

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("bills a client's time as previewed, and undoes it", async ({ page, person }) => {
    const { stint, project, taskId } = person;
    await work(person);
    const own = await stint.projects.create({ name: "Garden" });
    const { id: ownTask } = await stint.tasks.create(own.id, { name: "Plan" });
    const at = { projectId: own.id, taskId: ownTask, startedAt: "2026-03-02T12:00:00Z", durationSeconds: 600 };
    await stint.timeEntries.create(at);
    await open(page, "/time");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Search/ }).fill("invoice");
    await page.getByRole("option", { name: /^Billing/ }).click();
    const all = page.getByRole("region", { name: "Not billed yet" });
    const unbilled = page.getByRole("table", { name: "Not billed yet" }).getByRole("row");
    await expect(unbilled.nth(1)).toContainText(/Northwind.*Mar 2.*2:00.*€180\.00/);
    await expect(unbilled.nth(2)).toContainText(/No client.*Garden.*0:10.*€15\.00/);
    await expect(all).toContainText(/€195\.00.*2:10/);
    await expectAccessibleAndNarrow(page, "billing");
    // Nothing bills everything of everybody at once.
    await page.getByRole("link", { name: "Bill time…" }).click();
    await expect(page.getByText("Choose a client or project to bill.")).toBeVisible();
    await expect(all).toContainText("€195.00");
    await expect(page.getByRole("button", { name: /^Bill €/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Bill Northwind…" }).click();
    await expect(page.getByRole("button", { name: "Client: Northwind" })).toBeVisible();
    for (const label of ["From", "Until"]) await expect(page.getByText(label, { exact: true })).toBeVisible();
    const bill = page.getByRole("button", { name: "Bill €180.00" });
    await expect(bill).toBeVisible();
    await expectAccessibleAndNarrow(page, "time to bill");
    await page.getByLabel("Reference").fill("2026-0042");
    await page.getByLabel("Billed on").fill("2026-04-01");
    // Nothing can be billed while no entry matches.
    await page.getByLabel("Until").fill("2026-02-01");
    await expect(page.getByText("There’s nothing to bill")).toBeVisible();
    await expect(bill).toHaveCount(0);
    await page.getByLabel("Until").fill("2100-01-31");
    await expect(page.getByRole("button", { name: "Bill €270.00" })).toBeVisible();
    // Without an end, a bill ends today, before the planned time.
    await page.getByLabel("Until").fill("");
    await page.getByLabel("Until").press("Tab");
    await expect(bill).toBeVisible();
    await expect(page.getByLabel("Until")).not.toHaveValue(/^$|2100/);
    await expect(page.getByLabel("Reference")).toHaveValue("2026-0042");
    // Another client adds an entry between the preview and the click.
    const startedAt = "2026-03-04T09:00:00Z";
    await stint.timeEntries.create({ projectId: project.id, taskId, startedAt, durationSeconds: 1200 });
    await bill.click();
    await expect(page.getByRole("alert").filter({ hasText: "have changed since the preview" })).toBeVisible();
    expect((await stint.billingBatches.list()).data).toEqual([]);
    const hint = page.getByText("Hours × price isn’t exactly the amount");
    await expect(hint.getByRole("link")).toHaveText([project.name, "Round entries again…"]);
    await page.getByRole("button", { name: "Bill €210.00" }).dblclick();
    await expect(page.getByRole("heading", { name: "2026-0042" })).toBeVisible();
    expect((await stint.billingBatches.list()).data).toMatchObject([{ billedOn: "2026-04-01" }]);
    const lines = page.getByRole("table", { name: "Lines" });
    await expect(lines.getByRole("row").last()).toContainText("€210.00");
    await expect(hint.getByRole("link")).toHaveText([project.name]);
    await page.getByLabel("One line per").selectOption("entry");
    await expect(lines.getByRole("row")).toHaveCount(5);
    await expectAccessibleAndNarrow(page, "a billing batch");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe("2026-0042.csv");
    expect((await readFile(await file.path(), "utf8")).trim().split("\r\n")).toHaveLength(5);

    const [entry] = (await stint.timeEntries.list({ userId: "me", to: "2026-03-31" })).data;
    expect(entry).toMatchObject({ billed: true, locked: true, lockedBy: ["billing"] });
    await page.getByRole("button", { name: "Undo billing…" }).click();
    await expectAccessible(page, "a billing batch to undo");
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "GET" && request.url().includes("/billing-batches/bill_")) asked.push(request.url());
    });
    await page.getByRole("dialog").getByRole("button", { name: "Undo billing" }).click();
    await expect(page.getByText("Nothing has been billed yet.")).toBeVisible();
    await expect(all).toContainText("€225.00");
    expect(asked).toEqual([]);
    expect((await stint.timeEntries.get(entry?.id ?? "")).locked).toBe(false);
  });

  test("bills a report in two clicks, and leaves a line for the next bill", async ({ page, person }) => {
    const { stint, project } = person;
    const clientId = await work(person);
    const { id: taskId } = await stint.tasks.create(project.id, { name: "Plan" });
    const startedAt = "2026-03-02T11:00:00Z";
    await stint.timeEntries.create({ projectId: project.id, taskId, startedAt, durationSeconds: 1800 });
    await open(page, "/clients");
    await expect(page.getByRole("link", { name: "€225.00 not billed yet (2:30)" })).toBeVisible();
    await open(page, `/reports?period=all&clientId=${clientId}`);
    await page.getByRole("link", { name: "Bill…" }).click();
    await expect(page.getByRole("heading", { name: "Bill Northwind", level: 1 })).toBeVisible();
    const lines = page.getByRole("table", { name: "Lines" });
    await expect(page.getByText("Hours × price gives every amount.")).toBeVisible();
    await page.getByRole("button", { name: `Entries of “${project.name} · Build”` }).press("Enter");
    await expect(lines.getByRole("row").filter({ hasText: person.name })).toHaveCount(2);
    await page.getByLabel(`Bill ${project.name} · Plan…`).uncheck();
    await expect(lines.getByRole("row", { name: /Plan/ })).toContainText("left for next time");
    // The lines of a project follow their sum.
    await expect(lines.getByRole("row").filter({ hasText: project.name })).toContainText(/€180\.00/);
    await expectAccessibleAndNarrow(page, "a bill with an open line and one that waits");
    await page.getByLabel("Reference").fill("2026-0099");
    await page.getByRole("button", { name: "Bill €180.00" }).click();
    await expect(page.getByRole("heading", { name: "2026-0099" })).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByText("Northwind · ")).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    // A finished bill has the same sums.
    await stint.timeEntries.create({ projectId: project.id, taskId: person.taskId, startedAt, durationSeconds: 3600 });
    await open(page, `/billing/new?clientId=${clientId}`);
    await page.getByLabel("Reference").fill("2026-0100");
    await page.getByRole("button", { name: "Bill €135.00" }).click();
    await expect(lines.getByRole("row").nth(1)).toContainText(/Website.*1\.50.*€135\.00/);
    await expect(lines.getByRole("row").nth(2)).toHaveText(/^Build1\.00/);
    await expectAccessibleAndNarrow(page, "a bill with the sum of a project");
    await page.getByRole("button", { name: "Undo billing…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo billing" }).click();
    await open(page, `/billing/new?clientId=${clientId}`);
    await expect(page.getByRole("button", { name: "Bill €135.00" })).toBeVisible();
    await expect(page.getByLabel("Reference")).toHaveValue("2026-0100");
    await expect(page.getByText("The last one was 2026-0099.")).toBeVisible();
  });

  test("bills once although a manager bills the same at once, who may not undo it", async ({
    page,
    person,
    service,
    browser,
  }) => {
    const clientId = await work(person);
    const manager = await inviteColleague(service, person.stint, "Mona", "manager");
    const other = await pageOf(browser, service, manager);
    for (const each of [page, other]) {
      await open(each, `/billing/new?clientId=${clientId}`);
      await each.getByLabel("Reference").fill("2026-0043");
      await each.getByRole("button", { name: "Bill €180.00" }).waitFor();
    }
    await Promise.all([page, other].map((each) => each.getByRole("button", { name: "Bill €180.00" }).click()));
    await expect.poll(async () => (await person.stint.billingBatches.list()).data.length).toBe(1);
    const outcomes = await Promise.all(
      [page, other].map(async (each) => {
        const [done, late] = [
          each.getByRole("heading", { name: "2026-0043" }),
          each.getByText("There’s nothing to bill"),
        ];
        await done.or(late).first().waitFor();
        return (await done.isVisible()) ? "billed" : "late";
      }),
    );
    expect(outcomes.toSorted()).toEqual(["billed", "late"]);
    const [batch] = (await person.stint.billingBatches.list()).data;
    await open(other, `/billing/${batch?.id}`);
    await other.getByRole("table", { name: "Lines" }).waitFor();
    await expect(other.getByRole("button", { name: "Undo billing…" })).toHaveCount(0);
    await other.context().close();
  });

  test("bills time without a rate only when asked to", async ({ page, person }) => {
    const { stint, project, taskId } = person;
    const startedAt = "2026-03-02T09:00:00Z";
    const { id } = await stint.timeEntries.create({ projectId: project.id, taskId, startedAt, durationSeconds: 3600 });
    await open(page, `/projects/${project.id}`);
    const unbilled = page.getByRole("link", { name: "€0.00 not billed yet (1:00)" });
    // The last panel loads only when it is scrolled into view.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect(unbilled).toBeVisible({ timeout: 1000 });
    }).toPass();
    await unbilled.click();
    await expect(page.getByRole("alert").filter({ hasText: "1:00 has no rate" })).toBeVisible();
    await page.getByLabel("Also bill entries without a rate (amount: 0)").check();
    await page.getByLabel("Reference").fill("Free");
    const bill = page.getByRole("button", { name: "Bill €0.00" });
    await bill.waitFor();
    // Another client makes the entry longer between the preview and the click.
    await stint.timeEntries.update(id, { durationSeconds: 28_800 });
    await bill.click();
    await expect(page.getByRole("alert").filter({ hasText: "have changed since the preview" })).toBeVisible();
    await expect(page.getByText("8:00").first()).toBeVisible();
    expect((await stint.billingBatches.list()).data).toEqual([]);
    await bill.click();
    await expect(page.getByRole("heading", { name: "Free" })).toBeVisible();
  });
});

test("a member sees no billing", async ({ page }) => {
  for (const path of ["/billing", "/billing/new", "/billing/bill_1"]) {
    await open(page, path);
    await expect(page.getByText(/doesn’t have access to this/)).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "Billing" })).toHaveCount(0);
});

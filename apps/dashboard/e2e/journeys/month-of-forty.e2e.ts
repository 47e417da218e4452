import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Stint, Timesheet } from "@stint/sdk";
import { type Colleague, inviteColleague, pageOf } from "../data/colleague.ts";
import { cellOf, selection } from "../page/approvals-grid.ts";
import { expect, open, type Person, test } from "../page/journey.ts";
import { readDuration, readMoney, readTotals, type Sums } from "../page/read-sums.ts";
import { readCsv } from "../../../server/test/files/read-csv.ts";

const first = Temporal.Now.plainDateISO("UTC").with({ day: 1 }).subtract({ months: 1 });
const last = first.add({ months: 1 }).subtract({ days: 1 });
const name = first.toLocaleString("en", { month: "long", year: "numeric" });
const range = `from=${first.toString()}&to=${last.toString()}`;
const dayOf = (number: number) => first.with({ day: number }).toString();

/** Creates a client for the project, a rate, and two entries for each member of the organization. */
async function work({ stint, project, taskId }: Person): Promise<number> {
  const { id: clientId } = await stint.clients.create({ name: "Northwind" });
  await stint.projects.update(project.id, { clientId, rounding: { mode: "up", minutes: 15 } });
  await stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9500 });
  const people = (await stint.members.list({ limit: 200 })).data;
  const place = { projectId: project.id, taskId };
  const entries = people.flatMap(({ userId }, at) => [
    { ...place, userId, startedAt: `${dayOf(2 + (at % 20))}T08:00:00Z`, durationSeconds: (180 + at) * 60 },
    {
      ...place,
      userId,
      startedAt: `${dayOf(3 + (at % 20))}T23:30:00Z`,
      durationSeconds: 67 * 60,
      billable: at % 5 > 0,
    },
  ]);
  await stint.timeEntries.createBatch({ entries });
  return people.length;
}

async function typeEntry(page: Page, day: string, text: string): Promise<void> {
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  await dialog.getByLabel("What did you work on?").fill(text);
  await dialog.getByLabel("Date").fill(day);
  await dialog.getByLabel("What did you work on?").press("Control+Enter");
  await expect(dialog).toBeHidden();
}

async function submitOn(page: Page): Promise<void> {
  await open(page, "/timesheet");
  await page.getByRole("button", { name: `Submit ${name}` }).click();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("submitted");
}

/** Asserts that the report, the list of entries, the timesheets and their statements agree. Returns the sums. */
async function agreed(page: Page, stint: Stint): Promise<Sums> {
  const sums = { seconds: 0, billableSeconds: 0, amountMinor: 0 };
  const sheets: Timesheet[] = [];
  for await (const sheet of stint.timesheets.list({ from: first.toString(), to: first.toString() })) sheets.push(sheet);
  for (const { id } of sheets) {
    const { totals, amounts } = await stint.timesheets.statement(id);
    sums.seconds += totals.seconds;
    sums.billableSeconds += totals.billableSeconds;
    sums.amountMinor += amounts?.amountMinor ?? 0;
  }
  await open(page, `/reports?${range}`);
  await page.getByRole("region", { name: "Total", exact: true }).waitFor();
  expect(await readTotals(page), "the report").toEqual(sums);
  await open(page, `/reports?report=detailed&${range}&approval=approved`);
  const rows = page.getByRole("region", { name: "Entries" }).getByRole("row");
  await expect(rows).not.toHaveCount(0);
  const more = page.getByRole("button", { name: "Show more" });
  while (await more.isVisible()) {
    const count = await rows.count();
    await more.click();
    await expect(rows).not.toHaveCount(count);
  }
  expect(await readTotals(page), "above the approved entries").toEqual(sums);
  return sums;
}

/** Bills the unbilled time, and asserts that the amount, the lines and the file agree. */
async function bill(page: Page, reference: string, amountMinor: number): Promise<void> {
  await open(page, "/clients");
  await page.getByRole("link", { name: /not billed yet/ }).click();
  await page.getByLabel("Reference").fill(reference);
  const button = page.getByRole("button", { name: /^Bill €/ });
  await button.waitFor();
  expect(readMoney(((await button.textContent()) ?? "").replace("Bill ", ""))).toBe(amountMinor);
  await button.click();
  const lines = page.getByRole("table", { name: "Lines" });
  await expect(page.getByRole("heading", { name: reference })).toBeVisible();
  await page.getByLabel("One line per").selectOption("user");
  const total = lines.getByRole("row").last();
  await expect(total).toContainText("Total");
  expect(readMoney((await total.getByRole("cell").last().textContent()) ?? "")).toBe(amountMinor);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const text = await readFile(await (await saving).path(), "utf8");
  const [head = [], ...rows] = readCsv(text.replace(/^\uFEFF/, ""));
  const cents = rows.map((row) => Math.round(Number(row[head.indexOf("Amount (EUR)")]) * 100));
  expect(cents.pop(), "the total in the file").toBe(amountMinor);
  expect(
    cents.reduce((sum, each) => sum + each, 0),
    "the file",
  ).toBe(amountMinor);
}

test.describe("the month of 40 people", () => {
  test.use({ isAlone: true, memberCount: 37 });

  test("is handed in, sent back, corrected, approved, taken back, billed, reopened and billed again", async ({
    page,
    person,
    service,
    browser,
  }) => {
    const { stint } = person;
    const approvals = { period: "month", from: first.toString(), ownApproval: true, graceMinutes: 5 } as const;
    await stint.organization.update({ approvals });
    const [anna, ben]: [Colleague, Colleague] = [
      await inviteColleague(service, stint, "Anna"),
      await inviteColleague(service, stint, "Ben"),
    ];
    expect(await work(person)).toBe(40);
    const [annas, bens] = [await pageOf(browser, service, anna), await pageOf(browser, service, ben)];
    await submitOn(annas);
    await submitOn(bens);

    // The owner submits for everyone else and sends Anna's timesheet back.
    await open(page, `/approvals?${range}&show=missing`);
    await page.getByRole("gridcell").first().focus();
    await page.keyboard.press("Control+Shift+End");
    await selection(page).getByRole("button", { name: "Submit 38" }).click();
    await expect(page.getByText("38 timesheets submitted")).toBeVisible();
    await page.getByRole("button", { name: /^All/ }).click();
    await cellOf(page, "Anna").click();
    await page.getByRole("button", { name: "Send back…" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("The 6th is missing.");
    await page.getByRole("button", { name: "Send back", exact: true }).click();
    await page.getByRole("link", { name: "Back to approvals" }).click();
    await expect(cellOf(page, "Anna", "sent back")).toBeVisible();

    await open(annas, "/timesheet");
    await expect(annas.getByRole("row", { name: new RegExp(name) })).toContainText("The 6th is missing.");
    await open(annas, `/time?${range}`);
    await typeEntry(annas, dayOf(6), `10-11:40 @"${person.project.name}" Workshop`);
    await submitOn(annas);

    await expect(cellOf(page, "Anna", "submitted")).toBeVisible();
    await page.getByRole("checkbox", { name: /^Select all 40 pending/ }).click();
    await selection(page).getByRole("button", { name: "Approve 40" }).click();
    await expect(page.getByText("40 timesheets approved")).toBeVisible();
    await cellOf(page, "Ben", "approved").click();
    await page.getByRole("button", { name: "Undo approval" }).click();
    await page.getByRole("link", { name: "Back to approvals" }).click();
    await expect(cellOf(page, "Ben", "not submitted")).toBeVisible();
    await submitOn(bens);
    await expect(cellOf(page, "Ben", "submitted")).toBeVisible();
    await cellOf(page, "Ben").click();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("link", { name: "Back to approvals" }).click();
    await expect(cellOf(page, "Ben", "approved")).toBeVisible();

    const sums = await agreed(page, stint);
    await bill(page, "2026-0042", sums.amountMinor);

    // An entry is added after the approval, when the grace period is over.
    await stint.organization.update({ approvals: { ...approvals, graceMinutes: 0 } });
    const sheet = (await stint.timesheets.list({ userId: anna.userId, from: first.toString(), to: first.toString() }))
      .data[0];
    await open(page, `/timesheets/${sheet?.id}`);
    await page.getByRole("button", { name: "Reopen…" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("The 20th was forgotten.");
    await page.getByRole("button", { name: "Reopen", exact: true }).click();
    const decisions = page.getByRole("region", { name: "Decisions" }).getByRole("listitem");
    await expect(decisions).toHaveText([
      /^Reopened by/,
      /^Approved by/,
      /^Submitted by Anna/,
      /^Sent back by/,
      /^Submitted by Anna/,
    ]);
    await expect(decisions.nth(3)).toContainText("The 6th is missing.");
    await open(annas, `/time?${range}`);
    await expect(annas.getByRole("row", { name: /Workshop/ })).toBeVisible();
    await typeEntry(annas, dayOf(20), `13-14:20 @"${person.project.name}" Forgotten`);
    await submitOn(annas);
    await open(page, `/billing/new?projectId=${person.project.id}`);
    await expect(page.getByText("There’s nothing to bill")).toBeVisible();
    await expect(page.getByText("1:30 isn’t approved and isn’t in this bill.")).toBeVisible();
    await open(page, `/timesheets/${sheet?.id}`);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("link", { name: "Statement, revision 2" })).toBeVisible();

    const after = await agreed(page, stint);
    const [added] = (await anna.stint.timeEntries.list({ q: "Forgotten" })).data;
    const { amountMinor = 0, billableSeconds } = await stint.timeEntries.get(added?.id ?? "");
    // 80 minutes are rounded up to the next quarter-hour, 1:30.
    expect([billableSeconds, amountMinor]).toEqual([5400, 14_250]);
    expect(after.amountMinor).toBe(sums.amountMinor + amountMinor);
    await bill(page, "2026-0043", amountMinor);
    await open(page, `/timesheets/${sheet?.id}/statement`);
    await expect(page.getByText("Compared with revision 1: 1 entry added")).toBeVisible();
    const stated = page.getByRole("table", { name: "Entries" }).getByRole("row");
    expect(readDuration((await stated.last().locator('[data-label="Duration"]').textContent()) ?? "")).toBe(
      (sheet?.seconds ?? 0) + 4800,
    );
    await open(page, `/reports?${range}&billed=false`);
    await page.getByRole("region", { name: "Total", exact: true }).waitFor();
    expect((await readTotals(page)).billableSeconds, "all that is billable is billed").toBe(0);
    for (const each of [annas, bens]) await each.context().close();
  });
});

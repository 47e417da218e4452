import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { inviteColleague } from "../data/colleague.ts";
import { newEntry } from "../data/entries.ts";
import { asOwner, expect, open, type Person, test } from "../page/journey.ts";
import { readXlsx } from "../../../server/test/files/read-xlsx.ts";

const march = "from=2026-03-01&to=2026-03-31";
const totals = (page: Page) => page.getByRole("region", { name: "Total", exact: true });
const sums = (page: Page) => page.getByRole("region", { name: "Totals" });

/** Converts `7:45` to seconds. */
function toSeconds(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 3600 + minutes * 60;
}

/** Creates entries of 5 h 15 min in total in March, on two tasks. In Berlin, the last entry starts on 1 April. */
async function fill(person: Person): Promise<void> {
  await person.stint.organization.update({ timeZone: "Europe/Berlin" });
  const { id } = await person.stint.tasks.create(person.project.id, { name: "Review" });
  await newEntry(person, "Sketch", { at: "2026-03-03T09:00:00Z", minutes: 90, tags: ["design"] });
  await newEntry(person, "Plan", { at: "2026-03-04T09:00:00Z", minutes: 105, taskId: id, tags: ["review"] });
  await newEntry(person, "Talk", { at: "2026-03-31T21:30:00Z", minutes: 120, billable: false });
  await newEntry(person, "Night", { at: "2026-03-31T22:30:00Z", minutes: 60 });
}

async function download(page: Page, kind: string): Promise<Buffer> {
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: `Download as ${kind}` }).click();
  return readFile(await (await file).path());
}

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("sees one total: on the screen, in its entries, as CSV, as a workbook and on the project's page", async ({
    page,
    person,
  }) => {
    await fill(person);
    await person.stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9000 });
    await newEntry(person, "Priced", { at: "2026-03-05T09:00:00Z", minutes: 20 });
    await open(page, "/reports?period=all");
    const seconds = 395 * 60;
    await expect(totals(page)).toContainText("6:35");
    await expect(totals(page)).toContainText("€30.00");
    const row = sums(page).getByRole("row").filter({ hasText: person.project.name });
    await expect(row.getByRole("cell").first()).toHaveText("6:35");

    const lines = (await download(page, "CSV")).toString("utf8").trim().split("\r\n");
    const [head = "", first = "", last = ""] = lines.map((line) => line.replace(/^\uFEFF/, ""));
    expect(head).toBe("Project,Hours,Billable hours,Amount (EUR),Entries");
    expect(first).toBe(`${person.project.name},6.5833,4.5833,30.00,5`);
    expect(last).toBe("Total,6.5833,4.5833,30.00,5");
    const { rows } = await readXlsx(await download(page, "Excel"));
    expect(Math.round(Number(rows[1]?.[1]?.value) * 3600)).toBe(seconds);

    await row.getByRole("link", { name: "6:35" }).click();
    await expect(page).toHaveURL(/report=detailed/);
    await expect(totals(page)).toContainText("6:35");
    const entries = page.getByRole("region", { name: "Entries" }).getByRole("row");
    await expect(entries).toHaveCount(6);
    const durations = await entries.locator("[data-label=Duration]").allTextContents();
    expect(durations.reduce((sum, text) => sum + toSeconds(text), 0)).toBe(seconds);
    await page.getByText("How these figures are calculated").click();
    await expect(page.getByText("Each entry counts only towards the day it starts on (time zone:")).toBeVisible();

    const written = (await download(page, "CSV")).toString("utf8").trim().split("\r\n");
    expect(written).toHaveLength(7);
    expect(written[0]).toMatch(
      /^Day,Start,End,Hours,Person,Client,Project,Task,Description,Tags,Billable,Amount \(EUR\),Billable hours$/,
    );
    expect(written[4]).toMatch(
      new RegExp(`^2026-03-31,23:30:00,1:30:00,2,.*,,${person.project.name},.*,Talk,,No,0.00,0$`),
    );

    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "For spreadsheets: semicolon, 1,5" }).click();
    await page.reload();
    const german = (await download(page, "CSV")).toString("utf8");
    expect(german).toMatch(/^\uFEFFDay;Start;End;(?:.*\r\n){6}Total;;;6,5833;.*;30,00;4,5833\r\n$/);

    await page.goto(`/projects/${person.project.id}`);
    await expect(page.getByRole("region", { name: "People" }).getByRole("row").last()).toContainText("6:35");
  });

  test("sees amounts in the organization's currency even if their sums can't be loaded", async ({ page, person }) => {
    await person.stint.organization.update({ currency: "JPY" });
    await person.stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 5000 });
    await newEntry(person, "Priced", { at: "2026-03-05T09:00:00Z" });
    await page.route(/\/v1\/reports\/summary/, (route) => route.abort());
    await open(page, `/reports?${march}&report=detailed`);
    const row = page.getByRole("region", { name: "Entries" }).getByRole("row").filter({ hasText: "Priced" });
    await expect(row).toContainText("¥5,000");
  });

  test("filters, groups and compares, and finds all of it in the address", async ({ page, person }) => {
    await fill(person);
    await newEntry(person, "Earlier", { at: "2026-02-10T09:00:00Z", minutes: 60 });
    await open(page, `/reports?${march}`);
    await expect(totals(page)).toContainText("5:15");
    await page.getByRole("button", { name: "Group by: Project" }).click();
    await page.getByLabel("Then by").selectOption("task");
    await expect(page).toHaveURL(/groupBy=project%2Ctask/);
    await expect(sums(page).getByRole("row").filter({ hasText: "Review" })).toContainText("1:45");
    await page.getByLabel("Compare with the previous period").check();
    await page.keyboard.press("Escape");
    await expect(page.getByText("compared with")).toContainText("February");
    await expect(totals(page)).toContainText("+4:15");
    await expect(sums(page).getByRole("row").last()).toContainText("1:00");
    // In UTC, the entry that starts at 0:30 on 1 April in Berlin still belongs to March.
    await page.getByRole("button", { name: /^(1 Mar|Mar 1) – / }).click();
    await page.getByRole("combobox", { name: "Time zone" }).selectOption("UTC");
    await page.keyboard.press("Escape");
    await expect(totals(page)).toContainText("6:15");
    await page.reload();
    await expect(totals(page)).toContainText("6:15");
    await expect(sums(page).getByRole("row").filter({ hasText: "Review" })).toContainText("1:45");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("button", { name: "Tag: All tags" }).click();
    await page.getByRole("option", { name: "design" }).click();
    await expect(totals(page)).toContainText("1:30");
    await page.getByRole("option", { name: "review" }).click();
    await page.keyboard.press("Escape");
    await expect(totals(page)).toContainText("3:15");
    await page.reload();
    await expect(page.getByRole("button", { name: "Tag: design, review (2)" })).toBeVisible();
    await expect(totals(page)).toContainText("3:15");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("button", { name: "Previous period" }).click();
    await expect(page).toHaveURL(/from=2026-02-01&to=2026-02-28/);
    await expect(totals(page)).toContainText("1:00");
    await page.goto("/reports?from=2020-01-01&to=2020-01-31");
    await expect(page.getByText("No entries match.")).toBeVisible();
    await page.getByRole("button", { name: /^Jan.* 2020/ }).click();
    await page.getByLabel("From", { exact: true }).fill("Q3 2025");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/from=2025-07-01&to=2025-09-30/);
  });

  test("sees the API's days, costs, margins and budgets", async ({ page, person }) => {
    const { stint, project } = person;
    await stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9000 });
    await stint.rates.create({ kind: "cost", scope: "organization", rateMinor: 4000 });
    await stint.projects.update(project.id, { budget: { kind: "time", seconds: 18_000, period: "total" } });
    await fill(person);
    await open(page, `/reports?${march}&report=weekly`);
    const row = sums(page).getByRole("row").filter({ hasText: project.name });
    await expect(row.getByRole("link")).toHaveText(["1:30", "1:45", "2:00", "5:15"]);
    await row.getByRole("link", { name: "1:45" }).click();
    await expect(totals(page)).toContainText("1:45");
    await expect(page.getByRole("rowheader", { name: /Plan/ })).toBeVisible();
    await page.goto(`/reports?${march}&report=costs`);
    const costs = page.getByRole("region", { name: "Costs and margin" }).getByRole("row").last();
    for (const text of ["€292.50", "€210.00", "€82.50", "28%"]) await expect(costs).toContainText(text);
    await page.goto("/reports?report=budgets");
    await expect(page.getByRole("region", { name: "Budgets" }).getByRole("meter")).toBeVisible();
    await page.goto("/reports?report=weekly&period=lastYear");
    await expect(page.getByText("Choose a period of at most 31 days")).toBeVisible();
  });

  test("points out once that billable time has no price, and links to the rates", async ({ page, person }) => {
    const { stint, project } = person;
    await newEntry(person, "Unpriced", { minutes: 60 });
    const free = await stint.projects.create({ name: "Pro bono" });
    const { id: taskId } = await stint.tasks.create(free.id, { name: "Advice" });
    await stint.rates.create({ kind: "billable", scope: "project", projectId: free.id, rateMinor: 0 });
    const at = { projectId: free.id, taskId, startedAt: "2026-03-03T12:00:00Z", durationSeconds: 3600 };
    await stint.timeEntries.create({ ...at, description: "Given away" });
    const noRate = (place: Locator) => place.getByRole("link", { name: "1:00 without a rate" });
    await open(page, `/reports?${march}`);
    await expect(noRate(totals(page))).toBeVisible();
    // In the table, the total says it once.
    await expect(noRate(sums(page))).toHaveCount(1);
    await expect(sums(page).getByRole("row").filter({ hasText: project.name })).toContainText("–");
    // A rate of zero counts as a price, unlike a missing rate.
    await expect(sums(page).getByRole("row").filter({ hasText: "Pro bono" })).toContainText("€0.00");
    await page.goto(`/reports?${march}&report=detailed`);
    await expect(page.getByRole("row").filter({ hasText: "Unpriced" })).toContainText("–");
    await expect(page.getByRole("row").filter({ hasText: "Given away" })).toContainText("€0.00");
    await page.goto(`/reports?${march}&report=costs`);
    const costs = page.getByRole("region", { name: "Costs and margin" });
    await expect(noRate(costs)).toHaveCount(1);
    const noCostRate = { name: /^[\d:]+ without a cost rate$/ };
    await expect(costs.getByRole("link", noCostRate)).toHaveCount(1);
    await page.goto(`/projects/${project.id}`);
    const people = page.getByRole("region", { name: "People" });
    await expect(people.getByRole("link", noCostRate)).toHaveCount(1);
    // No rate can be applied, so the button leads to the rates, as the link does.
    await people.getByRole("button", { name: "Apply a rate…" }).click();
    await expect(page).toHaveURL(/\/rates$/);
  });

  test("shows next to an amount how much of its time has no rate", async ({ page, person }) => {
    const { stint, project } = person;
    await fill(person);
    await stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9000 });
    await stint.rates.create({ kind: "cost", scope: "organization", rateMinor: 4000 });
    await newEntry(person, "Priced", { at: "2026-03-05T09:00:00Z", minutes: 60 });
    await open(page, `/reports?${march}`);
    const rest = (place: Locator) => place.getByRole("link", { name: "3:15 without a rate", exact: true });
    const row = sums(page).getByRole("row").filter({ hasText: project.name });
    for (const place of [totals(page), row, sums(page).getByRole("row").last()]) {
      await expect(place).toContainText("€90.00");
      await expect(rest(place)).toBeVisible();
    }
    await page.goto(`/reports?${march}&report=costs`);
    const costs = page.getByRole("region", { name: "Costs and margin" }).getByRole("row").last();
    await expect(costs.getByRole("link", { name: "5:15 without a cost rate" })).toBeVisible();
    await expectAccessibleAndNarrow(page, "costs with time that has no rate");
    await page.goto(`/projects/${project.id}`);
    const people = page.getByRole("region", { name: "People" }).getByRole("row").last();
    await people.getByRole("link", { name: /without a rate$/ }).click();
    await expect(page).toHaveURL(/\/rates$/);
  });

  test("shows the totals in a phone's first view, and says while the chart is loading", async ({ page, person }) => {
    await fill(person);
    await page.setViewportSize({ width: 390, height: 844 });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/v1\/reports\/summary\?.*groupBy=date/, async (route) => {
      await released;
      await route.continue();
    });
    await open(page, `/reports?${march}`);
    await expect(totals(page)).toContainText("5:15");
    const box = await totals(page).boundingBox();
    expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(600);
    const chart = page.getByRole("region", { name: "Time by date and project" });
    await expect(chart.getByText("Loading…")).toBeVisible();
    release();
    await expect(chart.getByText("Loading…")).toHaveCount(0);
    await page.getByRole("button", { name: "Filters" }).click();
    await expect(page.getByRole("searchbox", { name: "Search descriptions" })).toBeVisible();
    await page.getByRole("button", { name: "More", exact: true }).click();
    for (const name of ["Team", "Settings", "Profile", "Sign out"])
      await expect(page.getByRole("menuitem", { name })).toBeVisible();
  });

  test("prints only the report, light and as a table", async ({ page, person }) => {
    await fill(person);
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, `/reports?${march}`);
    await expect(sums(page)).toBeVisible();
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByText(/(March 1 – March 31|1 March – 31 March) · Europe\/Berlin/)).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Tracked" })).toBeVisible();
    await expect(page.getByText("How these figures are calculated")).toBeHidden();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(250, 251, 252)");
    await page.screenshot({ path: test.info().outputPath("printed.png"), fullPage: true });
    expect((await page.pdf({ format: "A4" })).subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("finds every report accessible, even at 320 pixels", async ({ page, person }) => {
    await fill(person);
    await open(page, `/reports?${march}&groupBy=project,task&compare=before`);
    await expect(totals(page)).toBeVisible();
    await page.getByText("As a table").click();
    await expectAccessibleAndNarrow(page, "/reports");
    await page.goto(`/reports?${march}&report=detailed`);
    await expect(page.getByRole("rowheader", { name: /Sketch/ })).toBeVisible();
    await expectAccessibleAndNarrow(page, "/reports, entries");
    await page.goto(`/reports?${march}&report=weekly`);
    await expect(sums(page).getByRole("row").last()).toContainText("5:15");
    await expectAccessibleAndNarrow(page, "/reports, by day");
    await page.goto(`/reports?${march}&report=costs`);
    await expect(page.getByRole("region", { name: "Costs and margin" })).toBeVisible();
    await expectAccessibleAndNarrow(page, "/reports, costs");
  });

  test("finds a deactivated member's time by name, and gives them no rate", async ({ page, person, service }) => {
    const { stint } = person;
    const colleague = await inviteColleague(service, stint, "Dora");
    await newEntry({ ...person, stint: colleague.stint }, "Handover");
    await stint.members.deactivate(colleague.userId);
    await open(page, `/reports?report=detailed&period=all&userId=${colleague.userId}`);
    await expect(page.getByRole("row", { name: /Handover/ })).toContainText("Dora");
    await expect(page.getByRole("button", { name: "Person: Dora" })).toBeVisible();
    await open(page, "/rates");
    await page.getByRole("button", { name: "New rate" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Level").selectOption("member");
    await dialog.getByRole("combobox", { name: "Member" }).click();
    await expect(dialog.getByRole("listbox").getByRole("option")).toHaveText([person.name]);
  });
});

for (const role of ["member", "viewer", "manager"] as const)
  test.describe(`a ${role}`, () => {
    test.use({ role });

    test(`sees ${role === "member" ? "their own time" : "everybody's time"}, ${role === "manager" ? "with" : "without"} money`, async ({
      page,
      person,
      service,
    }) => {
      const owner = asOwner(service);
      const { project, taskId } = person;
      const at = { projectId: project.id, taskId, startedAt: "2026-03-03T12:00:00Z", durationSeconds: 3600 };
      await owner.timeEntries.create({ ...at, description: "The owner's" });
      if (role !== "viewer") await newEntry(person, "Mine", { minutes: 30 });
      await open(page, `/reports?${march}&projectId=${project.id}`);
      const seen = { member: "0:30", viewer: "1:00", manager: "1:30" }[role];
      await expect(totals(page)).toContainText(seen);
      await expect(totals(page).getByText("Amount")).toHaveCount(role === "manager" ? 1 : 0);
      const kinds = page.getByRole("navigation", { name: "Reports by kind" });
      await expect(kinds.getByRole("link", { name: "Costs and margin" })).toHaveCount(role === "manager" ? 1 : 0);
      await page.goto(`/reports?${march}&projectId=${project.id}&report=detailed`);
      await expect(totals(page)).toContainText(seen);
      await expect(page.getByRole("rowheader", { name: "The owner's" })).toHaveCount(role === "member" ? 0 : 1);
      await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveCount(role === "manager" ? 1 : 0);
      await page.goto(`/reports?${march}&report=costs`);
      await expect(page.getByText("Only managers and above can see costs.")).toHaveCount(role === "manager" ? 0 : 1);
    });
  });

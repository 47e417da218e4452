import { hash as digest } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { approvedTimesheet } from "../data/approved-timesheet.ts";
import { expectAccessible, expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("reads, saves and verifies what was approved, and the revision before", async ({ page, person }, testInfo) => {
    const { stint } = person;
    await stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9000 });
    const id = await approvedTimesheet(person);
    await stint.timesheets.reopen(id, { note: "The 20th is missing." });
    const { project, taskId } = person;
    await stint.timeEntries.create({
      projectId: project.id,
      taskId,
      startedAt: "2026-03-20T09:00:00Z",
      durationSeconds: 60,
    });
    await stint.timesheets.submit(id);
    await stint.timesheets.approve(id);
    const { hash } = await stint.timesheets.statement(id);

    await open(page, `/timesheets/${id}/statement`);
    await expect(page.getByText("The content matches the hash")).toBeVisible();
    await expect(page.getByText("Compared with revision 1: 1 entry added")).toBeVisible();
    const rows = page.getByRole("table", { name: "Entries" }).getByRole("row");
    await expect(rows).toHaveCount(6);
    await expect(rows.last()).toContainText("4:31");
    await expect(rows.last()).toContainText("€406.50");
    await expect(page.getByText(hash.slice(0, 8))).toBeVisible();
    await expectAccessibleAndNarrow(page, "a statement");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download JSON" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe("statement-2026-03-01-2.json");
    expect(JSON.parse(await readFile(await file.path(), "utf8")).hash).toBe(hash);
    const copying = page.waitForEvent("download");
    await page.getByRole("link", { name: /^http.*\/verify-statement\.html$/ }).click();
    const copy = testInfo.outputPath("verify-statement.html");
    await (await copying).saveAs(copy);
    const checksum = digest("sha256", await readFile(copy)).replaceAll(/.{8}(?=.)/g, "$& ");
    await expect(page.getByText(checksum)).toBeVisible();
    const first = await stint.timesheets.statement(id, { revision: 1 });
    const second = await stint.timesheets.statement(id);
    const { totals } = second;
    for (const address of ["/verify-statement.html", `file://${copy}`]) {
      const verifier = await page.context().newPage();
      const requests: string[] = [];
      verifier.on("request", (request) => requests.push(request.url()));
      await verifier.goto(address);
      await expectAccessible(verifier, "the page that verifies statements");
      await choose(verifier, { "march-1.json": first, "march-2.json": second });
      await expect(verifier.getByText("✓ The content matches the hash.")).toHaveCount(2);
      await expect(verifier.getByText(second.hash.replaceAll(/.{8}(?=.)/g, "$& "))).toBeVisible();
      await expect(verifier.getByText(`${person.name} (${first.userId}; no hash covers the name)`)).toHaveCount(2);
      await expect(verifier.getByText("4:31:00").first()).toBeVisible();
      await choose(verifier, { "forged.json": { ...second, totals: { ...totals, seconds: 1 } }, "else.json": [] });
      const forged = verifier.getByRole("article").filter({ hasText: "forged.json" });
      await expect(forged.getByText("✗ This statement doesn’t match its hash:")).toBeVisible();
      await expect(forged.getByRole("listitem")).toContainText([
        "/hash is not that of the statement",
        "/totals/seconds",
      ]);
      await expect(verifier.getByText("✗ This isn’t a statement.")).toBeVisible();
      expect(requests).toEqual([verifier.url()]);
      await verifier.close();
    }
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
    await expect(rows.last()).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await open(page, `/timesheets/${id}/statement?revision=1`);
    await expect(rows).toHaveCount(5);
    await open(page, `/timesheets/${id}/statement?revision=3`);
    await expect(page.getByText("There’s no statement")).toBeVisible();
    // The timesheet has the organization's times, and says so to people who have chosen another zone.
    await stint.me.update({ preferences: { timeZone: "America/New_York" } });
    await page.goto(`/timesheets/${id}`);
    await expect(page.getByText("Days and times are those of the time zone UTC.")).toBeVisible();
  });

  test("sees that a statement was altered on its way", async ({ page, person }) => {
    const id = await approvedTimesheet(person);
    await page.route(/\/v1\/timesheets\/.*statement/, async (route) => {
      const response = await route.fetch();
      const statement = await response.json();
      statement.entries[0].durationSeconds += 60;
      await route.fulfill({ response, json: statement });
    });
    await open(page, `/timesheets/${id}/statement`);
    await expect(page.getByRole("alert").getByText("The content doesn’t match the hash.")).toBeVisible();
    await expect(page.getByText("The entries don’t add up to the totals.")).toBeVisible();
    await expectAccessible(page, "an altered statement");
  });

  test("turns approvals on for months, changes them and turns them off", async ({ page, person }) => {
    const { stint } = person;
    await open(page, "/settings");
    await page.getByLabel("People submit their time").selectOption("Every month");
    await page.getByLabel("First period").fill("2026-03-01");
    await page.getByLabel("Time to undo an approval").fill("90000");
    await page.getByRole("button", { name: "Save approvals" }).click();
    await expect(page.getByText("Enter a whole number from 0 to 1440.")).toBeVisible();
    await page.getByLabel("Time to undo an approval").fill("15");
    await page.getByRole("button", { name: "Save approvals" }).click();
    await expect(page.getByText("Approvals changed")).toBeVisible();
    const wanted = { period: "month", from: "2026-03-01", ownApproval: false, graceMinutes: 15 };
    await expect.poll(async () => (await stint.organization.get()).approvals).toEqual(wanted);
    await page.getByLabel("People submit their time").selectOption("Every week");
    await expect(page.getByText(/stay as they are/)).toBeVisible();
    await page.getByLabel("People submit their time").selectOption("Never");
    await expect(page.getByText(/no more time can be submitted/)).toBeVisible();
    await expectAccessible(page, "approvals to turn off");
    await page.getByRole("button", { name: "Save approvals" }).click();
    await expect.poll(async () => (await stint.organization.get()).approvals).toBe(null);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await stint.organization.get()).approvals).toEqual(wanted);
  });
});

/** Chooses files with these contents on the page that verifies statements. */
async function choose(page: Page, contents: Record<string, unknown>): Promise<void> {
  const files = Object.entries(contents).map(([name, content]) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(content)),
  }));
  await page.getByLabel("JSON files").setInputFiles(files);
}

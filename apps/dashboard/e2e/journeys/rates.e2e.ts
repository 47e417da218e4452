import type { Page } from "@playwright/test";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

const rowOf = (page: Page, text: RegExp) => page.getByRole("row", { name: text });

test.describe("who sets rates", () => {
  test.use({ isAlone: true });

  test("sets one for everybody, changes it from a day on, and undoes it", async ({ page, person }) => {
    const rates = async () =>
      (await person.stint.rates.list()).data.map(({ rateMinor, effectiveFrom }) => [effectiveFrom, rateMinor]);
    await open(page, "/rates");
    await expect(page.getByText("No rates yet, so entries have no amounts.")).toBeVisible();
    await page.getByRole("button", { name: "New rate" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount per hour").fill("89.99");
    await dialog.getByLabel("From").fill("");
    await expectAccessible(page, "the form of a rate");
    await dialog.getByRole("button", { name: "Set rate" }).click();
    await expect(rowOf(page, /Everyone, everywhere/)).toContainText("€89.99");
    await expect(rowOf(page, /Everyone, everywhere/)).toContainText("always");
    await page.getByRole("button", { name: /^Actions for the rate “Everyone/ }).click();
    await page.getByRole("menuitem", { name: "Change rate…" }).click();
    await dialog.getByLabel("Amount per hour").fill("95");
    await dialog.getByLabel("From").fill("2026-03-01");
    await dialog.getByRole("button", { name: "Set rate" }).click();
    await expect(rowOf(page, /Everyone/)).toContainText("€95.00");
    await expect(rowOf(page, /Everyone/)).toHaveCount(1);
    await page.getByLabel("When").selectOption("all");
    await expect(rowOf(page, /past/)).toContainText(/February 28|28 February/);
    expect(Object.fromEntries(await rates())).toEqual({ "1970-01-01": 8999, "2026-03-01": 9500 });
    await page.keyboard.press("Control+z");
    await expect.poll(rates).toEqual([["1970-01-01", 8999]]);
    await page.getByRole("button", { name: "New rate" }).click();
    await expect(dialog.getByLabel("From")).toHaveValue("");
  });

  test("sees what repricing would change in each project before it does", async ({ page, person }) => {
    const { stint, project, taskId } = person;
    const other = await stint.projects.create({ name: "Other work" });
    const otherTask = await stint.tasks.create(other.id, { name: "Build" });
    await stint.timeEntries.createBatch({
      entries: [
        { projectId: project.id, taskId, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 7200 },
        { projectId: other.id, taskId: otherTask.id, startedAt: "2026-03-03T09:00:00Z", durationSeconds: 1800 },
      ],
    });
    await stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9001 });
    const amount = async () => (await stint.reports.summary({})).totals.amountMinor;
    await open(page, "/rates");
    await page.getByRole("button", { name: "Reprice entries…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Show the difference" }).click();
    await expect(dialog.getByText("2 entries change")).toBeVisible();
    await expect(dialog.getByRole("row", { name: new RegExp(project.name) })).toContainText("+€180.02");
    // Half an hour at 90.01 is 45.005, which is rounded half up.
    await expect(dialog.getByRole("row", { name: /Other work/ })).toContainText("+€45.01");
    await expect(dialog.getByRole("row", { name: /Total/ })).toContainText("+€225.03");
    await expectAccessible(page, "repricing");
    expect(await amount()).toBe(0);
    await dialog.getByRole("button", { name: "Change 2 entries" }).click();
    await expect(dialog.getByText("2 entries were repriced.")).toBeVisible();
    expect(await amount()).toBe(22_503);
  });

  test("is asked whether a new rate applies to past entries, and undoes both", async ({ page, person }) => {
    const { stint, project, taskId } = person;
    await stint.timeEntries.create({
      projectId: project.id,
      taskId,
      startedAt: "2026-03-02T09:00:00Z",
      durationSeconds: 7200,
    });
    const amount = async () => (await stint.reports.summary({})).totals.amountMinor;
    const dialog = page.getByRole("dialog");
    async function setRate(): Promise<void> {
      await page.getByRole("button", { name: "New rate" }).click();
      await dialog.getByLabel("Amount per hour").fill("90");
      await dialog.getByRole("button", { name: "Set rate" }).click();
      await expect(page.getByRole("heading", { name: "Apply to 1 past entry (+€180.00)?" })).toBeVisible();
    }
    await open(page, "/rates");
    await setRate();
    await expectAccessible(page, "the question about past entries");
    await dialog.getByRole("button", { name: "Apply", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: "Rate set. 1 entry was repriced." })).toBeVisible();
    expect(await amount()).toBe(18_000);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(amount).toBe(0);
    expect((await stint.rates.list()).data).toEqual([]);

    await setRate();
    await dialog.getByRole("button", { name: "Leave them as they are" }).click();
    await expect(dialog).toBeHidden();
    expect(await amount()).toBe(0);
    for (const path of [`/projects/${project.id}`, "/reports?period=all&report=costs", "/reports?period=all"]) {
      await page.goto(path);
      await page.getByRole("button", { name: "Apply a rate…" }).click();
      await expect(page.getByRole("heading", { name: "Apply to 1 past entry (+€180.00)?" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByText("1 entry was recorded before the rate.")).toBeVisible();
    }
    // The table says it in its total alone.
    await expect(page.getByRole("table").getByText("2:00 without a rate")).toHaveCount(1);
    await page.getByRole("button", { name: "Apply the rate (+€180.00)…" }).click();
    await dialog.getByRole("button", { name: "Apply", exact: true }).click();
    await expect(page.getByRole("region", { name: "Total", exact: true })).toContainText("€180.00");
    await expect(page.getByText("recorded before the rate")).toHaveCount(0);
  });

  test("keeps prices that undoing a rate could not restore", async ({ page, person }) => {
    const { stint, project, taskId } = person;
    const set = (rateMinor: number) => stint.rates.create({ kind: "billable", scope: "organization", rateMinor });
    const former = await set(8000);
    const startedAt = "2026-03-02T09:00:00Z";
    await stint.timeEntries.create({ projectId: project.id, taskId, startedAt, durationSeconds: 3600 });
    await stint.rates.delete(former.id);
    await open(page, "/rates");
    await page.getByRole("button", { name: "New rate" }).click();
    await page.getByRole("dialog").getByLabel("Amount per hour").fill("90");
    await page.getByRole("dialog").getByRole("button", { name: "Set rate" }).click();
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("status").filter({ hasText: "the entries keep their new prices" })).toBeVisible();
    expect((await stint.reports.summary({})).totals.amountMinor).toBe(9000);
  });

  test("previews what rounding again would change", async ({ page, person }) => {
    const { stint, project, taskId } = person;
    await stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 6000 });
    await stint.timeEntries.create({
      projectId: project.id,
      taskId,
      startedAt: "2026-03-02T09:00:00Z",
      durationSeconds: 3000,
    });
    const sums = async () => {
      const { billableSeconds, amountMinor } = (await stint.reports.summary({})).totals;
      return { billableSeconds, amountMinor };
    };
    await open(page, "/rates");
    const dialog = page.getByRole("dialog");
    const show = dialog.getByRole("button", { name: "Show the difference" });
    await page.getByRole("button", { name: "Round entries again…" }).click();
    await show.click();
    await expect(dialog.getByText("All entries already match their projects’ rounding.")).toBeVisible();
    await stint.projects.update(project.id, { rounding: { mode: "up", minutes: 15 } });
    await show.click();
    const row = dialog.getByRole("row", { name: new RegExp(project.name) });
    await expect(row.getByRole("cell")).toHaveText(["1", "0:50", "1:00", "+0:10", "+€10.00"]);
    await expectAccessible(page, "rounding again");
    expect(await sums()).toEqual({ billableSeconds: 3000, amountMinor: 5000 });
    await dialog.getByRole("button", { name: "Change 1 entry" }).click();
    await expect(dialog.getByText("1 entry was rounded again.")).toBeVisible();
    expect(await sums()).toEqual({ billableSeconds: 3600, amountMinor: 6000 });
  });

  test("deletes a rate and undoes it", async ({ page, person }) => {
    const { stint, project } = person;
    await stint.rates.create({ kind: "cost", scope: "project", projectId: project.id, rateMinor: 5000 });
    const count = async () => (await stint.rates.list()).data.length;
    await open(page, `/rates?kind=cost&projectId=${project.id}`);
    await page.getByRole("button", { name: /^Actions for the rate “Website/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(count).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(count).toBe(1);
    await expect(rowOf(page, /Website/)).toContainText("€50.00");
  });
});

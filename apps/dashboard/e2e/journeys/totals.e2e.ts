import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import fc from "fast-check";
import { expect, open, type Person, test } from "../page/journey.ts";
import { readCells, readTotals, type Sums } from "../page/read-sums.ts";
import { readCsv } from "../../../server/test/files/read-csv.ts";
import { readXlsx } from "../../../server/test/files/read-xlsx.ts";

const zones = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Kiritimati"];
/** Days on which clocks change in some of the zones, and last days of months. */
const days = ["2026-03-07", "2026-03-08", "2026-03-28", "2026-03-29", "2026-03-31", "2026-04-04", "2026-04-05"];

/**
 * Sets a random time zone and fills the organization with random data: projects with rounding, rates, one person's
 * entries, and a running timer.
 */
async function fillAtRandom({ stint, project, taskId }: Person, seed: number): Promise<void> {
  const [timeZone = "UTC", rateMinor = 0] =
    fc.sample(fc.tuple(fc.constantFrom(...zones), fc.integer({ min: 1, max: 20_000 })), { seed, numRuns: 1 })[0] ?? [];
  await stint.organization.update({ timeZone });
  await stint.rates.create({ kind: "billable", scope: "organization", rateMinor });
  const places = [{ projectId: project.id, taskId }];
  for (const rounding of [
    { mode: "up", minutes: 15 },
    { mode: "nearest", minutes: 6 },
  ] as const) {
    const made = await stint.projects.create({ name: `Rounded ${rounding.mode}`, rounding });
    places.push({ projectId: made.id, taskId: (await stint.tasks.create(made.id, { name: "Build" })).id });
  }
  const entry = fc.record({
    place: fc.constantFrom(...places),
    startedAt: fc
      .tuple(fc.constantFrom(...days), fc.integer({ min: 0, max: 1439 }))
      .map(([day, minute]) => new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000)),
    durationSeconds: fc.integer({ min: 1, max: 240 }).map((minutes) => minutes * 60),
    billable: fc.constantFrom(null, null, false),
  });
  const entries = fc.sample(entry, { seed, numRuns: 60 }).map(({ place, ...rest }) => ({ ...place, ...rest }));
  await stint.timeEntries.createBatch({ entries });
  await stint.timer.start({ projectId: project.id, startedAt: new Date(Date.now() - 3_600_000) });
}

async function sumsOfEntries({ stint }: Person, projectId?: string): Promise<Sums> {
  const sums = { seconds: 0, billableSeconds: 0, amountMinor: 0 };
  for await (const entry of stint.timeEntries.list(projectId === undefined ? {} : { projectId })) {
    sums.seconds += entry.durationSeconds;
    sums.billableSeconds += entry.billableSeconds;
    sums.amountMinor += entry.amountMinor ?? 0;
  }
  return sums;
}

async function readDownload(page: Page, kind: "CSV" | "Excel"): Promise<Sums> {
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: `${kind} with the API’s columns` }).click();
  const bytes = await readFile(await (await file).path());
  const rows =
    kind === "CSV"
      ? readCsv(bytes.toString("utf8").replace(/^\uFEFF/, ""))
      : (await readXlsx(bytes)).rows.map((row) => row.map((cell) => cell?.value ?? ""));
  const [names = [], ...lines] = rows;
  const add = (name: string) => lines.reduce((sum, line) => sum + Number(line[names.indexOf(name)]), 0);
  return {
    seconds: add(names.includes("seconds") ? "seconds" : "durationSeconds"),
    billableSeconds: add("billableSeconds"),
    amountMinor: add("amountMinor"),
  };
}

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("reads one total on all screens and in all files, to the second and the cent", async ({ page, person }) => {
    const seed = Number(process.env["TOTALS_SEED"] ?? Date.now() % 1_000_000);
    await fillAtRandom(person, seed);
    const expected = await sumsOfEntries(person);
    const where = `TOTALS_SEED=${seed}`;
    const projects = (await person.stint.projects.list({})).data;
    await open(page, "/reports?period=all");
    await expect(page.getByRole("region", { name: "Totals" }).getByRole("row")).toHaveCount(projects.length + 2);
    expect(await readTotals(page), `${where}: the report`).toEqual(expected);
    const rows = page.getByRole("region", { name: "Totals" }).getByRole("row");
    for (const kind of ["CSV", "Excel"] as const)
      expect(await readDownload(page, kind), `${where}: the report as ${kind}`).toEqual(expected);
    for (const project of projects) {
      const own = await sumsOfEntries(person, project.id);
      expect(await readCells(rows.filter({ hasText: project.name }), "Tracked"), `${where}: ${project.name}`).toEqual(
        own,
      );
    }

    await page.getByRole("region", { name: "Total", exact: true }).getByRole("link").first().click();
    const entries = page.getByRole("region", { name: "Entries" }).getByRole("row");
    // Only rows in the window are on the page.
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width, height: 5000 });
    await expect(entries).toHaveCount(61);
    expect(await readCells(entries, "Duration"), `${where}: the entries`).toEqual(expected);
    await page.setViewportSize({ width, height });
    expect(await readTotals(page), `${where}: above the entries`).toEqual(expected);
    for (const kind of ["CSV", "Excel"] as const)
      expect(await readDownload(page, kind), `${where}: the entries as ${kind}`).toEqual(expected);

    for (const project of projects) {
      await page.goto(`/projects/${project.id}`);
      const total = page.getByRole("region", { name: "People" }).getByRole("row").last();
      await expect(total).toBeVisible();
      const own = await sumsOfEntries(person, project.id);
      expect(await readCells(total, "Tracked"), `${where}: the page of ${project.name}`).toEqual(own);
    }
  });
});

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, open, type Person, test } from "../page/journey.ts";

/** The number of files that the server sends to one organization at a time. */
const maxAtOnce = 8;

/** Tracks an hour on each of 800 days, so that a report by date and task fills a file of over 100 kilobytes. */
async function trackManyDays({ stint, project, taskId }: Person): Promise<void> {
  const first = Date.UTC(2024, 0, 1, 9);
  for (const part of [0, 1])
    await stint.timeEntries.createBatch({
      entries: Array.from({ length: 400 }, (_, at) => ({
        projectId: project.id,
        taskId,
        startedAt: new Date(first + (part * 400 + at) * 86_400_000),
        durationSeconds: 3600,
      })),
    });
}

/** Returns a function that limits the page's download speed in bytes per second; -1 removes the limit. */
async function createThrottle(page: Page): Promise<(downloadThroughput: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  return (downloadThroughput) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    });
}

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("cancels a report half way, saves nothing, and downloads it completely afterwards", async ({ page, person }) => {
    await trackManyDays(person);
    await open(page, "/reports?period=all&report=detailed");
    const csv = page.getByRole("button", { name: "Download as CSV" });
    const saved: string[] = [];
    page.on("download", (download) => saved.push(download.suggestedFilename()));
    await expect(csv).toBeEnabled();
    const throttle = await createThrottle(page);
    await throttle(4_000);
    // A cancelled download must not occupy one of the server's slots.
    for (let cancelled = 0; cancelled <= maxAtOnce; cancelled++) {
      await csv.click();
      await expect(page.getByText(/^[1-9][\d.,]* kB downloaded$/)).toBeVisible();
      await expect(csv).toBeDisabled();
      await page.getByRole("button", { name: "Cancel the download" }).click();
      await expect(page.getByText("Cancelled. Nothing was saved.")).toBeVisible();
    }
    expect(saved).toEqual([]);
    await throttle(-1);
    const file = page.waitForEvent("download");
    await csv.click();
    const text = await readFile(await (await file).path(), "utf8");
    expect(text.trim().split("\r\n")).toHaveLength(802);
    await expect(page.getByText(/^Saved \(/)).toBeVisible();
    expect(saved).toHaveLength(1);
  });

  test("cancels the full export half way, saves nothing, and downloads it completely afterwards", async ({
    page,
    person,
  }) => {
    await trackManyDays(person);
    await open(page, "/settings");
    const start = page.getByRole("button", { name: "Export everything" });
    const saved: string[] = [];
    page.on("download", (download) => saved.push(download.suggestedFilename()));
    await expect(start).toBeEnabled();
    const throttle = await createThrottle(page);
    await throttle(4_000);
    for (let cancelled = 0; cancelled <= maxAtOnce; cancelled++) {
      await start.click();
      await expect(page.getByText(/^[1-9][\d.,]* kB received/)).toBeVisible();
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      await expect(page.getByText("The export was cancelled.", { exact: false })).toBeVisible();
    }
    expect(saved).toEqual([]);
    await throttle(-1);
    const file = page.waitForEvent("download");
    await start.click();
    const bytes = await readFile(await (await file).path());
    // A ZIP file starts with these letters and ends with its directory.
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
    expect(bytes.subarray(-22, -18).toString("latin1")).toBe("PK\x05\x06");
    await expect(page.getByText(/The export is complete/)).toBeVisible();
  });
});

import { expect, open, test } from "../page/journey.ts";

test("a night on which the clocks change has its real hours in the person's own zone, on /time and /calendar", async ({
  page,
  person,
}) => {
  const { stint, project, taskId } = person;
  const at = { projectId: project.id, taskId };
  // The organization is in Berlin. In New York, clocks go from 2:00 to 3:00 on 8 March 2026.
  await stint.me.update({ preferences: { timeZone: "America/New_York", clock: "24" } });
  await stint.timeEntries.createBatch({
    entries: [
      { ...at, description: "Over the change", startedAt: "2026-03-08T05:30:00Z", durationSeconds: 3 * 3600 },
      { ...at, description: "Over midnight", startedAt: "2026-03-09T03:30:00Z", durationSeconds: 3600 },
      // On 1 November 2026, clocks show 1:00 to 2:00 twice.
      { ...at, description: "Repeated", startedAt: "2026-11-01T06:05:00Z", durationSeconds: 3600 },
    ],
  });
  await open(page, "/time?from=2026-03-08&to=2026-03-08");
  await expect(page.getByRole("row", { name: "Over the change" })).toContainText(/0?0:30 – 0?4:30.*3:00/);
  await expect(page.getByRole("row", { name: "Over midnight" })).toContainText(/23:30 – 0?0:30.*1:00/);
  await expect(page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /Mar 8/ }) })).toContainText(
    "4:00",
  );

  const edit = async (day: string, description: string, field: string, typed: string) => {
    await page.goto(`/time?from=${day}&to=${day}`);
    await page.getByRole("row", { name: description }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: field }).fill(typed);
  };
  await edit("2026-03-08", "Over the change", "End", "2:30");
  await expect(page.getByText("clocks skip this time that day")).toBeVisible();
  for (const [typed, echo, startedAt] of [
    ["1:15", /= 0?1:15 UTC-5/, "2026-11-01T06:15:00Z"],
    ["1:15 UTC-4", /= 0?1:15 UTC-4/, "2026-11-01T05:15:00Z"],
  ] as const) {
    await edit("2026-11-01", "Repeated", "Start", typed);
    await expect(page.getByText(echo)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect
      .poll(async () => (await stint.timeEntries.list({ from: "2026-11-01" })).data[0]?.startedAt)
      .toBe(startedAt);
  }

  await page.goto("/calendar?view=day&date=2026-03-08");
  await expect(page.getByText("23 h")).toBeVisible();
  const blocks = page.locator("[data-block]");
  await expect(blocks.filter({ hasText: "Over the change" })).toHaveCount(1);
  await expect(blocks.filter({ hasText: "Over midnight" })).toHaveCount(1);
  await page.goto("/calendar?view=day&date=2026-03-09");
  await expect(blocks).toHaveText([/Over midnight/]);
  // The report covers the same days as the timesheet.
  await page.goto("/timesheet?week=2026-03-02");
  await expect(page.locator("[data-week-total]")).toHaveText("4:00");
  await page.getByRole("link", { name: "Report on this week" }).click();
  await expect(page.getByRole("region", { name: "Total", exact: true })).toContainText("4:00");
  const lead = page.getByText("You see only your own time here.");
  await expect(lead).toHaveText("You see only your own time here.");
  // Other reports have the organization's days and times, and say so.
  await page.goto("/reports?report=detailed&from=2026-03-08&to=2026-03-08");
  await expect(lead).toContainText("Time zone: Europe/Berlin");
});

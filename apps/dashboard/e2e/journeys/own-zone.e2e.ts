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
    ],
  });
  await open(page, "/time?from=2026-03-08&to=2026-03-08");
  await expect(page.getByRole("row", { name: "Over the change" })).toContainText(/0?0:30 – 0?4:30.*3:00/);
  await expect(page.getByRole("row", { name: "Over midnight" })).toContainText(/23:30 – 0?0:30.*1:00/);
  await expect(page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /Mar 8/ }) })).toContainText(
    "4:00",
  );

  await page.goto("/calendar?view=day&date=2026-03-08");
  await expect(page.getByText("23 h")).toBeVisible();
  const blocks = page.locator("[data-block]");
  await expect(blocks.filter({ hasText: "Over the change" })).toHaveCount(1);
  await expect(blocks.filter({ hasText: "Over midnight" })).toHaveCount(1);
  await page.goto("/calendar?view=day&date=2026-03-09");
  await expect(blocks).toHaveText([/Over midnight/]);
});

import { newEntry } from "../data/entries.ts";
import { expect, open, test } from "../page/journey.ts";

test("says that the week's chart is loading, and shows no 0:00", async ({ page, person }) => {
  await newEntry(person, "Before");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/v1\/time-entries/, async (route) => {
    await released;
    await route.continue();
  });
  await open(page, "/time");
  const chart = page.getByRole("region", { name: "This week" });
  await expect(chart.getByText("Loading…")).toBeVisible();
  await expect(chart.getByRole("table")).toHaveCount(0);
  release();
  await expect(chart.getByText("Loading…")).toHaveCount(0);
  await expect(chart.getByRole("table")).toHaveCount(1);
});

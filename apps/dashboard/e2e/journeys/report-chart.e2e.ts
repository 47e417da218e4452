import { newEntry } from "../data/entries.ts";
import { expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("reads the bars of the chart by keyboard and pointer, and opens their entries", async ({ page, person }) => {
    await newEntry(person, "Sketch", { at: "2026-03-03T15:00:00Z", minutes: 90 });
    await newEntry(person, "Plan", { at: "2026-03-04T15:00:00Z", minutes: 105 });
    const { promise: pressed, resolve: showFigures } = Promise.withResolvers<void>();
    await page.route(/\/reports\/summary\?.*groupBy=date/, (route) => pressed.then(() => route.continue()));
    await open(page, "/reports?from=2026-03-01&to=2026-03-31");
    const chart = page.getByRole("region", { name: "Time by date and project" }).first();
    await chart.locator("[data-bar]").first().focus();
    for (const key of ["End", "Home", "ArrowLeft", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    showFigures();
    const third = chart.getByRole("link", { name: /Tuesday.*3.*: 1:30/ });
    await expect(third).toBeFocused();
    const tip = chart.locator("[aria-hidden]").filter({ hasText: "Show these entries" });
    await expect(tip).toContainText("1:30");
    await expectAccessibleAndNarrow(page, "/reports, with the figures of a bar");
    await page.keyboard.press("Escape");
    await expect(tip).toHaveCount(0);
    await chart.getByRole("link", { name: /Wednesday.*4.*: 1:45/ }).hover();
    await expect(tip).toContainText("1:45");
    await third.press("Enter");
    await expect(page).toHaveURL(/from=2026-03-03&to=2026-03-03/);
    await page.goBack();
    await page.getByText("As a table").press("Enter");
    const day = chart.getByRole("row").filter({ hasText: "1:30" }).first();
    await day.getByRole("link").last().press("Enter");
    await expect(page).toHaveURL(/from=2026-03-03&to=2026-03-03/);
    await expect(page.getByRole("region", { name: "Total", exact: true })).toContainText("1:30");
    await expect(page.getByRole("rowheader", { name: /Sketch/ })).toBeVisible();
  });
});

import { month, turnOn } from "../data/approvals.ts";
import { selection } from "../page/approvals-grid.ts";
import { expect, open, test } from "../page/journey.ts";

test.describe("1,000 people and 12 months", () => {
  test.use({ isAlone: true, memberCount: 1000 });

  test("are drawn in part, reached by keys, and approved in a few steps", async ({ page, person }) => {
    await turnOn(person);
    const from = month.subtract({ months: 12 }).toString();
    const { data } = await person.stint.timesheets.grid({ from });
    const past = data.flatMap(({ timesheets }) =>
      timesheets.filter(({ periodEnd }) => periodEnd < month.toString()).map(({ id }) => ({ id, version: 0 })),
    );
    expect(past.length).toBe(12_000);
    for (let at = 0; at < past.length; at += 500)
      await person.stint.timesheets.submitBatch({ timesheets: past.slice(at, at + 500) });

    let pages = 0;
    page.on("request", (request) => void (request.url().includes("/v1/timesheets?status=submitted") && pages++));
    await open(page, `/approvals?from=${from}`);
    await expect(page.getByRole("link", { name: /^Approvals/ })).toHaveText("Approvals99+ to approve");
    const grid = page.getByRole("grid");
    await expect(grid).toHaveAttribute("aria-rowcount", "1002");
    await expect(grid).toHaveAttribute("aria-colcount", "14");
    // One page of the latest timesheets, and one of those before the first day of the board.
    expect(pages).toBeLessThanOrEqual(2);
    const count = () => page.getByRole("gridcell").count();
    expect(await count()).toBeLessThan(600);
    await page
      .getByRole("gridcell", { name: /^Member 0001/ })
      .last()
      .focus();
    await page.keyboard.press("Control+End");
    await expect(page.getByRole("gridcell", { name: /^Person / }).last()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("gridcell", { name: /^Member 1000/ }).last()).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Shift+PageUp");
    await expect(selection(page)).toContainText("13 timesheets selected");
    await page.keyboard.press("Escape");
    await expect(selection(page)).toHaveCount(0);
    await page.keyboard.press("Control+Home");
    await expect(page.getByRole("gridcell", { name: /^Member 0001/ }).first()).toBeFocused();
    await page.keyboard.press("Control+ArrowUp");
    expect(await count()).toBeLessThan(600);

    // A range by pointer begins in the cell that was clicked last.
    const first = (member: string) => page.getByRole("gridcell", { name: new RegExp(`^${member}`) }).first();
    await first("Member 0002").locator("[data-check]").click();
    await expect(selection(page)).toContainText("1 timesheet selected");
    await first("Member 0005").click({ modifiers: ["Shift"] });
    await expect(selection(page)).toContainText("4 timesheets selected");
    await page.keyboard.press("Shift+ArrowUp");
    await expect(selection(page)).toContainText("3 timesheets selected");
    await page.keyboard.press("Escape");

    await page
      .getByRole("checkbox", { name: /^Select all 1,000 pending/ })
      .first()
      .click();
    await expect(selection(page)).toContainText("in 2 steps of up to 500");
    await selection(page).getByRole("button", { name: "Approve 1,000" }).click();
    await expect(page.getByText("1,000 timesheets approved")).toBeVisible();
    const approved = await person.stint.timesheets.list({ from, to: from, status: "approved", limit: 1 });
    expect(approved.data[0]?.periodStart).toBe(from);
    await page
      .getByRole("gridcell", { name: /^Member 0001/ })
      .first()
      .focus();
    await page.keyboard.press("Control+a");
    await expect(selection(page)).toContainText("11,000 timesheets selected");
  });
});

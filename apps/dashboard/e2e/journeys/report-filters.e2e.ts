import { newEntry } from "../data/entries.ts";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.use({ isAlone: true, projectCount: 500 });

test("filters by several projects with the keyboard", async ({ page, person }) => {
  await newEntry(person, "Sketch", { minutes: 90 });
  await open(page, "/reports?from=2026-03-01&to=2026-03-31");
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("button", { name: "Project: All projects" }).press("Enter");
  const field = page.getByRole("combobox", { name: "Project", exact: true });
  const options = page.getByRole("listbox", { name: "Project" }).getByRole("option");
  await expect(field).toBeFocused();
  await expect(options.first()).toHaveAttribute("aria-setsize", "502");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  // Only the first options are on the page, until the person goes on.
  expect(await options.count()).toBeLessThan(100);
  await options.last().scrollIntoViewIfNeeded();
  await expect.poll(() => options.count()).toBeGreaterThan(60);
  await expectAccessible(page, "an open filter");
  await field.fill("499 zeta");
  await expect(options).toHaveText(["Zeta 499"]);
  await field.press("Enter");
  await expect(options).toHaveAttribute("aria-selected", "true");
  await field.fill(person.project.name);
  await field.press("Enter");
  await expect(page).toHaveURL(/projectId=.*&projectId=/);
  await field.press("Escape");
  const button = page.getByRole("button", { name: `Project: ${person.project.name}, Zeta 499 (2)` });
  await expect(
    button.or(page.getByRole("button", { name: `Project: Zeta 499, ${person.project.name} (2)` })),
  ).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Project: All projects" })).toBeVisible();
  await expect(page).not.toHaveURL(/projectId/);
});

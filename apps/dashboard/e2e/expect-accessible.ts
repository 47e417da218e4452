import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The themes differ in nothing but colours. */
const rulesOfColor = ["color-contrast", "link-in-text-block"];

/** In the theme of the combination; with AXE_THEMES=both, which takes half as long again, in the other one, too. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectNoViolations(page, newAxe(page).withTags(tags), where);
  if (process.env["AXE_THEMES"] !== "both") return;
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  await page.emulateMedia({ colorScheme: isDark ? "light" : "dark" });
  const theme = page.locator(`html[data-mantine-color-scheme=${isDark ? "light" : "dark"}]`);
  await theme.waitFor();
  await expectNoViolations(page, newAxe(page).withRules(rulesOfColor), `${where}, in the other theme`);
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
}

/** There are no frames, whose results would need a page of their own to be put together. */
function newAxe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
}

async function expectNoViolations(page: Page, axe: AxeBuilder, where: string): Promise<void> {
  const { violations } = await axe.analyze();
  const found: string[] = [];
  for (const { id, nodes } of violations)
    for (const { target } of nodes)
      if (id !== "target-size" || !(await isBehindOverlay(page, String(target[0]))))
        found.push(`${id}: ${target.join(" ")}`);
  expect(found, where).toEqual([]);
}

/** Of a target that an overlay covers in part, axe measures the rest. */
function isBehindOverlay(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((found) => {
    const overlays = [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox]")];
    return overlays.length > 0 && overlays.every((each) => !each.contains(document.querySelector(found)));
  }, selector);
}

export async function expectNoSidewaysScrolling(page: Page, where: string): Promise<void> {
  // A screen may need a moment to take its narrow form.
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(wide, `${where} is too wide by`).toBeLessThanOrEqual(0);
}

/** In the width of the project and in 320 pixels. */
export async function expectAccessibleAndNarrow(page: Page, where: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expectAccessible(page, where);
  await page.setViewportSize({ width: 320, height });
  await expectNoSidewaysScrolling(page, where);
  await page.setViewportSize({ width, height });
}

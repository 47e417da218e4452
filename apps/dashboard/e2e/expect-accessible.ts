import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { expect } from "./journey.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The themes differ in nothing but colours. */
const rulesOfColor = ["color-contrast", "link-in-text-block"];
/** Half as long as what the package gives as `source`. */
const axeSource = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** In the theme of the combination; with AXE_THEMES=both, which takes half as long again, in the other one, too. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectNoViolations(page, { type: "tag", values: tags }, where);
  if (process.env["AXE_THEMES"] !== "both") return;
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  await page.emulateMedia({ colorScheme: isDark ? "light" : "dark" });
  const theme = page.locator(`html[data-mantine-color-scheme=${isDark ? "light" : "dark"}]`);
  await theme.waitFor();
  await expectNoViolations(page, { type: "rule", values: rulesOfColor }, `${where}, in the other theme`);
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
}

/** Puts axe into a page once, as that takes a good part of its time. There are no frames. */
async function findViolations(page: Page, runOnly: axe.RunOnly): Promise<{ id: string; target: string }[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(
    async (options) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ id, target: target.join(" ") })));
    },
    { runOnly, resultTypes: ["violations"] } satisfies axe.RunOptions,
  );
}

async function expectNoViolations(page: Page, runOnly: axe.RunOnly, where: string): Promise<void> {
  const found: string[] = [];
  for (const { id, target } of await findViolations(page, runOnly))
    if (id !== "target-size" || !(await isBehindOverlay(page, target))) found.push(`${id}: ${target}`);
  expect(found, where).toEqual([]);
}

/** Of a target that an overlay covers in part, axe measures the rest. */
function isBehindOverlay(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((found) => {
    const overlays = [
      ...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox], [role=status]:has(button)"),
    ];
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

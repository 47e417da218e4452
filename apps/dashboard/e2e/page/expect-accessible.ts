import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { expect } from "./journey.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules about colours, which are the only rules that the other theme can break. */
const rulesOfColor = ["color-contrast", "link-in-text-block"];
/** The minified script, which is half the size of the `source` that the package exports. */
const axeSource = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Checks the current theme. With AXE_THEMES=both, also checks the other one, which takes 50% longer. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectNoViolations(page, { type: "tag", values: tags }, where);
  expect.soft(await findRepeated(page), `${where} says twice`).toEqual([]);
  expect.soft(await findZoomed(page), `${where} zooms on an iPhone`).toEqual([]);
  if (process.env["AXE_THEMES"] !== "both") return;
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  await page.emulateMedia({ colorScheme: isDark ? "light" : "dark" });
  const theme = page.locator(`html[data-theme=${isDark ? "light" : "dark"}]`);
  await theme.waitFor();
  await expectNoViolations(page, { type: "rule", values: rulesOfColor }, `${where}, in the other theme`);
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
}

interface Violation {
  id: string;
  target: string;
  /** The elements that cover the target or are too close to it. */
  neighbors: string[];
}

/**
 * Runs axe. Injects it only once per page, because injecting is slow. It would also be needed in frames, but no page
 * has any. Doesn't preload the styles, which only axe's experimental rules read.
 */
async function findViolations(page: Page, runOnly: axe.RunOnly): Promise<Violation[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(
    async (options) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => ({
          id,
          target: target.join(" "),
          neighbors: any.flatMap(({ relatedNodes = [] }) => relatedNodes.map((node) => node.target.join(" "))),
        })),
      );
    },
    { runOnly, resultTypes: ["violations"], preload: { assets: ["media"] } } satisfies axe.RunOptions,
  );
}

async function expectNoViolations(page: Page, runOnly: axe.RunOnly, where: string): Promise<void> {
  const found: string[] = [];
  for (const { id, target, neighbors } of await findViolations(page, runOnly)) {
    const isHidden =
      id === "target-size" && ((await areBehindOverlay(page, [target])) || (await areBehindOverlay(page, neighbors)));
    if (!isHidden) found.push(`${id}: ${target}`);
  }
  // Soft, so that one run reports the violations of all screens.
  expect.soft(found, where).toEqual([]);
}

/**
 * Whether overlays are open and all these elements are outside of them. axe measures only the visible part of a target
 * behind an overlay, and does not know that a dialog is above the page.
 */
function areBehindOverlay(page: Page, selectors: readonly string[]): Promise<boolean> {
  return page.evaluate((found) => {
    const overlays = [
      ...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox], [role=status]:has(button)"),
    ];
    const isBehind = (selector: string) => overlays.every((each) => !each.contains(document.querySelector(selector)));
    return overlays.length > 0 && found.length > 0 && found.every(isBehind);
  }, selectors);
}

export async function expectNoSidewaysScrolling(page: Page, where: string): Promise<void> {
  // Polls, because a screen may need a moment to switch to its narrow layout.
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(wide, `${where} is too wide by`).toBeLessThanOrEqual(0);
}

/** Runs `expectations` while the page has the media and the width of A4, and expects that nothing is cut off. */
export async function onPaper(page: Page, expectations: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 720, height: 1040 });
  await expectations();
  await expectNoSidewaysScrolling(page, "the paper");
  await page.emulateMedia({ media: "screen" });
  if (size !== null) await page.setViewportSize(size);
}

/** Checks accessibility at the current viewport width, and that nothing scrolls sideways at 320 pixels. */
export async function expectAccessibleAndNarrow(page: Page, where: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expectAccessible(page, where);
  await page.setViewportSize({ width: 320, height });
  await expectNoSidewaysScrolling(page, where);
  await page.setViewportSize({ width, height });
}

/** Finds fields with smaller text than the 16 pixels below which Safari zooms into a focused field on an iPhone. */
function findZoomed(page: Page): Promise<string[]> {
  return page.locator("input:not([type=checkbox], [type=radio]), select, textarea").evaluateAll((fields) => {
    if (!matchMedia("(pointer: coarse)").matches) return [];
    return fields.filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML);
  });
}

/** A text with at least this many words is a sentence, not a name. */
const sentenceWords = 6;

/**
 * Finds texts that screen readers would read twice: a name that is also the element's description, or a visible
 * sentence that is repeated in a label or in hidden text.
 */
async function findRepeated(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  await client.detach();
  // Ignores the browser's own buttons in date fields.
  const ofBrowser = new Set(nodes.flatMap(({ role, childIds = [] }) => (role?.value === "Date" ? childIds : [])));
  const said = nodes.filter(({ ignored, nodeId }) => !ignored && !ofBrowser.has(nodeId));
  const textOf = (value: { value?: unknown } | undefined) =>
    typeof value?.value === "string" ? value.value.trim() : "";
  const shown = said.filter(({ role }) => role?.value === "StaticText").map(({ name }) => textOf(name));
  const labels = said
    .filter(({ name }) => {
      const source = name?.sources?.find(({ value, superseded }) => value !== undefined && superseded !== true);
      return source?.type === "attribute";
    })
    .map(({ name }) => textOf(name));
  const unseen = await page.locator(".visually-hidden").allTextContents();
  const isSentence = (text: string) => text.split(/\s+/).length >= sentenceWords;
  const count = (texts: readonly string[], text: string) => texts.filter((each) => each === text).length;
  return [
    ...said
      .filter(({ name, description }) => textOf(name) !== "" && textOf(name) === textOf(description))
      .map(({ name }) => textOf(name)),
    ...labels.filter((text) => isSentence(text) && shown.includes(text)),
    ...unseen.map((text) => text.trim()).filter((text) => isSentence(text) && count(shown, text) > 1),
  ];
}

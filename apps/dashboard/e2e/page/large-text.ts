import type { Page } from "@playwright/test";
import { test as base } from "./journey.ts";

/** A browser whose font size is twice the default, which styles and media queries follow. */
export const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"] }),
    { scope: "worker" },
  ],
});

/**
 * Texts that are clipped by a box that is too small and doesn't scroll. An ellipsis is acceptable, because it indicates
 * the missing text.
 */
export function findCutTexts(page: Page, within = "body"): Promise<string[]> {
  return page.evaluate((selector) => {
    const slack = 2;
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(`:is(${selector}) *`)) {
      const style = getComputedStyle(element);
      const isForReaders = element.closest(".visually-hidden") !== null || style.clipPath !== "none";
      const isShown = element.checkVisibility() && element.textContent !== "" && element.clientWidth > 2;
      if (!isShown || isForReaders || style.webkitLineClamp !== "none" || element.ariaHidden === "true") continue;
      const clips = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const isCut =
        (clips(style.overflowX) &&
          style.textOverflow !== "ellipsis" &&
          element.scrollWidth > element.clientWidth + slack) ||
        (clips(style.overflowY) && element.scrollHeight > element.clientHeight + slack) ||
        (element instanceof HTMLButtonElement && element.scrollHeight > element.clientHeight + slack);
      if (isCut) found.push(`${element.tagName} ${element.className}: ${element.textContent.slice(0, 40)}`);
    }
    return found;
  }, within);
}

import type { Page } from "@playwright/test";

/** Returns to the page after half a minute, which refetches what it shows. Needs `page.clock.install()`. */
export async function refocus(page: Page): Promise<void> {
  await page.clock.fastForward(31_000);
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
}

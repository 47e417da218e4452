import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Place } from "./figures.ts";

/** Creates a browser context with the owner's session. */
export async function newContext(
  browser: Browser,
  { url, cookie }: Pick<Place, "url" | "cookie">,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 860 }, locale: "en-GB" });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: url.replace("http:", "https:"), secure: true, httpOnly: true }]);
  return context;
}

/** Resolves when the page has rendered and is idle. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
  });
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

import type { Browser } from "@playwright/test";
import { Stint } from "@stint/sdk";
import type { Figure, Place } from "./figures.ts";
import { newContext, quantile, settle } from "./figures-page.ts";

const starts = 50;
const intervalMs = 200;

/**
 * Starts five timers per second over the API, each stopping the previous one. Measures the time from the reply to the
 * frame that shows the new timer.
 */
export async function measureLive(browser: Browser, place: Place): Promise<Figure[]> {
  const stint = new Stint({
    baseUrl: place.url,
    headers: { "sec-fetch-site": "same-origin", cookie: place.cookie },
    waitForRateLimit: true,
  });
  const [project] = (await stint.projects.list({})).data;
  const projectId = project?.id ?? "";
  const context = await newContext(browser, place);
  const page = await context.newPage();
  await page.goto("/time");
  const field = page.getByLabel("What are you working on?");
  await stint.timer.start({ projectId, description: "Live" });
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("[data-description]")?.value === "Live");
  await settle(page);
  await field.evaluate((input: HTMLInputElement) => {
    const shown: Record<string, number> = {};
    Object.assign(globalThis, { shown });
    const check = () => {
      shown[input.value] ??= performance.timeOrigin + performance.now();
      requestAnimationFrame(check);
    };
    check();
  });
  let requests = 0;
  page.on("request", (request) => void (new URL(request.url()).pathname.startsWith("/v1/") && requests++));
  const replied: number[] = [];
  for (let at = 0; at < starts; at++) {
    const due = Date.now() + intervalMs;
    await stint.timer.start({ projectId, description: `Live ${at}` });
    replied.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())));
  }
  await page.waitForFunction(
    (last) => document.querySelector<HTMLInputElement>("[data-description]")?.value === last,
    `Live ${starts - 1}`,
  );
  const shown = await page.evaluate(() => (globalThis as unknown as { shown: Record<string, number> }).shown);
  await stint.timer.stop();
  await context.close();
  // If a timer was replaced before it was shown, it counts as shown when its successor is shown.
  let later = Infinity;
  const delays = replied.map((repliedMs, at) => ({ repliedMs, shownMs: shown[`Live ${at}`] })).toReversed();
  const late = delays.map(({ repliedMs, shownMs }) => (later = shownMs ?? later) - repliedMs);
  const [median, longest] = [0.5, 1].map((share) => Math.round(quantile(late, share)));
  const note = `${starts} starts, ${intervalMs} ms apart; median ${median} ms, longest ${longest} ms`;
  return [
    {
      name: "own change from elsewhere, 95th percentile",
      value: Math.round(quantile(late, 0.95)),
      unit: " ms",
      atMost: 300,
      note,
    },
    { name: "requests of the page for these changes", value: requests, unit: "", atMost: 0, note },
  ];
}

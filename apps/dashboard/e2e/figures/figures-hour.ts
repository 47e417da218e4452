import type { Browser, Page } from "@playwright/test";
import type { Figure, Place } from "./figures.ts";
import { newContext, settle } from "./figures-page.ts";

const minuteMs = 60_000;
/** The server's default limit of requests per session and minute. */
const defaultLimit = 120;

/** The steps of a quarter-hour of work. Each takes a minute of the page's clock; an hour repeats them four times. */
const steps: ((page: Page, at: number) => Promise<unknown>)[] = [
  async (page, at) => {
    await page.getByRole("link", { name: "Time", exact: true }).click();
    await page.getByLabel("What are you working on?").fill(`Work ${at} @"Project 3" #review`);
    await page.getByRole("button", { name: "Start timer" }).click();
    await page.getByRole("button", { name: "Stop timer" }).waitFor();
  },
  async (page) => {
    await page.getByLabel("What are you working on?").fill("Other words");
    await page.keyboard.press("Tab");
  },
  async (page) => {
    await page.getByLabel("Started at").fill("-5m");
    await page.keyboard.press("Enter");
  },
  (page) => page.getByRole("link", { name: "Calendar" }).click(),
  (page) => page.getByRole("button", { name: "Previous week" }).click(),
  (page) => page.getByRole("button", { name: "Next week" }).click(),
  (page) => page.getByRole("link", { name: "Timesheet" }).click(),
  (page) => page.getByRole("button", { name: "Previous week" }).click(),
  async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Search/ }).fill('45m @"Project 4" call');
    await page.getByRole("dialog").getByText("0:45").first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
  (page) => page.getByRole("link", { name: "Time", exact: true }).click(),
  async (page) => {
    await page.locator("[data-key] [data-field=description]").nth(2).click();
    await page.keyboard.type(" more");
    await page.keyboard.press("Enter");
  },
  async (page) => {
    await page.locator("[data-key][tabindex='0']").focus();
    await page.keyboard.press("b");
    await page.keyboard.press("ControlOrMeta+z");
  },
  async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("ticket 12");
    await page.waitForURL(/q=ticket/);
  },
  async (page) => {
    await page.getByRole("searchbox").fill("");
    await page.waitForURL(/\/time$/);
  },
  async (page) => {
    await page.getByRole("button", { name: "Stop timer" }).click();
    await page.getByRole("button", { name: "Start timer" }).waitFor();
  },
];

/**
 * Counts the requests of an ordinary hour, simulated as fast as possible: only the page's timers advance by an hour.
 * The server's rate limit has no time to refill, so this compares the busiest minute with the limit.
 */
export async function measureHour(browser: Browser, place: Place): Promise<Figure[]> {
  const context = await newContext(browser, place);
  const page = await context.newPage();
  const minutes: number[] = [0];
  page.on("request", (request) => {
    if (/\/(v1|auth)\//.test(request.url())) minutes.push((minutes.pop() ?? 0) + 1);
  });
  await page.clock.install();
  await page.goto("/time");
  await page.locator("[data-key]").first().waitFor();
  const startedAt = performance.now();
  for (let at = 0; at < 4; at++)
    for (const step of steps) {
      await step(page, at);
      await page.clock.fastForward(minuteMs);
      // The timers have advanced by a minute, but dates must match the server's time, because the server refuses starts
      // in the future.
      await page.clock.setSystemTime(Date.now());
      await page.clock.resume();
      await settle(page);
      minutes.push(0);
    }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  await context.close();
  const note = `${steps.length * 4} steps, done in ${seconds} s`;
  return [
    { name: "requests of an hour", value: minutes.reduce((sum, each) => sum + each, 0), unit: "", note },
    { name: "most of them in a minute", value: Math.max(...minutes), unit: "", atMost: defaultLimit, note },
  ];
}

import type { Page, Request } from "@playwright/test";
import { fillMarch } from "../data/approved-timesheet.ts";
import { billedBatch } from "../data/billed-batch.ts";
import { fillWeek } from "../data/entries.ts";
import { expect, test } from "../page/journey.ts";
import { fillOrganization, ownerScreens } from "../data/owner-screens.ts";
import { readStores } from "../page/read-stores.ts";
import { screens } from "../data/screens.ts";

/**
 * The maximum number of `/v1` requests when a page is reloaded, whatever the number of projects. Lower it when
 * possible; never raise it.
 */
const usual = 3;
const most: Record<string, number> = {
  "/billing/new": 4,
  "/approvals": 4,
  "/projects/{id}": 4,
  "/team": 6,
  "/team/{userId}": 5,
};
/**
 * How long the page waits for its stream before reading without it. When the stream opens later, as on a busy machine,
 * the page reads again.
 */
const openingMs = 5_000;

/** Counts API requests, except those for the event stream, and detects when loading has finished. */
function watchRequests(page: Page) {
  let urls: string[] = [];
  const open = new Set<Request>();
  let hasStream = false;
  let lastMs = Date.now();
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  page.on("request", (request) => {
    if (!pathOf(request).startsWith("/v1/") || pathOf(request) === "/v1/events/stream") return;
    urls.push(`${request.method()} ${request.url().slice(request.url().indexOf("/v1/"))}`);
    open.add(request);
    lastMs = Date.now();
  });
  page.on("response", (response) => {
    if (pathOf(response.request()) === "/v1/events/stream") hasStream = true;
  });
  const end = (request: Request) => {
    open.delete(request);
    lastMs = Date.now();
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return {
    start() {
      urls = [];
      hasStream = false;
    },
    /**
     * Waits until the stream is open and the page has sent no request for two seconds. Returns the requests since the
     * start.
     */
    async end(): Promise<string[]> {
      await expect.poll(() => hasStream && open.size === 0 && Date.now() - lastMs > 2000).toBe(true);
      return urls;
    },
  };
}

/** Makes pages wait up to an hour for their stream, so that the speed of the machine makes no difference. */
async function waitForStream(page: Page): Promise<void> {
  await page.addInitScript((defaultMs) => {
    const { setTimeout } = globalThis;
    const wait = (work: () => void, ms?: number) => setTimeout(work, ms === defaultMs ? 3_600_000 : ms);
    Object.assign(globalThis, { setTimeout: wait });
  }, openingMs);
}

for (const projectCount of [5, 5000])
  test.describe(`${projectCount} projects`, () => {
    test.use({ isAlone: true, projectCount });

    test(`no screen takes more than its requests with ${projectCount} projects`, async ({ page, person }) => {
      test.setTimeout(900_000);
      await fillWeek(person);
      await fillOrganization(person);
      // Done before any page loads, because the events would make loaded pages read their reports again.
      await billedBatch(person);
      await fillMarch(person);
      const requests = watchRequests(page);
      await waitForStream(page);
      await page.goto("/time");
      await requests.end();
      // Storing 10,000 objects may take longer than the requests for them.
      await expect.poll(async () => (await readStores(page)).includes('"project-copy"')).toBe(true);
      for (const { path, address, ready } of [...screens, ...ownerScreens]) {
        const where = (await address?.(person)) ?? path;
        requests.start();
        await page.goto(where);
        await ready(page);
        const sent = (await requests.end()).filter((request, index, all) => {
          // Each page is sent the approval again. Whether that is before or after its first read depends on the machine.
          return !request.startsWith("GET /v1/timesheets") || all.indexOf(request) === index;
        });
        expect.soft(sent.length, `${path}:\n${sent.join("\n")}`).toBeLessThanOrEqual(most[path] ?? usual);
      }
    });
  });

import type { Page, Request } from "@playwright/test";
import { newEntry, rowOf } from "../data/entries.ts";
import { asOwner, expect, open, type Person, test } from "../page/journey.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/**
 * Matches requests for the person's own timer and entries. Ignores others, because other tests create projects in the
 * same organization.
 */
const ofOwnTime = /\/v1\/(timers?|time-entries)\b/;
/** After an absence of this length, a page reads the changes instead of replaying events. */
const longAbsenceMs = 11 * 60_000;
const running = (page: Page) => page.getByLabel("What are you working on?");

/**
 * Opens a screen, waits until everything has loaded and the page shows a change made elsewhere, and records later
 * requests to `/v1`.
 */
async function openLive(page: Page, person: Person, path: string): Promise<{ url: string; atMs: number }[]> {
  const pending = new Set<Request>();
  const requests: { url: string; atMs: number }[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith("/v1/") || pathname === "/v1/events/stream") return;
    pending.add(request);
    requests.push({ url: `${request.method()} ${pathname}${search}`, atMs: Date.now() });
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  await open(page, path);
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, description: "Live" });
  await expect(running(page)).toHaveValue("Live");
  // Waits for a quiet period, because the list loads older entries after rendering the first ones.
  let quietSinceMs = Date.now();
  page.on("request", () => (quietSinceMs = Date.now()));
  await expect.poll(() => pending.size === 0 && Date.now() - quietSinceMs > 1500).toBe(true);
  requests.length = 0;
  return requests;
}

test("changes made elsewhere appear without a request, however fast they follow one another", async ({
  page,
  person,
}) => {
  const { stint, project, taskId } = person;
  const where = { projectId: project.id, taskId };
  const entry = await newEntry(person, "Before");
  const requests = await openLive(page, person, "/time");
  // Blocks requests for the person's timer and entries, so that everything that appears must come from the stream.
  await page.route(/\/v1\/(timers?|time-entries)\b/, (route) => route.abort());

  for (let at = 0; at < 3; at++) {
    await pause(300);
    await stint.timer.stop();
    await pause(300);
    await stint.timer.start({ ...where, description: `Round ${at}` });
  }
  await expect(running(page)).toHaveValue("Round 2");
  for (const name of ["Live", "Round 0", "Round 1"]) await expect(rowOf(page, name)).toBeVisible();

  await stint.timer.update({ description: "Renamed" });
  await expect(running(page)).toHaveValue("Renamed");
  await stint.timer.discard();
  await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();

  await stint.timeEntries.update(entry.id, { description: "After" });
  await expect(rowOf(page, "After")).toBeVisible();
  await stint.timeEntries.delete(entry.id);
  await expect(rowOf(page, "After")).toHaveCount(0);
  await stint.timeEntries.restore(entry.id);
  await expect(rowOf(page, "After")).toBeVisible();
  const batch = Array.from({ length: 40 }, (_, at) => ({
    ...where,
    startedAt: new Date(Date.now() - (at + 2) * 60_000),
    durationSeconds: 30,
    description: `Batch ${at}`,
  }));
  const { data } = await stint.timeEntries.createBatch({ entries: batch });
  await expect(rowOf(page, "Batch 0")).toBeVisible();
  await stint.timeEntries.deleteBatch({ ids: data.map(({ id }) => id) });
  await expect(rowOf(page, "Batch 0")).toHaveCount(0);
  expect(requests).toEqual([]);
});

test.describe("while a colleague writes twice a second", () => {
  test.use({ role: "manager" });

  /**
   * Creates entries as another member, then changes the person's timer and waits until the page shows the change. By
   * then, all earlier events have arrived.
   */
  async function writeBeside(page: Page, person: Person, count: number, colleague: ReturnType<typeof asOwner>) {
    const { project, taskId, stint } = person;
    const where = { projectId: project.id, taskId };
    for (let at = 0; at < count; at++) {
      await colleague.timeEntries.create({ ...where, startedAt: new Date(), durationSeconds: 60 + at });
      await pause(500);
    }
    await stint.timer.update({ description: "Last" });
    await expect(running(page)).toHaveValue("Last");
  }

  test("a screen without others' figures requests nothing, and the person's own changes still show", async ({
    page,
    person,
    service,
  }) => {
    const requests = await openLive(page, person, "/time");
    await writeBeside(page, person, 8, asOwner(service));
    expect(requests.filter(({ url }) => ofOwnTime.test(url) || url.includes("/v1/reports/"))).toEqual([]);
  });

  test("each figure of a report is refreshed at most every two seconds", async ({ page, person, service }) => {
    const requests = await openLive(page, person, "/reports?report=summary");
    await writeBeside(page, person, 12, asOwner(service));
    const reads = () => requests.filter(({ url }) => url.includes("/v1/reports/"));
    await expect.poll(() => reads().length).toBeGreaterThan(0);
    expect(requests.filter(({ url }) => ofOwnTime.test(url))).toEqual([]);
    for (const [url, each] of Map.groupBy(reads(), (request) => request.url)) {
      const seconds = ((each.at(-1)?.atMs ?? 0) - (each[0]?.atMs ?? 0)) / 1000;
      expect(each.length, url).toBeLessThanOrEqual(seconds / 2 + 2);
    }
  });
});

test("a page reads the person's timer and changes once when it opens", async ({ page, person }) => {
  const reads: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/v1\/(timers|time-entries\/changes)$/.test(pathname)) reads.push(pathname);
  });
  await open(page, "/time");
  // The entry appears only if the stream is open.
  await newEntry(person, "Live");
  await expect(rowOf(page, "Live")).toBeVisible();
  expect(reads.toSorted()).toEqual(["/v1/time-entries/changes", "/v1/timers"]);
});

test("a refused request for changes isn't an error of the page, which retries when focused", async ({
  page,
  person,
}) => {
  let refusals = 0;
  await page.route(/\/v1\/(timers|time-entries\/changes)\b/, (route) => {
    refusals++;
    const problem = { type: "about:blank", title: "Forbidden", status: 403, code: "forbidden", detail: "Refused" };
    return route.fulfill({ status: 403, contentType: "application/problem+json", json: problem });
  });
  await newEntry(person, "Missed");
  await open(page, "/time");
  await expect.poll(() => refusals).toBeGreaterThan(1);
  await page.unroute(/\/v1\/(timers|time-entries\/changes)\b/);
  await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId, description: "Live" });
  // Waits for a successful reply, because a refused request may still be in flight.
  const read = page.waitForResponse((response) => response.url().includes("/v1/time-entries/changes") && response.ok());
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await read;
  await expect(running(page)).toHaveValue("Live");
});

test("a page continues where the previous one ended, and reads the person's timer and changes half a minute later", async ({
  page,
  person,
}) => {
  const { stint, project, taskId } = person;
  const where = { projectId: project.id, taskId };
  const gone = await newEntry(person, "Gone");
  await newEntry(person, "Changed");
  await openLive(page, person, "/time");
  await page.goto("about:blank");

  await stint.timeEntries.delete(gone.id);
  await stint.timer.stop();
  await stint.timer.start({ ...where, description: "Between" });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const reads = () => requests.filter((path) => /^\/v1\/(timers|time-entries\/changes|projects\/changes)$/.test(path));
  await page.clock.install();
  await open(page, "/time");
  await expect(running(page)).toHaveValue("Between");
  await expect(rowOf(page, "Live")).toBeVisible();
  await expect(rowOf(page, "Gone")).toHaveCount(0);
  expect(reads()).toEqual([]);
  await page.clock.fastForward(31_000);
  await expect
    .poll(() => reads().toSorted())
    .toEqual(["/v1/projects/changes", "/v1/time-entries/changes", "/v1/timers"]);
});

test("a page waits for a stream that opens late instead of reading before and after it", async ({ page, person }) => {
  await newEntry(person, "Kept");
  await open(page, "/time");
  await rowOf(page, "Kept").waitFor();
  const reads: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/v1\/(timers|time-entries\/changes)$/.test(pathname)) reads.push(pathname);
  });
  const { promise: opening, resolve: openStream } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(/\/v1\/events\/stream/);
  await page.route(/\/v1\/events\/stream/, (route) => opening.then(() => route.continue()));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + longAbsenceMs);
  await page.reload();
  await asked;
  await page.clock.runFor(4000);
  await rowOf(page, "Kept").waitFor();
  expect(reads).toEqual([]);
  await page.clock.resume();
  openStream();
  await newEntry(person, "Live");
  await expect(rowOf(page, "Live")).toBeVisible();
  expect(reads.toSorted()).toEqual(["/v1/time-entries/changes", "/v1/timers"]);
});

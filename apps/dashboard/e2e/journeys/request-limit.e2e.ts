import { newEntry, rowOf } from "../data/entries.ts";
import { expect, open, test } from "../page/journey.ts";
import { readStores } from "../page/read-stores.ts";

test("a rate-limited page says for how long, shows the stored data, and continues on its own", async ({
  page,
  person,
  service,
}) => {
  await newEntry(person, "Review", { at: new Date(Date.now() - 60_000).toISOString(), minutes: 1 });
  await open(page, "/time");
  await rowOf(page, "Review").waitFor();
  await expect.poll(() => readStores(page)).toContain("Review");
  await page.getByRole("link", { name: "Team" }).first().click();
  const timers = page.getByText("You’re not tracking time right now.");
  await expect(timers).toBeVisible();
  // Uses up the session's request limit.
  const headers = { cookie: person.cookie(), "sec-fetch-site": "same-origin" };
  const send = async () => {
    const reply = await fetch(`${service.url}/v1/me`, { headers });
    return Number(reply.headers.get("retry-after"));
  };
  let waitSeconds = 0;
  while (waitSeconds === 0) waitSeconds = Math.max(...(await Promise.all(Array.from({ length: 50 }, send))));
  await page.reload();
  const banner = page.locator("[aria-hidden]", { hasText: /The server accepts requests again in \d+ s\. Until then/ });
  await expect(banner).toBeVisible();
  const left = async () => Number(/in (\d+) s/.exec(await banner.innerText())?.[1]);
  const said = await left();
  expect(said).toBeLessThanOrEqual(waitSeconds);
  await expect.poll(left).toBeLessThan(said);
  await expect(timers).toBeVisible();
  await expect(page.getByRole("table", { name: /^Hours in the week / })).toBeVisible();
  await page.getByRole("button", { name: "Previous week" }).click();
  await expect(page.getByText("Not stored on this device yet.", { exact: false }).first()).toBeVisible();
  await expect(page.getByText("Loading…")).toHaveCount(0);
  await page.goto("/time");
  await expect(rowOf(page, "Review")).toBeVisible();

  // Without stored data, the screen has nothing to show.
  await page.evaluate(async () => {
    for (const { name = "" } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await page.reload();
  await expect(page.getByText(/this screen then opens automatically\./).last()).toBeVisible();
  await expect(rowOf(page, "Review")).toBeVisible({ timeout: 120_000 });
});

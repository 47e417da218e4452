import { newEntry, rowOf } from "./entries.ts";
import { expect, open, test } from "./journey.ts";

test("a page that the server makes wait says so at once, and shows what was last seen", async ({
  page,
  person,
  service,
}) => {
  await newEntry(person, "Review", { at: new Date(Date.now() - 60_000).toISOString(), minutes: 1 });
  await open(page, "/time");
  await rowOf(page, "Review").waitFor();
  await page.waitForFunction(() => indexedDB.databases().then((all) => all.length >= 3));
  // The session sends as much as it may.
  const headers = { cookie: person.cookie(), "sec-fetch-site": "same-origin" };
  const send = async () => (await fetch(`${service.url}/v1/me`, { headers })).status;
  for (let isRefused = false; !isRefused;)
    isRefused = (await Promise.all(Array.from({ length: 50 }, send))).includes(429);
  await page.reload();
  await expect(page.getByText(/the server takes the next ones within \d+ s\. Until then/)).toBeVisible();
  await expect(rowOf(page, "Review")).toBeVisible();

  // Where nothing was seen yet there is nothing to show.
  await page.evaluate(async () => {
    for (const { name = "" } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await page.reload();
  await expect(page.getByText(/Then this screen opens by itself\./)).toBeVisible();
});

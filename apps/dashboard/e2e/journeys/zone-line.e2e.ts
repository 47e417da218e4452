import type { Page } from "@playwright/test";
import { newEntry, rowOf } from "../data/entries.ts";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

// The organization is in Berlin and the browser in New York.
test.use({ hasGuides: true });

const line = (page: Page) => page.getByRole("region", { name: "Time zone" });
const use = (page: Page) => line(page).getByRole("button", { name: "Use New York" });
const keep = (page: Page) => line(page).getByRole("button", { name: "Keep Berlin" });

test("someone who travels switches to the zone of the browser", async ({ page, person }) => {
  await open(page, "/time");
  await expect(line(page)).toContainText("Times are for Berlin, not New York.");
  await expectAccessible(page, "/time with the line about the zone");
  await use(page).click();
  await expect(line(page)).toBeHidden();
  await expect.poll(async () => (await person.stint.me.get()).preferences.timeZone).toBe("America/New_York");
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(line(page)).toBeHidden();
});

test("the line that was dismissed stays away for this pair of zones, and comes back for another", async ({
  page,
  person,
}) => {
  await open(page, "/time");
  await keep(page).click();
  await expect(line(page)).toBeHidden();
  await open(page, "/calendar");
  await expect(line(page)).toBeHidden();
  expect((await person.stint.me.get()).preferences.timeZone).toBeNull();

  // Vienna has the same clock as Berlin, but the notice was dismissed for another pair of zones, so it must appear.
  await person.stint.me.update({ preferences: { timeZone: "Europe/Vienna" } });
  await open(page, "/time");
  await expect(line(page)).toContainText("Times are for Vienna");
});

test("a browser without a zone that exists has nothing to suggest, and the page works", async ({ page, person }) => {
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
    };
  });
  await open(page, "/time");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(line(page)).toBeHidden();

  // Nothing else that the browser reports or doesn't know stops the page either.
  await newEntry(person, "Review");
  await page.addInitScript(() => Object.defineProperty(navigator, "languages", { value: ["C", "en-US@posix"] }));
  await page.clock.install({ time: Date.now() + 3 * 86_400_000 });
  await page.route("**/v1/me", async (route) => {
    const response = await route.fetch();
    const me = await response.json();
    await route.fulfill({ response, json: { ...me, preferences: { ...me.preferences, timeZone: "Mars/Base" } } });
  });
  await open(page, "/time");
  await expect(line(page)).toContainText("This browser doesn’t know the time zone Mars/Base. Times are for UTC.");
  await expect(page.getByText("This device’s clock is wrong.")).toBeVisible();
  await expect(rowOf(page, "Review")).toBeVisible();
  await line(page).getByRole("button").click();
  await expect(line(page)).toBeHidden();
});

test("a zone that can't be saved is not changed, and the line says why", async ({ page }) => {
  await open(page, "/time");
  await page.route("**/v1/me", (route) => (route.request().method() === "PATCH" ? route.abort() : route.fallback()));
  await use(page).click();
  await expect(line(page).getByRole("alert")).not.toBeEmpty();
  await expect(use(page)).toBeVisible();
});

for (const [locale, name, sentence] of [
  ["en-US", "Time zone", "Times are for Berlin, not New York."],
  ["de-DE", "Zeitzone", "Zeiten für Berlin, nicht New York."],
  ["fr-FR", "Fuseau horaire", "Les heures sont celles de Berlin, pas de New York."],
] as const)
  test.describe(`on a phone in ${locale}`, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } });

    test(`the line takes no more than two lines of text in ${locale}`, async ({ page }) => {
      await page.goto("/time");
      const region = page.getByRole("region", { name });
      await expect(region).toContainText(sentence);
      expect((await region.boundingBox())?.height).toBeLessThanOrEqual(64);
      await region.getByRole("button", { name: /Berlin/ }).click();
      await expect(region).toBeHidden();
    });
  });

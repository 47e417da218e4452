import type { Page } from "@playwright/test";
import { fillWeek } from "../data/entries.ts";
import { expectNoSidewaysScrolling } from "../page/expect-accessible.ts";
import { expect, type Person } from "../page/journey.ts";
import { findCutTexts, test } from "../page/large-text.ts";
import { fillOrganization, ownerScreens } from "../data/owner-screens.ts";
import { type Screen, screens, signedOutScreens } from "../data/screens.ts";

/** Checks the wide screen at 800 pixels and the phone at 320 pixels, both at the default font size. */
async function expectReadable(page: Page, person: Person, { path, address, ready }: Screen): Promise<void> {
  await page.goto((await address?.(person)) ?? path);
  await ready(page);
  for (const width of [1600, 640]) {
    await page.setViewportSize({ width, height: 860 });
    await expectNoSidewaysScrolling(page, `${path} at ${width} pixels`);
    await expect.poll(() => findCutTexts(page), `${path} at ${width} pixels cuts texts`).toEqual([]);
  }
}

test("the font size of the browser is followed", async ({ page }) => {
  await page.goto("/time");
  const start = page.getByRole("button", { name: "Start timer" });
  await start.waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("28px");
  expect((await start.boundingBox())?.height).toBeGreaterThanOrEqual(80);
});

test("texts of twice the size fit every screen of a person", async ({ page, person }) => {
  test.setTimeout(600_000);
  await fillWeek(person);
  // Skips the same list with other filters, which looks the same.
  const different = screens.filter(({ path }) => !/[?&](from|to)=/.test(path));
  for (const screen of different) await expectReadable(page, person, screen);
});

test.describe("an owner", () => {
  test.use({ isAlone: true });
  test("texts of twice the size fit every screen of an organization", async ({ page, person }) => {
    test.setTimeout(600_000);
    await fillWeek(person);
    await fillOrganization(person);
    for (const screen of ownerScreens) await expectReadable(page, person, screen);
  });
});

test.describe("without a session", () => {
  test.use({ isSignedIn: false });
  test("texts of twice the size fit every screen", async ({ page, person }) => {
    for (const screen of signedOutScreens) await expectReadable(page, person, screen);
  });
});

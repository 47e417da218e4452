import type { Page } from "@playwright/test";
import { fillWeek } from "../data/entries.ts";
import { expectNoSidewaysScrolling } from "../page/expect-accessible.ts";
import { expect, openScreen } from "../page/journey.ts";
import { findCutTexts, test } from "../page/large-text.ts";
import { fillOrganization, ownerScreens } from "../data/owner-screens.ts";
import { type Screen, screens, signedOutScreens } from "../data/screens.ts";

/** Checks the wide screen at 800 pixels and the phone at 320 pixels, both at the default font size. */
async function expectReadable(page: Page, { path, ready }: Screen): Promise<void> {
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
  await fillWeek(person);
  // Skips the same list with other filters, which looks the same.
  const different = screens.filter(({ path }) => !/[?&](from|to)=/.test(path));
  for (const screen of different) {
    await openScreen(page, person, screen);
    await expectReadable(page, screen);
  }
});

test.describe("an owner", () => {
  test.use({ isAlone: true });
  test("texts of twice the size fit every screen of an organization", async ({ page, person }) => {
    await fillWeek(person);
    await fillOrganization(person);
    for (const screen of ownerScreens) {
      await openScreen(page, person, screen);
      await expectReadable(page, screen);
    }
  });
});

test.describe("without a session", () => {
  test.use({ isSignedIn: false });
  test("texts of twice the size fit every screen", async ({ page }) => {
    for (const screen of signedOutScreens) {
      await page.goto(screen.path);
      await expectReadable(page, screen);
    }
  });
});

import type { Page } from "@playwright/test";
import { fillWeek } from "../data/entries.ts";
import { expectAccessible, expectNoSidewaysScrolling } from "../page/expect-accessible.ts";
import { type Person, reopen, test } from "../page/journey.ts";
import { fillOrganization, ownerScreens } from "../data/owner-screens.ts";
import { type Screen, screens, signedOutScreens } from "../data/screens.ts";

/** Checks the screen by itself, also at a width of 320 pixels, and then with each of its overlays. */
async function walk(page: Page, person: Person, { path, address, ready, overlays = {} }: Screen): Promise<void> {
  // Adds time for each overlay, because axe is slow while other tests run.
  test.setTimeout(test.info().timeout + 60_000 * (1 + Object.keys(overlays).length));
  const where = (await address?.(person)) ?? path;
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.goto(where);
  await ready(page);
  await expectAccessible(page, path);
  await page.setViewportSize({ width: 320, height });
  await expectNoSidewaysScrolling(page, path);
  await page.setViewportSize({ width, height });
  for (const [at, [name, show]] of Object.entries(overlays).entries()) {
    // The page is already open for the first overlay.
    if (at > 0) await reopen(page, where);
    await ready(page);
    await show(page, person);
    // Waits for the fade-in to end, because it blends colours.
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
    await expectAccessible(page, `${path}: ${name}`);
    await expectNoSidewaysScrolling(page, `${path}: ${name}`);
  }
}

for (const screen of screens)
  test(`${screen.path} and what opens over it is accessible and fits 320 pixels`, async ({ page, person }) => {
    await fillWeek(person);
    await walk(page, person, screen);
  });

test.describe("an owner", () => {
  test.use({ isAlone: true });
  for (const screen of ownerScreens)
    test(`${screen.path} and what opens over it is accessible and fits 320 pixels`, async ({ page, person }) => {
      await fillWeek(person);
      await fillOrganization(person);
      await walk(page, person, screen);
    });
});

test.describe("without a session", () => {
  test.use({ isSignedIn: false });
  test("every screen is accessible and fits 320 pixels", async ({ page, person }) => {
    for (const screen of signedOutScreens) await walk(page, person, screen);
  });
});

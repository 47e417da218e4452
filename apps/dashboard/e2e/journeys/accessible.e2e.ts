import type { Page } from "@playwright/test";
import { fillWeek } from "../data/entries.ts";
import { expectAccessible, expectNoSidewaysScrolling } from "../page/expect-accessible.ts";
import { openScreen, type Person, reopen, test } from "../page/journey.ts";
import { fillOrganization, ownerScreens } from "../data/owner-screens.ts";
import { type Screen, screens, signedOutScreens } from "../data/screens.ts";

/** Checks each screen at the full width and at 320 pixels, then with each of its overlays. */
async function walk(page: Page, person: Person, walked: readonly Screen[]): Promise<void> {
  const overlayCount = walked.reduce((sum, { overlays = {} }) => sum + Object.keys(overlays).length, 0);
  // Adds time for each check, because axe is slow while other tests run.
  test.setTimeout(test.info().timeout + 60_000 * (walked.length + overlayCount));
  for (const screen of walked)
    await test.step(screen.path, async () => check(page, person, screen, await openScreen(page, person, screen)));
}

async function check(page: Page, person: Person, { path, ready, overlays = {} }: Screen, where: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await ready(page);
  await expectAccessible(page, path);
  await page.setViewportSize({ width: 320, height });
  await expectNoSidewaysScrolling(page, path);
  await page.setViewportSize({ width, height });
  for (const [at, [name, show]] of Object.entries(overlays).entries()) {
    // The screen is already open for the first overlay.
    if (at > 0) await reopen(page, where);
    await ready(page);
    await show(page, person);
    // Waits for the fade-in to end, because it blends colours.
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
    await expectAccessible(page, `${path}: ${name}`);
    await expectNoSidewaysScrolling(page, `${path}: ${name}`);
  }
}

/**
 * The screens of one test share a person and a page. A person and a page for each screen would take more CPU time than
 * the check. Several tests can still run at once.
 */
function inTests(all: readonly Screen[], size: number): { name: string; part: Screen[] }[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => {
    const part = all.slice(at * size, (at + 1) * size);
    const name = `screens from ${part[0]?.path} to ${part.at(-1)?.path} and what opens over them`;
    return { name, part };
  });
}

// The last overlay of the fourth screen deletes an entry that the first four need.
for (const { name, part } of inTests(screens, 2))
  test(`${name} are accessible and fit 320 pixels`, async ({ page, person }) => {
    await fillWeek(person);
    await walk(page, person, part);
  });

test.describe("an owner", () => {
  test.use({ isAlone: true });
  for (const { name, part } of inTests(ownerScreens, 8))
    test(`${name} are accessible and fit 320 pixels`, async ({ page, person }) => {
      await fillWeek(person);
      await fillOrganization(person);
      await walk(page, person, part);
    });
});

test.describe("without a session", () => {
  test.use({ isSignedIn: false });
  test("every screen is accessible and fits 320 pixels", async ({ page, person }) => {
    for (const screen of signedOutScreens) {
      await page.goto(screen.path);
      await check(page, person, screen, screen.path);
    }
  });
});

import type { Page } from "@playwright/test";
import { fillWeek } from "../data/entries.ts";
import { expect, type Person, reopen } from "../page/journey.ts";
import { findCutTexts, test } from "../page/large-text.ts";
import { fillOrganization, ownerScreens } from "../data/owner-screens.ts";
import { type Screen, screens } from "../data/screens.ts";

// Soft, so that one run reports all failures.
const soft = expect.configure({ soft: true });

/** Matches everything that covers a screen or opens inside it. */
const overlays = "[role=dialog], [role=menu], [role=listbox], [role=toolbar], [role=status]:has(button)";

/** The controls in overlays that people can't reach, because an element that doesn't scroll covers or clips them. */
function findOutOfReach(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const found: string[] = [];
    for (const overlay of document.querySelectorAll(selector))
      for (const control of overlay.querySelectorAll<HTMLElement>("button, input, select, a[href], [role=menuitem]")) {
        if (!control.checkVisibility({ visibilityProperty: true }) || control.closest("[aria-hidden=true]")) continue;
        control.scrollIntoView({ block: "nearest", inline: "nearest" });
        const { left, top, right, bottom } = control.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const hit = document.elementFromPoint(x, y);
        // A label is allowed to cover its field.
        const isHit =
          control.contains(hit) || hit?.contains(control) === true || hit?.closest("label")?.control === control;
        const isWhole = left >= -1 && right <= innerWidth + 1;
        if (!isHit || !isWhole)
          found.push(
            `${control.ariaLabel ?? control.textContent.slice(0, 30)} at ${Math.round(left)}–${Math.round(right)}, ${Math.round(y)}`,
          );
      }
    return found;
  }, overlays);
}

function findTooWide(page: Page): Promise<string[]> {
  return page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .filter((overlay) => overlay.checkVisibility())
        .filter((overlay) => {
          const { left, right } = overlay.getBoundingClientRect();
          return left < -1 || right > innerWidth + 1;
        })
        .map((overlay) => `${overlay.role} ${overlay.ariaLabel ?? overlay.textContent.slice(0, 30)}`),
    overlays,
  );
}

/** Tabs through the overlay. Expects each focused element to be in view, with a focus ring. */
async function expectVisibleFocus(page: Page, where: string): Promise<void> {
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press("Tab");
    const lost = () =>
      page.evaluate(() => {
        const focused = document.activeElement;
        if (!(focused instanceof HTMLElement) || focused === document.body) return "";
        const { left, top, right, bottom } = focused.getBoundingClientRect();
        const isIn = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
        // A search field shows the focus ring on its frame.
        const hasRing = [focused, focused.closest("label")].some(
          (each) => each !== null && getComputedStyle(each).outlineStyle !== "none",
        );
        const isMarked = hasRing || focused.matches("[data-autofocus]");
        return isIn && isMarked ? "" : `${focused.tagName} ${focused.ariaLabel ?? focused.textContent.slice(0, 30)}`;
      });
    await soft.poll(lost, `${where}: the focus after ${press + 1} Tabs`).toBe("");
  }
}

async function expectUsable(
  page: Page,
  person: Person,
  { path, address, ready, overlays: all = {}, dialogs = {} }: Screen,
) {
  const where = (await address?.(person)) ?? path;
  for (const [at, [name, openOverlay]] of Object.entries({ ...all, ...dialogs }).entries()) {
    await (at === 0 ? page.goto(where) : reopen(page, where));
    await ready(page);
    await openOverlay(page, person);
    const what = `${path}, ${name}, ${page.viewportSize()?.width} pixels`;
    await soft.poll(() => findOutOfReach(page), `${what}: out of reach`).toEqual([]);
    await soft.poll(() => findCutTexts(page, overlays), `${what}: cut`).toEqual([]);
    await soft.poll(() => findTooWide(page), `${what}: wider than the screen`).toEqual([]);
    await expectVisibleFocus(page, what);
  }
}

for (const width of [1280, 390])
  test.describe(`texts of twice the size in ${width} pixels`, () => {
    test.use({ viewport: { width, height: 860 } });

    test("leave all overlays of a person's screens usable", async ({ page, person }) => {
      test.setTimeout(900_000);
      await fillWeek(person);
      for (const screen of screens) await expectUsable(page, person, screen);
    });
  });

test.describe("an owner with a phone and texts of twice the size", () => {
  test.use({ viewport: { width: 390, height: 860 }, isAlone: true });

  test("finds all overlays of an organization's screens usable", async ({ page, person }) => {
    test.setTimeout(900_000);
    await fillWeek(person);
    await fillOrganization(person);
    for (const screen of ownerScreens) await expectUsable(page, person, screen);
  });
});

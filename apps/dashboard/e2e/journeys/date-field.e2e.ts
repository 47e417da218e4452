import type { Page } from "@playwright/test";
import { catalogue as de } from "#i18n/de/catalogue.ts";
import { expect, type Person, test } from "../page/journey.ts";

const from = (page: Page) => page.getByLabel(de.entries.from, { exact: true });
const openCalendar = (page: Page) => page.getByRole("button", { name: de.days.openCalendar }).first();
const grid = (page: Page) => page.getByRole("grid", { name: /\d{4}/ });
const day = (page: Page) => grid(page).locator(":focus");

/** Opens the list with German texts and weeks that start on Monday, in an American English browser. */
async function openList(page: Page, { stint }: Person, days: string): Promise<void> {
  await stint.me.update({ preferences: { language: "de", weekStart: "monday" } });
  await page.goto(`/time?${days}`);
  await expect(from(page)).toBeVisible();
}

test("a date is shown and typed in the format of the account's language, whatever the browser's", async ({
  page,
  person,
}) => {
  await openList(page, person, "from=2026-03-02");
  await expect(from(page)).toHaveValue("02.03.2026");
  await expect(page.getByLabel(de.entries.to, { exact: true })).toHaveAttribute("placeholder", "TT.MM.JJJJ");

  await from(page).fill("9.3.26");
  await from(page).press("Enter");
  await expect(from(page)).toHaveValue("09.03.2026");
  await expect(page).toHaveURL(/from=2026-03-09/);

  // A complete date applies even before the field loses the focus.
  await from(page).fill("2026-03-10");
  await expect(page).toHaveURL(/from=2026-03-10/);
  await from(page).blur();
  await expect(from(page)).toHaveValue("10.03.2026");
});

test("text that is not a date stays, marked, and changes nothing until Escape removes it", async ({ page, person }) => {
  await openList(page, person, "from=2026-03-02&to=2026-03-20");
  await from(page).fill("31.4.2026");
  await from(page).blur();
  await expect(from(page)).toHaveValue("31.4.2026");
  await expect(from(page)).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText(/^Geben Sie ein Datum wie \d\d\.\d\d\.\d{4} ein\.$/)).toBeVisible();

  await from(page).fill("21.3.2026");
  await from(page).blur();
  await expect(page.getByText(de.days.tooLate("20.03.2026"))).toBeVisible();
  await expect(page).toHaveURL(/from=2026-03-02/);

  await from(page).press("Escape");
  await expect(from(page)).toHaveValue("02.03.2026");
  await expect(from(page)).not.toHaveAttribute("aria-invalid");
});

test("the calendar starts weeks on the account's first day, and keys move in it", async ({ page, person }) => {
  await openList(page, person, "from=2026-03-04&to=2026-04-20");
  await openCalendar(page).press("Enter");
  await expect(grid(page)).toHaveAccessibleName("März 2026");
  await expect(grid(page).getByRole("columnheader")).toHaveText(["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]);
  await expect(grid(page).getByRole("gridcell", { selected: true })).toHaveText("4");

  const keys = { ArrowRight: "5", ArrowDown: "12", Home: "9", End: "15", ArrowLeft: "14", ArrowUp: "7", PageDown: "7" };
  for (const [key, date] of Object.entries(keys)) {
    await page.keyboard.press(key);
    await expect(day(page)).toHaveText(date);
  }
  await expect(day(page)).toHaveAccessibleName("Dienstag, 7. April 2026");
  // The calendar stops at the other end of the range.
  await page.keyboard.press("PageDown");
  await expect(day(page)).toHaveText("20");
  await expect(grid(page).getByRole("button", { name: "21. April" })).toBeDisabled();

  await page.keyboard.press("Escape");
  await expect(grid(page)).toBeHidden();
  await expect(openCalendar(page)).toBeFocused();
  await expect(page).toHaveURL(/from=2026-03-04/);

  await from(page).press("Alt+ArrowDown");
  await expect(day(page)).toHaveText("4");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(grid(page)).toBeHidden();
  await expect(from(page)).toHaveValue("25.02.2026");
  await expect(page).toHaveURL(/from=2026-02-25/);
});

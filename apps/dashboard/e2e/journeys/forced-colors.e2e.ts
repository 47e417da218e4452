import { fillWeek } from "../data/entries.ts";
import { expect, open, test } from "../page/journey.ts";

const colorOf = (element: Element) => getComputedStyle(element).backgroundColor;

for (const colorScheme of ["light", "dark"] as const)
  for (const [form, width] of [
    ["wide", 1280],
    ["phone", 390],
  ] as const)
    test(`in forced colors every state is visible: ${colorScheme}, ${form}`, async ({ page, person }) => {
      await fillWeek(person);
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, forcedColors: "active" });
      for (const name of ["Time", "Calendar", "Timesheet", "Projects", "Reports"]) {
        await open(page, `/${name.toLowerCase()}`);
        await page.getByRole("heading", { name, level: 1 }).waitFor();
        // On a phone, the navigation has only the daily screens.
        if (form === "wide" || !["Projects", "Reports"].includes(name)) {
          const links = page.getByRole("navigation", { name: "Main" });
          const here = await links.getByRole("link", { name, exact: true }).evaluate(colorOf);
          const elsewhere = links.getByRole("link", { name: name === "Time" ? "Calendar" : "Time", exact: true });
          expect(here, `${name}: the screen that is open`).not.toBe(await elsewhere.evaluate(colorOf));
          const pressed = await page
            .locator('[aria-pressed="true"]:enabled')
            .evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor));
          expect(new Set(pressed), `${name}: pressed buttons`).toEqual(new Set([here]));
        }
        const stop = page.getByRole("button", { name: "Stop timer" });
        const border = await stop.evaluate((element) => getComputedStyle(element).borderTopColor);
        expect(border, "the border of the round button").not.toBe(await stop.evaluate(colorOf));
        const arrows = await page
          .locator("select")
          .evaluateAll((all) => all.map((each) => getComputedStyle(each).appearance));
        expect(
          arrows.every((appearance) => appearance !== "none"),
          `${name}: arrows of its lists`,
        ).toBe(true);
      }
    });

import { day, newEntry, rowOf } from "../data/entries.ts";
import { expect, isNarrow, open, test } from "../page/journey.ts";

test("a finger starts an entry again with one tap, and moves one aside to delete it, which Undo restores", async ({
  page,
  person,
  hasTouch,
}) => {
  test.skip(!hasTouch, "needs a touch screen");
  await newEntry(person, "Review");
  await open(page, "/time");
  const row = rowOf(page, "Review");
  // The same as a finger's scroll, which snaps to the buttons.
  await row.evaluate((each) => each.scrollTo(each.scrollWidth, 0));
  await row.getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
  expect(await row.evaluate((each) => each.scrollLeft)).toBe(0);
  await row.getByRole("button", { name: "Continue “Review”" }).tap();
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
});

test("at 1360 × 900, twelve entries are in sight below the chart, and fewer in comfortable rows", async ({
  page,
  person,
}) => {
  test.skip(isNarrow(page), "needs a desktop");
  await page.setViewportSize({ width: 1360, height: 900 });
  for (let at = 0; at < 14; at++)
    await newEntry(person, `Entry ${at}`, {
      at: `${day}T${10 + Math.floor(at / 2)}:${(at % 2) * 30 + 10}:00Z`,
      minutes: 5,
      billable: at > 0,
    });
  await open(page, "/time");
  const inSight = async () => {
    const boxes = await Promise.all(
      (await page.getByRole("row", { name: /Entry/ }).all()).map((row) => row.boundingBox()),
    );
    return boxes.filter((box) => box !== null && box.y + box.height <= 900).length;
  };
  await expect.poll(inSight).toBeGreaterThanOrEqual(12);
  const compact = await inSight();
  const toggle = rowOf(page, "Entry 0").getByRole("button", { name: "Billable" });
  await expect(toggle).toHaveCSS("opacity", "0");
  await rowOf(page, "Entry 0").hover();
  await expect(toggle).toHaveCSS("opacity", "1");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: /Search/ }).fill("comfortable");
  await page.getByRole("option", { name: /^Comfortable rows/ }).click();
  await expect.poll(inSight).toBeLessThan(compact);
  await expect.poll(async () => (await person.stint.me.get()).preferences.density).toBe("comfortable");
});

test("a deleted row fades out as a copy, which leaves nothing behind", async ({ page, person }) => {
  await newEntry(person, "Review");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await open(page, "/time");
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      document.body.dataset["faded"] = this.textContent;
      return animate.apply(this, given);
    };
  });
  await rowOf(page, "Review").focus();
  await page.keyboard.press("Delete");
  await expect(rowOf(page, "Review")).toHaveCount(0);
  await expect(page.locator("body")).toHaveAttribute("data-faded", /Review/);
  await expect(page.locator("body > [inert]")).toHaveCount(0);
});

import { newEntry } from "../data/entries.ts";
import { expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("a phone's timesheet adds amounts to the chosen cell", async ({ page, person }) => {
  await newEntry(person, "Before", { at: "2026-03-03T09:00:00Z" });
  await open(page, "/timesheet?week=2026-03-02&day=2026-03-03");
  await page.getByRole("button", { name: /^Tuesday, March 3/ }).click();
  const field = page.getByRole("listitem").getByRole("textbox");
  await expect(field).toHaveValue("1:00");
  await field.click();
  await page.getByRole("button", { name: /^\+ 0:15: / }).click();
  await expect(field).toHaveValue("1:15");
  // A typed duration is stored before an amount is added.
  await field.fill("2");
  await page.getByRole("button", { name: /^\+ 1:00: / }).click();
  await expect(field).toHaveValue("3:00");
  await expectAccessibleAndNarrow(page, "a cell with amounts to add");
  const seconds = async () => (await person.stint.timeEntries.list({ userId: "me" })).data[0]?.durationSeconds;
  await expect.poll(seconds).toBe(3 * 3600);
});

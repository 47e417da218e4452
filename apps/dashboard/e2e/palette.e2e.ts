import { expect, open, test } from "./journey.ts";

test("a typed day is shown before it is written, and taken back", async ({ page, person }) => {
  await open(page, "/time");
  await page.keyboard.press("Control+k");
  const line = page.getByRole("combobox", { name: /Search/ });
  await line.fill(`9-10:30 review @"${person.project.name}" #sales, 45m call @"${person.project.name}"`);
  await expect(page.getByRole("dialog").getByText("2:15")).toBeVisible();
  await line.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  const entries = async () => (await person.stint.timeEntries.list({ userId: "me" })).data;
  await expect.poll(async () => (await entries()).map(({ durationSeconds }) => durationSeconds)).toEqual([2700, 5400]);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await entries()).length).toBe(0);
});

test("screens are reached by keys, and the keys are told", async ({ page }) => {
  await open(page, "/time");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(/\/timesheet/);
});

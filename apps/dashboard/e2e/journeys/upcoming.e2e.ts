import { newEntry, rowOf } from "../data/entries.ts";
import { expect, open, test } from "../page/journey.ts";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test.describe("with one entry next week and one in 2100, in another project", () => {
  test.use({ isAlone: true });
  test.beforeEach(async ({ person }) => {
    await newEntry(person, "Today", { at: new Date(Date.now() - 60_000).toISOString(), minutes: 1 });
    const { id: projectId } = await person.stint.projects.create({ name: "Some other project" });
    const { id: taskId } = await person.stint.tasks.create(projectId, { name: "Build" });
    for (const [description, startedAt] of [
      ["Planned", inDays(7)],
      ["Mistyped", "2100-03-02T09:00:00Z"],
    ] as const)
      await person.stint.timeEntries.create({ projectId, taskId, description, startedAt, durationSeconds: 3600 });
  });

  test("the next timer continues the last one that began", async ({ page, person }) => {
    await open(page, "/time");
    await rowOf(page, "Today").waitFor();
    await page.getByLabel("What are you working on?").fill("Going on");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
    await expect
      .poll(async () => (await person.stint.timers.list({ userId: "me" })).data[0]?.projectId)
      .toBe(person.project.id);
  });

  test("the list begins with today, and shows the others on demand, the next one first", async ({ page, person }) => {
    await open(page, "/time");
    const upcoming = page.getByRole("button", { name: "Upcoming 2" });
    await expect(upcoming).toHaveAttribute("aria-expanded", "false");
    await expect(rowOf(page, "Today")).toBeVisible();
    await expect(rowOf(page, "Planned")).toHaveCount(0);
    await upcoming.click();
    const rows = page.getByRole("grid").locator("[data-key]");
    await expect(rows).toHaveText([/Planned/, /Mistyped/, /Today/]);
    const date = rowOf(page, "Mistyped").getByText("2100");
    await expect(date).toBeVisible();
    expect(await date.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    // An entry that is moved to yesterday leaves the group of upcoming entries.
    const planned = (await person.stint.timeEntries.list({ q: "Planned", userId: "me" })).data[0];
    await person.stint.timeEntries.update(planned?.id ?? "", { startedAt: inDays(-1) });
    await expect(rows).toHaveText([/Mistyped/, /Today/, /Planned/]);
    await expect(page.getByRole("button", { name: "Upcoming 1" })).toBeVisible();
    // With a filter, there is no group for upcoming entries.
    await page.goto("/time?q=mistyped");
    await expect(rowOf(page, "Mistyped")).toBeVisible();
    await expect(page.getByRole("heading", { name: /2100/ })).toBeVisible();
  });

  test("an entry that is edited into the future stays visible", async ({ page }) => {
    await open(page, "/time");
    await rowOf(page, "Today").getByText("Today").click();
    await page.getByLabel("Date").fill(inDays(3).slice(0, 10));
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("button", { name: "Upcoming 3" })).toHaveAttribute("aria-expanded", "true");
    await expect(rowOf(page, "Today")).toBeVisible();
  });
});

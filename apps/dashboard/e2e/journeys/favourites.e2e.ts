import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.use({ isAlone: true });

test("a favourite comes first in the timer bar and has a row in every week, until it is none", async ({
  page,
  person,
}) => {
  const { stint, project, taskId } = person;
  const other = await stint.projects.create({ name: "Archive" });
  await stint.timeEntries.create({
    projectId: project.id,
    taskId,
    startedAt: "2026-03-02T09:00:00Z",
    durationSeconds: 60,
  });
  await open(page, "/time");
  const field = page.getByRole("combobox", { name: "What are you working on?" });
  const star = page.getByRole("button", { name: "Favourite" });
  await field.fill("Stand-up");
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await stint.me.get()).favourites).toHaveLength(1);
  await expectAccessible(page, "a favourite in the timer bar");

  // Another tab adds a favourite that this page hasn't loaded. Adding one here must keep both.
  await stint.me.update({
    favourites: [...(await stint.me.get()).favourites, { projectId: other.id, taskId: null, description: "Filing" }],
  });
  await field.fill("Planning");
  await star.click();
  await expect
    .poll(async () => (await stint.me.get()).favourites.map(({ description }) => description))
    .toEqual(["Stand-up", "Filing", "Planning"]);

  await page.reload();
  await field.fill("");
  await field.click();
  const choices = page.getByRole("listbox").getByRole("option");
  await expect(choices.first()).toContainText("Stand-up");
  await expectAccessible(page, "favourites among the suggestions");
  await choices.first().click();
  await expect(field).toHaveValue("Stand-up");
  await page.getByRole("button", { name: "Start timer" }).click();
  await page.getByRole("button", { name: "Stop timer" }).click();
  const described = async () => (await stint.timeEntries.list()).data.map(({ description }) => description);
  await expect.poll(described).toContain("Stand-up");

  await open(page, "/timesheet?week=2026-06-01");
  const rows = page.getByRole("rowheader", { name: /Build/ });
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Remove row/ })).toHaveCount(0);
  await stint.me.update({ favourites: [] });
  await page.reload();
  await expect(rows).toHaveCount(0);
});

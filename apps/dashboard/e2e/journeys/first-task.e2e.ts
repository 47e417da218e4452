import type { Page } from "@playwright/test";
import { shortEntries } from "../data/entries.ts";
import { expect, open, type Person, test } from "../page/journey.ts";

/** The person is a member, who may not write tasks. Their project is made by an owner and has no task. */
async function emptyProject(person: Person, managing: Person["stint"], name: string) {
  const { user } = await person.stint.me.get();
  const project = await managing.projects.create({
    name: `${name} ${person.name.slice(-6)}`,
    visibility: "members",
    memberIds: [user.id],
  });
  const tasks = async () => (await Array.fromAsync(managing.tasks.list(project.id))).map((task) => task.name);
  return { ...project, tasks };
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder("Find a project or task").fill(name);
  await page.getByRole("option", { name }).click();
}

test("a member adds time to a project without tasks: typed, by fields, and in the timesheet", async ({
  page,
  person,
  managing,
}) => {
  const typed = await emptyProject(person, managing, "Typed room");
  const chosen = await emptyProject(person, managing, "Chosen");
  const row = await emptyProject(person, managing, "Row");
  await open(page, "/time");
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  await dialog.getByLabel("What did you work on?").fill(`9-10 @${typed.name} first\n10-11 second`);
  await dialog.getByRole("button", { name: "Add 2 entries" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => shortEntries(person)).toHaveLength(2);
  expect(await typed.tasks()).toEqual(["General"]);

  await page.getByRole("button", { name: "Add entry" }).click();
  await dialog.getByRole("button", { name: /^Project:/ }).click();
  await choose(page, chosen.name);
  await dialog.getByLabel("Description").fill("By fields");
  await dialog.getByRole("button", { name: "Add entry" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => shortEntries(person)).toHaveLength(3);
  expect(await chosen.tasks()).toEqual(["General"]);

  await open(page, "/timesheet");
  await page.getByRole("button", { name: /^Add a row/ }).click();
  await choose(page, row.name);
  await expect(page.getByRole("row", { name: new RegExp(row.name) })).toBeVisible();
  expect(await row.tasks()).toEqual(["General"]);
});

import type { Page } from "@playwright/test";
import type { Stint } from "@stint/sdk";
import { newEntry, rowOf } from "../data/entries.ts";
import { expect, open, test } from "../page/journey.ts";

/** Creates a project with a task, visible only to these members and to managers. */
async function newProject(managing: Stint, name: string, memberIds: string[]) {
  const project = await managing.projects.create({ name, visibility: "members", memberIds });
  await managing.tasks.create(project.id, { name: `Task of ${name}` });
  return project;
}

/** Searches for projects in the timer bar's picker, and leaves the picker open. */
async function search(page: Page, text: string): Promise<void> {
  const field = page.getByPlaceholder("Find a project or task");
  if (!(await field.isVisible()))
    await page
      .getByRole("button", { name: /^Project:/ })
      .first()
      .click();
  await field.fill(text);
}

test("what a colleague makes, renames, archives, hides and deletes while the page is closed is correct at the next visit", async ({
  page,
  person,
  managing,
}) => {
  const { id } = (await person.stint.me.get()).user;
  const word = person.project.name.slice("Website ".length);
  const names = ["renamed", "archived", "hidden", "deleted"].map((kind) => `${word} ${kind}`);
  const [renamed, archived, hidden, deleted] = await Promise.all(names.map((name) => newProject(managing, name, [id])));
  await newEntry(person, "Review");
  await open(page, "/time");
  await rowOf(page, "Review").waitFor();
  await search(page, word);
  for (const name of names) await expect(page.getByRole("option", { name: `Task of ${name}` })).toBeVisible();
  await page.goto("about:blank");

  await managing.projects.update(renamed?.id ?? "", { name: `${word} by another name` });
  await managing.projects.update(archived?.id ?? "", { status: "archived" });
  await managing.projects.update(hidden?.id ?? "", { memberIds: [] });
  await managing.projects.delete(deleted?.id ?? "");
  await newProject(managing, `${word} made`, [id]);
  await open(page, "/time");
  await rowOf(page, "Review").waitFor();
  await search(page, word);
  for (const name of ["by another name", "made"])
    await expect(page.getByRole("option", { name: `${word} ${name}` }).first()).toBeVisible();
  // Hiding a project sends no event, so the page notices it up to 30 seconds later.
  for (const name of ["archived", "deleted", "hidden"])
    await expect(page.getByRole("option", { name: `${word} ${name}` })).toHaveCount(0);
});

test("what a colleague makes and deletes while the page is open shows by itself, in both tabs and without a request", async ({
  page,
  context,
  person,
  managing,
}) => {
  const { id } = (await person.stint.me.get()).user;
  const word = person.project.name.slice("Website ".length);
  await newEntry(person, "Review");
  const other = await context.newPage();
  for (const each of [other, page]) {
    await open(each, "/time");
    await rowOf(each, "Review").waitFor();
  }
  const streaming = page.waitForResponse(/\/v1\/events\/stream/);
  await page.reload();
  await streaming;
  await rowOf(page, "Review").waitFor();
  await search(page, word);
  await expect(page.getByRole("option", { name: new RegExp(word) }).first()).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  const made = await newProject(managing, `${word} made`, [id]);
  await expect(page.getByRole("option", { name: `Task of ${word} made` })).toBeVisible();
  await managing.projects.delete(made.id);
  await expect(page.getByRole("option", { name: `${word} made` })).toHaveCount(0);
  expect(asked.filter((path) => /\/(projects|tasks|clients)/.test(path))).toEqual([]);

  // The other tab must be up to date although it was hidden.
  await other.bringToFront();
  await search(other, word);
  await expect(other.getByRole("option", { name: new RegExp(word) }).first()).toBeVisible();
  await expect(other.getByRole("option", { name: `${word} made` })).toHaveCount(0);
});

import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, type Person, test } from "../page/journey.ts";

async function trackTagged({ stint, project, taskId }: Person): Promise<void> {
  await stint.timeEntries.createBatch({
    entries: [["interface"], ["interface", "call"], ["ui"]].map((tags, at) => ({
      projectId: project.id,
      taskId,
      startedAt: new Date(Date.UTC(2026, 2, 1 + at, 9)),
      durationSeconds: 3600,
      tags,
    })),
  });
}

test.describe("who manages projects", () => {
  test.use({ isAlone: true });

  test("creates, renames and archives a client, and undoes it", async ({ page, person }) => {
    const { stint } = person;
    const clients = async () => (await stint.clients.list()).data.map(({ name, archived }) => [name, archived]);
    await open(page, "/clients");
    await expect(page.getByText("No clients yet.")).toBeVisible();
    await page.getByRole("button", { name: "New client" }).click();
    const dialog = page.getByRole("dialog");
    const name = dialog.getByLabel("Name");
    await name.fill("\u200D"); // Nobody could see or choose this name.
    await dialog.getByRole("button", { name: "Create client" }).click();
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await name.fill("Northwind");
    await dialog.getByLabel("Note").fill("Purchase order on every invoice.");
    await expectAccessible(page, "the form of a client");
    await dialog.getByRole("button", { name: "Create client" }).click();
    await expect(page.getByRole("row", { name: /Northwind/ })).toContainText("Purchase order");
    await page.getByRole("button", { name: "Actions for “Northwind”" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog.getByLabel("Name").fill("Northwind Rail");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("rowheader", { name: "Northwind Rail" })).toBeVisible();
    await page.getByRole("button", { name: "Actions for “Northwind Rail”" }).click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await expect(page.getByRole("rowheader", { name: "Northwind Rail" })).toBeHidden();
    await page.getByLabel("Status").selectOption({ label: "Archived" });
    await expect(page).toHaveURL("/clients?archived=true");
    await expect(page.getByRole("rowheader", { name: "Northwind Rail" })).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect.poll(clients).toEqual([["Northwind Rail", false]]);
    await page.keyboard.press("Control+z");
    await expect.poll(clients).toEqual([["Northwind", false]]);
  });

  test("cannot delete a client with projects and archives it instead", async ({ page, person }) => {
    const { stint, project } = person;
    const client = await stint.clients.create({ name: "Harbour Books" });
    await stint.projects.update(project.id, { clientId: client.id });
    await open(page, "/clients");
    await page.getByRole("link", { name: "Harbour Books: 1 project" }).click();
    await expect(page).toHaveURL(`/projects?clientId=${client.id}&status=all`);
    await expect(page.getByRole("link", { name: project.name })).toBeVisible();
    await open(page, "/clients");
    await page.getByRole("button", { name: "Actions for “Harbour Books”" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("1 project");
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await expect.poll(async () => (await stint.clients.get(client.id)).archived).toBe(true);
  });

  test("merges tags after seeing how many entries change, and undoes it", async ({ page, person }) => {
    await trackTagged(person);
    const tags = async () => {
      const { data } = await person.stint.tags.list();
      return Object.fromEntries(data.map(({ name, count }) => [name, count]));
    };
    const before = await tags();
    await open(page, "/tags");
    await expect(page.getByRole("row", { name: /interface/ })).toContainText("2");
    await page.getByRole("checkbox", { name: "Select “interface”" }).check();
    await page.getByRole("checkbox", { name: "Select “ui”" }).check();
    await page.getByRole("button", { name: "Merge…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New name").fill("UI");
    await expect(dialog.getByText("3 entries change")).toBeVisible();
    await expectAccessible(page, "merging tags");
    await dialog.getByRole("button", { name: "Merge", exact: true }).click();
    await expect(page.getByRole("rowheader", { name: /interface/ })).toBeHidden();
    await expect.poll(tags).toEqual({ UI: 3, call: 1 });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(tags).toEqual(before);
  });

  test("opens the entries of a tag", async ({ page, person }) => {
    await trackTagged(person);
    await open(page, "/tags?q=call");
    await expect(page.getByRole("rowheader", { name: /interface/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Entries with “call”" }).click();
    await expect(page).toHaveURL("/time?tag=call");
  });
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("can read clients and tags, but not change them", async ({ page, person, managing }) => {
    const client = await managing.clients.create({ name: `Reader ${Date.now()}` });
    await open(page, `/clients?q=${encodeURIComponent(client.name)}`);
    await expect(page.getByRole("rowheader", { name: client.name })).toBeVisible();
    await expect(page.getByRole("button", { name: `Actions for “${client.name}”` })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "New client" })).toHaveCount(0);
    const { project, taskId } = person;
    const tag = `tag ${project.id}`;
    await managing.timeEntries.create({
      projectId: project.id,
      taskId,
      startedAt: "2026-03-01T09:00:00Z",
      durationSeconds: 60,
      tags: [tag],
    });
    await open(page, "/tags");
    await expect(page.getByRole("rowheader", { name: tag })).toBeVisible();
    await expect(page.getByRole("checkbox")).toHaveCount(0);
  });
});

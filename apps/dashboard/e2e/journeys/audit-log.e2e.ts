import { readFile } from "node:fs/promises";
import { expect, open, test } from "../page/journey.ts";

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("finds a change with its previous values, filters the log by it, and saves the result", async ({
    page,
    person,
  }) => {
    const { stint, project } = person;
    await stint.projects.update(project.id, { name: "Renamed by hand" });
    const client = await stint.clients.create({ name: "Acme" });
    await open(page, "/settings/audit-log");
    const log = page.getByRole("list", { name: "Audit log" });
    const renamed = log.getByRole("listitem").filter({ hasText: "Project changed" });
    await expect(renamed.locator("del")).toHaveText(project.name);
    await expect(renamed.locator("ins")).toHaveText("Renamed by hand");
    await expect(renamed).toContainText(`${person.name} · Project changed “Renamed by hand”`);
    await expect(page.getByRole("heading", { level: 2 })).toHaveCount(1);

    await renamed.getByRole("button", { name: "Actions for “Project changed”" }).click();
    await page.getByRole("menuitem", { name: "Only this object" }).click();
    await expect(page).toHaveURL(new RegExp(`targetId=${project.id}`));
    await expect(log.getByRole("listitem")).toHaveCount(2);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as CSV" }).click();
    const csv = await readFile(await (await download).path(), "utf8");
    expect(csv).toContain("Renamed by hand");
    expect(csv).not.toContain(client.id);
    await page.getByRole("button", { name: /^Remove the filter/ }).click();
    await page.getByRole("button", { name: "Type: All types" }).click();
    await page.getByRole("option", { name: "Client", exact: true }).click();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/action=client/);
    await expect(log.getByRole("listitem")).toHaveCount(1);
    await expect(log.locator("ins").getByText("Acme")).toBeVisible();
    await page.getByLabel("From", { exact: true }).fill("2100-01-01");
    await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
  });

  test("reads on page by page", async ({ page, person }) => {
    for (let at = 0; at < 60; at++) await person.stint.clients.create({ name: `Client ${at}` });
    await open(page, "/settings/audit-log?action=client.*");
    const items = page.getByRole("list", { name: "Audit log" }).getByRole("listitem");
    await expect(items).toHaveCount(50);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(items).toHaveCount(60);
    await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  });
});

import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("sees why a backup failed, and a verified one", async ({ page, service }) => {
    // Makes backups fail: a file takes the folder's name.
    const folder = join(service.dataDir, "backups");
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, "");
    await open(page, "/settings");
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Backups" }).click();
    await expect(
      page.getByText(/Every day at 03:00 .* Stint keeps the latest backup from each of the last 7 days/),
    ).toBeVisible();
    const backUp = page.getByRole("button", { name: "Back up now" });
    const newest = page.getByRole("list", { name: "Backups" }).getByRole("listitem").first();
    await backUp.click();
    await expect(newest).toContainText("Failed");
    await expect(newest).toContainText(/EEXIST.*backups/);
    await expectAccessible(page, "a failed backup");

    await rm(folder);
    await backUp.click();
    await expect(newest).toContainText("In progress");
    await expect(newest).toContainText("Verified");
    await expect(newest).toContainText(/started by an owner · [\d.]+ MB · stint-.*\.backup/);
    await expect(newest).toContainText(/Restored to a temporary database and verified on/);
    await expect(page.getByText(/^Last verified backup:/)).toBeVisible();
  });
});

test.describe("an admin", () => {
  test.use({ role: "admin" });

  test("sees nothing of backups", async ({ page }) => {
    await open(page, "/settings/backup");
    await expect(
      page.getByText("Your role, Admin, doesn’t have access to this. Ask an owner.", { exact: true }),
    ).toBeVisible();
    const navigation = page.getByRole("navigation", { name: "Settings" });
    await expect(navigation.getByRole("link", { name: "Audit log" })).toBeVisible();
    await expect(navigation.getByRole("link", { name: "Backups" })).toHaveCount(0);
  });
});

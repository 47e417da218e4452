import { readFile, writeFile } from "node:fs/promises";
import { join as pathOf } from "node:path";
import type { Page } from "@playwright/test";
import { createProject, expect, invite, join, newBrowser, setUp, signIn, test, totalOf, typeDays } from "./way.ts";

const month = Temporal.Now.plainDateISO("Europe/Berlin").subtract({ months: 1 }).with({ day: 1 });
const monthName = month.toLocaleString("en-GB", { month: "long", year: "numeric" });
const day = (number: number) => month.with({ day: number }).toString();

async function submitMonth(page: Page): Promise<void> {
  await page.goto("/timesheets");
  const row = page.getByRole("row", { name: new RegExp(monthName) });
  await row.getByRole("button", { name: `Submit ${monthName}` }).click();
  await expect(row).toContainText("submitted");
}

test("an agency's month", async ({ browser, installation, page }) => {
  await setUp(page, await installation.start(/(http:\S+set-up#token=\S+)/), "Harbour Studio");
  const [lena, mira] = [await newBrowser(browser, installation), await newBrowser(browser, installation)];

  await test.step("invites a lead and a member, who form a team", async () => {
    const [toLena = "", toMira = ""] = await invite(page, ["lena@example.com", "mira@example.com"], "member");
    await join(lena, toLena, "Lena Lead");
    await join(mira, toMira, "Mira Member");
    await page.goto("/team?tab=teams");
    await page.getByRole("button", { name: "New team" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Design");
    for (const [group, name] of Object.entries({ Members: "Mira Member", Leads: "Lena Lead" })) {
      await dialog.getByRole("group", { name: group }).getByRole("combobox", { name: "Add a person" }).fill(name);
      await page.getByRole("option", { name }).click();
    }
    await dialog.getByRole("button", { name: "Create team" }).click();
    await expect(page.getByRole("list", { name: "Teams" })).toContainText("Design");
  });

  await test.step("turns on approvals by month", async () => {
    await page.goto("/settings");
    await page.getByLabel("People submit their time").selectOption("Every month");
    await page.getByLabel("First period").fill(day(1));
    await page.getByRole("button", { name: "Save approvals" }).click();
    await expect(page.getByText("Approvals changed")).toBeVisible();
  });

  await test.step("tracks a month for a client", async () => {
    await createProject(page, { name: "Booking", newClient: "Northwind", rate: "100" });
    await typeDays(mira, [
      `${day(2)} 9-12 @Booking sketches`,
      `${day(3)} 9-11:30 @Booking layout`,
      `${day(9)} 13-15 @Booking call`,
    ]);
    await typeDays(lena, [`${day(3)} 10-11 @Booking review`]);
    await submitMonth(mira);
  });

  await test.step("sends the timesheet back, and the lead corrects it", async () => {
    await lena.goto("/approvals");
    await lena.getByRole("gridcell", { name: /^Mira Member, .*7:30/ }).click();
    await lena.getByRole("button", { name: "Send back…" }).click();
    await lena.getByRole("textbox", { name: "Note" }).fill("The call took an hour.");
    await lena.getByRole("button", { name: "Send back", exact: true }).click();
    await mira.goto("/time");
    await expect(mira.getByRole("main")).toContainText(/was sent back by .*: “The call took an hour\.”/);
    await lena.goto("/team");
    await lena.getByRole("link", { name: "Mira Member" }).first().click();
    await lena.getByRole("button", { name: "call", exact: true }).click();
    const form = lena.getByRole("dialog", { name: "Edit entry" });
    await form.getByLabel("Duration").fill("1:00");
    await form.getByLabel("Duration").press("Tab");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    await expect(await totalOf(mira)).toContainText("6:30");
  });

  await test.step("submits again, and the lead approves", async () => {
    await submitMonth(mira);
    await lena.goto("/approvals");
    await lena.getByRole("gridcell", { name: /^Mira Member, .*submitted/ }).click();
    await lena.getByRole("button", { name: "Approve" }).click();
    await lena.getByRole("link", { name: "Back to approvals" }).click();
    await expect(lena.getByRole("gridcell", { name: /^Mira Member, .*approved/ })).toBeVisible();
    // The month is closed: nothing can be added to it.
    await mira.goto("/time");
    await mira.getByRole("button", { name: "Add entry" }).click();
    const dialog = mira.getByRole("dialog", { name: "Add entry" });
    await dialog.getByLabel("What did you work on?").fill(`${day(10)} 9-10 @Booking late`);
    await expect(dialog.getByRole("alert")).toContainText(/line/);
    await mira.keyboard.press("Escape");
  });

  await test.step("gives away a statement that a stranger can verify", async () => {
    await lena.goto("/approvals");
    await lena.getByRole("gridcell", { name: /^Mira Member, .*approved/ }).click();
    await lena.getByRole("link", { name: /^Statement/ }).click();
    await expect(lena.getByText("The content matches the hash")).toBeVisible();
    const saving = lena.waitForEvent("download");
    await lena.getByRole("button", { name: "Download JSON" }).click();
    const file = pathOf(installation.dataDir, "statement.json");
    await (await saving).saveAs(file);
    expect(await installation.run("timesheet", "verify", file)).toMatch(/OK/);
    const forged = (await readFile(file, "utf8")).replace(/"durationSeconds":\s*\d+/, '"durationSeconds": 36000');
    await writeFile(file, forged);
    await expect(installation.run("timesheet", "verify", file)).rejects.toThrow(/hash/);
  });

  await test.step("bills what has been approved", async () => {
    await page.goto("/billing");
    await page.getByRole("link", { name: "Bill Northwind…" }).click();
    await page.getByRole("heading", { name: "Bill Northwind", level: 1 }).waitFor();
    await page.getByLabel("Reference").fill("2026-0042");
    await page.getByRole("button", { name: "Bill €650.00" }).click();
    await expect(page.getByRole("heading", { name: "2026-0042" })).toBeVisible();
    await expect(await totalOf(page)).toContainText("7:30");
  });

  await test.step("signs in on a new device", async () => {
    const device = await newBrowser(browser, installation);
    await signIn(device, "mira@example.com");
    await expect(await totalOf(device)).toContainText("6:30");
    await installation.prove();
  });
});

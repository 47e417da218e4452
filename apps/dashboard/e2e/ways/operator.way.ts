import { cp, rm } from "node:fs/promises";
import { join as pathOf } from "node:path";
import {
  clones,
  createProject,
  expect,
  Installation,
  join,
  newBrowser,
  password,
  setUp,
  signIn,
  test,
  totalOf,
  typeDays,
} from "./way.ts";

const current = clones.current;

test.use({ checkout: clones.old });

test("an operator's year", async ({ browser, installation, page }) => {
  await test.step("installs an old version, in which two people track time", async () => {
    const link = await installation.start(/(http:\S+set-up#token=\S+)/);
    // That version's page doesn't reload by itself while the dashboard is being built.
    await expect(async () => {
      await page.goto("about:blank");
      await page.goto(link);
      await expect(page.getByLabel("Organization")).toBeVisible({ timeout: 2000 });
    }).toPass();
    await setUp(page, link, "Harbour Studio");
    await createProject(page, { name: "Website" });
    await typeDays(page, ["2026-03-02 9-12 @Website sketches"]);
    const member = await newBrowser(browser, installation);
    await page.goto("/team");
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByRole("dialog").getByLabel("E-mail").fill("mira@example.com");
    await page.getByRole("button", { name: "Create link" }).click();
    const shown = page.getByRole("dialog", { name: "Invitation for mira@example.com" });
    await join(member, await shown.getByRole("textbox").inputValue(), "Mira Member");
    await member.context().close();
  });

  await test.step("confirms who they are, which breaks the proof of that version", async () => {
    const status = await page.evaluate(async (password) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ password });
      return (await fetch("/auth/reauthenticate", { method: "POST", headers, body })).status;
    }, password);
    expect(status).toBe(204);
    await expect(installation.run("doctor")).rejects.toThrow(/api_key\.unexplained/);
  });

  await test.step("updates like the documents say", async () => {
    await installation.run("backup", pathOf(installation.dataDir, "before.backup"));
    await installation.stop();
    await installation.shell("git pull --quiet && npm ci");
    await installation.start(/ready on (\S+)/);
    await installation.run("doctor", "--repair");
    await expect(await totalOf(page)).toContainText("3:00");
  });

  await test.step("restores the backup on a new machine", async () => {
    const backup = await installation.prove();
    await installation.stop();
    const machine = await Installation.create(current);
    try {
      await rm(machine.dataDir, { recursive: true });
      await machine.run("restore", backup);
      // Without the key, the service does not start, and says what to do.
      await expect(machine.start(/ready on (\S+)/)).rejects.toThrow(/secret-key/);
      await cp(pathOf(installation.dataDir, "secret-key"), pathOf(machine.dataDir, "secret-key"));
      await machine.start(/ready on (\S+)/);
      for (const email of ["olive@example.com", "mira@example.com"]) {
        const device = await newBrowser(browser, machine);
        await signIn(device, email);
        await device.context().close();
      }
      await machine.prove();
    } finally {
      await machine.remove();
    }
  });
});

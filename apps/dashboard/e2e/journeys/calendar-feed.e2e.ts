import type { Page } from "@playwright/test";
import { inviteColleague, pageOf } from "../data/colleague.ts";
import { expectAccessible } from "../page/expect-accessible.ts";
import { asProvedOwner, expect, open, test } from "../page/journey.ts";

const panel = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Calendar feed", exact: true }) });

/** Creates a feed with the form. Returns its URL, which is shown only once. */
async function create(page: Page, { from, whose }: { from: string; whose?: string }): Promise<string> {
  await panel(page).getByRole("button", { name: from }).click();
  const form = page.getByRole("dialog", { name: "Calendar feed" });
  if (whose !== undefined) await form.getByLabel("Whose time entries").selectOption({ label: whose });
  await form.getByRole("button", { name: "Create feed" }).click();
  const shown = page.getByRole("dialog", { name: "Your calendar feed address" });
  const address = (await shown.getByText(/\/feeds\/calendar\//).textContent()) ?? "";
  await shown.getByRole("button", { name: "Copy" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await shown.getByLabel("I’ve saved it").check();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(address)).toHaveCount(0);
  return address;
}

/** Reads the feed as a calendar program does, without a session. */
async function read(address: string): Promise<{ status: number; text: string }> {
  const response = await fetch(new URL(new URL(address).pathname, process.env["E2E_URL"]));
  return { status: response.status, text: await response.text() };
}

test("a feed is created, copied, read, replaced and revoked", async ({ page, person, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const startedAt = new Date(Date.now() - 86_400_000);
  await person.stint.timeEntries.create({
    projectId: person.project.id,
    taskId: person.taskId,
    startedAt,
    durationSeconds: 3600,
    description: "Wireframes, round 2",
  });
  await open(page, "/profile");
  await expect(panel(page).getByText("You don’t have a feed.")).toBeVisible();
  const first = await create(page, { from: "Create feed" });
  await expect(panel(page).getByText("Shows your time entries, starting 90 days ago.")).toBeVisible();
  await expect(panel(page).getByText(/Never read/)).toBeVisible();
  await expectAccessible(page, "the calendar feed");
  const { status, text } = await read(first);
  expect(status).toBe(200);
  expect(text).toContain("SUMMARY:Wireframes\\, round 2 (");

  await page.reload();
  await expect(panel(page).getByText(/Last read/)).toBeVisible();
  const second = await create(page, { from: "Replace" });
  expect((await read(first)).status).toBe(404);
  expect((await read(second)).status).toBe(200);

  await panel(page).getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(panel(page).getByText("You don’t have a feed.")).toBeVisible();
  expect((await read(second)).status).toBe(404);
});

test("a lead creates the feed of their team, which ends with the leadership", async ({ browser, service }) => {
  const owner = await asProvedOwner(service);
  const lead = await inviteColleague(service, owner, "Lena");
  const team = await owner.teams.create({ name: `Team ${lead.userId.slice(-6)}`, leadIds: [lead.userId] });
  const page = await pageOf(browser, service, lead);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/profile");
  const address = await create(page, { from: "Create feed", whose: `Team ${team.name}` });
  await expect(
    panel(page).getByText(`Shows the time entries of the team ${team.name}, starting 90 days ago.`),
  ).toBeVisible();
  expect((await read(address)).text).toContain(team.name);

  await owner.teams.update(team.id, { leadIds: [] });
  expect((await read(address)).status).toBe(404);
  await page.reload();
  await expect(panel(page).getByText(/a team that you can no longer see/)).toBeVisible();
  await page.context().close();
});

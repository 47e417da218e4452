import type { Route } from "@playwright/test";
import { join } from "../data/join.ts";
import { expectAccessible, expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.use({ isAlone: true });

test("invites a pasted list into a team, and those who can't be invited stay in the field", async ({
  page,
  person,
}) => {
  const { user } = await person.stint.me.get();
  const nora = `nora-${Date.now()}@lantern.example`;
  const team = await person.stint.teams.create({ name: "Design", memberIds: [], leadIds: [] });
  await open(page, "/team?invite");
  const form = page.getByRole("dialog", { name: "Invite people" });
  const field = form.getByLabel("Email addresses");
  const row = (email: string) => form.getByRole("listitem").filter({ hasText: email });
  await field.fill(
    `Nora Winkel <${nora}>, ines@lantern.example;tomas@lantern\n${user.email}\nlate@x.example\nINES@lantern.example`,
  );
  await form.getByLabel("Team").selectOption("Design");
  await expect(form.getByText("6 addresses read")).toBeVisible();
  await expect(row("tomas@lantern")).toContainText("isn’t an email address");
  await expect(row(user.email)).toContainText("is already a member");
  await expect(row("INES@lantern.example").last()).toContainText("is listed twice");
  // Escape keeps what was typed.
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(field).toHaveValue(/^Nora Winkel/);
  await expect(form.getByLabel("Team")).toHaveValue(team.id);
  await expect(form.getByText("You typed this before.")).toBeVisible();
  await expect(form.getByText("only this computer can open")).toBeVisible();
  await expectAccessibleAndNarrow(page, "inviting people");
  // Another owner invites the same person between the preview and the request.
  const invite = async (route: Route) => {
    await person.stint.invitations.create({ email: "late@x.example" });
    await route.continue();
  };
  await page.route("**/v1/invitations", invite, { times: 1 });
  await form.getByRole("button", { name: "Create 3 links" }).click();
  const made = page.getByRole("dialog", { name: "2 invitations" });
  await expect(made.getByText("3 addresses couldn’t be invited.")).toBeVisible();
  const link = await made.getByLabel(`Nora Winkel · ${nora}`).inputValue();
  await expect(made.getByLabel("ines@lantern.example", { exact: true })).toHaveValue(/#token=/);
  await expectAccessibleAndNarrow(page, "the links of invitations");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await made.getByRole("button", { name: "Copy all" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`^${nora}\\t${link}\nines@lantern.example\\thttp`));
  await page.keyboard.press("Escape");
  await made.getByRole("button", { name: "Done" }).click();
  await expect(field).toHaveValue(`tomas@lantern\n${user.email}\nlate@x.example`);
  await expect(row("late@x.example")).toContainText("invit");
  await expect(form.getByRole("button", { name: "Create link" })).toBeDisabled();
  const { userId } = await join(link, "Nora");
  await expect.poll(async () => (await person.stint.teams.get(team.id)).memberIds).toEqual([userId]);
});

test("invites someone, copies the link, resends it and revokes it", async ({ page, person }) => {
  await open(page, "/team?tab=invitations");
  await expect(page.getByText(/No pending invitations/)).toBeVisible();
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email addresses").fill("newcomer@example.com");
  await dialog.getByLabel("Role").selectOption("manager");
  // The server makes the invitation, but its reply is lost. Sending it again returns its link.
  await page.route("**/v1/invitations", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByRole("listitem")).toContainText("isn’t responding");
  await page.unrouteAll({ behavior: "wait" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const shown = page.getByRole("dialog", { name: "Invitation for newcomer@example.com" });
  const link = await shown.getByRole("textbox").inputValue();
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "";
  expect((await person.stint.auth.previewInvitation({ token })).role).toBe("manager");
  await expectAccessible(page, "an invitation's link");
  await shown.getByRole("button", { name: "Done" }).click();
  // Nothing that was sent is left in the form.
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(dialog.getByLabel("Email addresses")).toHaveValue("");
  await expect(dialog.getByLabel("Role")).toHaveValue("member");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Create new link: invitation for newcomer@example.com" }).click();
  await expect(shown).toBeVisible();
  expect(await shown.getByRole("textbox").inputValue()).not.toBe(link);
  await shown.getByRole("button", { name: "Done" }).click();
  // The journeys' server has no mail server, so the reply says what one would have said.
  await page.route(/\/v1\/invitations\?/, async (route) => {
    const response = await route.fetch();
    const list = await response.json();
    Object.assign(list.data[0], { mailError: "550 5.1.1 No such person", mailRetryAt: null });
    await route.fulfill({ response, json: list });
  });
  await page.reload();
  await expect(page.getByText("The mail server refused the email. 550 5.1.1 No such person")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Revoke: invitation for newcomer@example.com" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText(/No pending invitations/)).toBeVisible();
  await expect
    .poll(async () => (await person.stint.invitations.list()).data.map(({ status }) => status))
    .toEqual(["revoked"]);
});

test("an invitation leaves the list when it is accepted", async ({ page, person }) => {
  const { link } = await person.stint.invitations.create({ email: "newcomer@example.com" });
  await open(page, "/team?tab=invitations");
  await expect(page.getByText("newcomer@example.com")).toBeVisible();
  await join(link, "Nora");
  await expect(page.getByText(/No pending invitations/)).toBeVisible();
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("table", { name: "Members" })).toContainText("Nora");
});

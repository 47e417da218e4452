import { invite } from "../data/join.ts";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

test.use({ isAlone: true });

test("undoes two changes to a role, but none that someone else has made", async ({ page, person }) => {
  const { userId } = await invite(person.stint, "Emil");
  const role = async () => (await person.stint.members.get(userId)).role;
  const choose = async (next: "Manager" | "Viewer") => {
    await page.getByRole("button", { name: /^Role of Emil/ }).click();
    await page.getByRole("menuitem", { name: new RegExp(`^${next}`) }).click();
    await expect.poll(role).toBe(next.toLowerCase());
    // The next change is sent with the version of the list.
    await expect(page.getByRole("button", { name: `Role of Emil: ${next}` })).toBeVisible();
  };
  await open(page, "/team");
  await choose("Manager");
  // The undos wait for the reply to the last change.
  const held = Promise.withResolvers<void>();
  await page.route("**/v1/members/*", async (route) => {
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  await choose("Viewer");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  held.resolve();
  await expect.poll(role).toBe("member");
  await expect(page.getByRole("button", { name: "Role of Emil: Member" })).toBeVisible();
  await choose("Manager");
  await person.stint.members.update(userId, { role: "admin" });
  await page.keyboard.press("Control+z");
  await expect(page.getByText(/^Couldn’t be undone/)).toBeVisible();
  expect(await role()).toBe("admin");
});

test("changes a role and undoes it, deactivates, reactivates and transfers ownership", async ({ page, person }) => {
  const { stint: colleague, userId } = await invite(person.stint, "Dora");
  const read = () => person.stint.members.get(userId);
  await open(page, "/team");
  const button = page.getByRole("button", { name: "Role of Dora: Member" });
  await button.press("Enter");
  // An arrow key only goes to a role; it changes nothing until it is chosen.
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: /^Admin/ })).toBeFocused();
  await expectAccessible(page, "a member's role");
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  expect(await read()).toMatchObject({ role: "member", version: 1 });
  await button.press("Enter");
  await page.keyboard.press("m");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await read()).role).toBe("manager");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await read()).role).toBe("member");

  await page.getByRole("button", { name: "Actions for “Dora”" }).click();
  await page.getByRole("menuitem", { name: "Deactivate…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  const members = page.getByRole("table", { name: "Members" });
  await expect(members.getByText("Dora", { exact: true })).toBeHidden();
  await expect(colleague.me.get()).rejects.toMatchObject({ status: 401 });
  await page.getByLabel("Show").selectOption("Deactivated");
  await expect(page).toHaveURL(/status=deactivated/);
  await page.getByRole("button", { name: "Actions for “Dora”" }).click();
  await page.getByRole("menuitem", { name: "Reactivate" }).click();
  await expect.poll(async () => (await read()).status).toBe("active");

  await page.getByLabel("Show").selectOption("Active");
  await page.getByRole("button", { name: "Actions for “Dora”" }).click();
  await page.getByRole("menuitem", { name: "Hand over ownership…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Hand over" }).click();
  await expect.poll(async () => (await person.stint.me.get()).role).toBe("admin");
  await page.getByRole("button", { name: "Actions for “Dora”" }).click();
  await expect(page.getByRole("menuitem", { name: "Open" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Role of Dora/ })).toHaveCount(0);
});

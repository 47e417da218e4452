import { expect, test } from "./journey.ts";

test.describe("who is not signed in", () => {
  test.use({ isSignedIn: false });

  test("signs in and comes to where the link led", async ({ page, person }) => {
    await page.goto("/calendar?view=week");
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/calendar\?view=week/);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  });

  test("is told that the password is wrong, and keeps what was typed", async ({ page, person }) => {
    await page.goto("/sign-in");
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).not.toBeEmpty();
    await expect(page.getByLabel("E-mail")).toHaveValue(person.email);
  });

  test("is told how a set-up link and a reset link are got", async ({ page }) => {
    await page.goto("/set-up");
    await expect(page.getByText(/There is an organization already/)).toBeVisible();
    await page.goto("/reset-password");
    await expect(page.getByText(/sends no mail/)).toBeVisible();
    await page.goto("/invitation");
    await expect(page.getByText(/Open the link/)).toBeVisible();
  });
});

test("a session that ends asks for the password over the screen and loses nothing", async ({ page, person }) => {
  await page.goto("/time");
  await page.getByLabel("What are you working on?").fill("Half a thought");
  await person.stint.me.endOtherSessions();
  const [session] = (await person.stint.me.listSessions()).data;
  await person.stint.me.endSession(session?.id ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByLabel("Password").fill(person.password);
  await page.getByRole("dialog").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
});

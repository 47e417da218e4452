import type { Page } from "@playwright/test";
import { newEntry } from "../data/entries.ts";
import { asProvedOwner, expect, signIn, test, type Person } from "../page/journey.ts";

test.describe("who is not signed in", () => {
  test.use({ isSignedIn: false });

  test("signs in and reaches the target of the link", async ({ page, person }) => {
    await page.goto("/calendar?view=week");
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/calendar\?view=week/);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  });

  test("is told that the password is wrong, and keeps what was typed", async ({ page, person }) => {
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    await page.route("**/auth/sign-in", async (route) => {
      await entered;
      await route.continue();
    });
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
    enter();
    await expect(page.getByRole("alert")).not.toBeEmpty();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
  });

  test("is told so before typing a password if the browser blocks cookies", async ({ page, context }) => {
    const browser = await context.newCDPSession(page);
    await browser.send("Emulation.setDocumentCookieDisabled", { disabled: true });
    await page.goto("/sign-in");
    await expect(page.getByText(/^Signing in doesn’t work in this browser, because it blocks cookies/)).toBeVisible();
    await browser.send("Emulation.setDocumentCookieDisabled", { disabled: false });
    await page.reload();
    await expect(page.getByLabel("Email")).toBeVisible();
    await expect(page.getByText(/blocks cookies/)).toHaveCount(0);
    expect(await context.cookies()).toEqual([]);
  });

  test.describe("over plain http", () => {
    test.use({ expectedErrors: /^request to http:\/\/0\.0\.0\.0/ });

    test("is told so before typing a password", async ({ page, service }) => {
      await page.goto("/sign-in");
      await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: "Set up https" })).toHaveCount(0);
      // Leads to this machine too, but does not look like it.
      await page.goto(`http://0.0.0.0:${new URL(service.url).port}/sign-in`);
      await expect(page.getByText(/^Signing in doesn’t work at this address/)).toBeVisible();
      await page.getByRole("link", { name: "Set up https" }).click();
      await expect(page.getByRole("heading", { name: "Behind a proxy" })).toBeVisible();
    });
  });

  test("accepts an invitation as a new person, or with the password of an account, as they say", async ({
    page,
    service,
  }) => {
    const inviter = await asProvedOwner(service);
    const { link } = await inviter.invitations.create({ email: "new-here@example.com", role: "member" });
    await page.goto(new URL(link).pathname + new URL(link).hash);
    await expect(page.getByLabel("New password")).toBeVisible();
    await page.getByRole("button", { name: "I already have an account here" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Your name")).toHaveCount(0);
    await page.getByRole("button", { name: "I’m new here" }).click();
    await page.getByLabel("Your name").fill("Nora New");
    await page.getByLabel("New password").fill("copper meadow violin");
    await page.getByRole("button", { name: "Accept the invitation" }).click();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  });

  test("comes back from an address that does not exist", async ({ page, person, service, context }) => {
    await signIn(context, service, person);
    const response = await page.goto("/nonsense");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "There’s nothing at this address." })).toBeVisible();
    await page.getByRole("link", { name: "Go to Time" }).click();
    await expect(page).toHaveURL(/\/time$/);
  });

  test("is told how to get a setup link and a reset link", async ({ page }) => {
    await page.goto("/set-up");
    await expect(page.getByText(/This server already has an organization/)).toBeVisible();
    await page.goto("/reset-password");
    await expect(page.getByText(/doesn’t send email/)).toBeVisible();
    await page.goto("/invitation");
    await expect(page.getByText(/Open the link/)).toBeVisible();
  });
});

test("a change that is refused because the session ended is sent after the password is typed", async ({
  page,
  person,
}) => {
  await typeHalfAThought(page, person);
  // Ends the session while the request is in flight. If the session ended earlier, the sign-in dialog could receive the
  // key press.
  await page.route(
    /\/v1\/timer$/,
    async (route) => {
      await endSession(person);
      await route.continue();
    },
    { times: 1 },
  );
  await page.keyboard.press("Enter");
  await signInAgain(page, person);
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
});

test("a session that ends between two changes leaves what was typed where it was", async ({ page, person }) => {
  await typeHalfAThought(page, person);
  await endSession(person);
  await signInAgain(page, person);
  await expect(page.getByLabel("What are you working on?")).toHaveValue("Half a thought");
  await page.getByLabel("What are you working on?").press("Enter");
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
});

/**
 * Types a description for the next timer. An earlier entry determines the project, so Enter alone would start the
 * timer.
 */
async function typeHalfAThought(page: Page, person: Person): Promise<void> {
  await newEntry(person, "Before");
  await page.goto("/time");
  await expect(page.getByRole("button", { name: `Project: ${person.project.name}` })).toBeVisible();
  await page.getByLabel("What are you working on?").fill("Half a thought");
}

/** Ends the browser's session from another client. */
async function endSession(person: Person): Promise<void> {
  await person.stint.me.endOtherSessions();
  const [session] = (await person.stint.me.listSessions()).data;
  await person.stint.me.endSession(session?.id ?? "");
}

async function signInAgain(page: Page, person: Person): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toBeHidden();
}

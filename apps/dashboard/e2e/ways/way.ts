import { type Browser, expect, type Locator, type Page, test as base } from "@playwright/test";
import { clones, Installation } from "./installation.ts";

export { expect } from "@playwright/test";
export { clones, Installation } from "./installation.ts";

export const password = "lantern orbit sparrow";

/** Opens a page in a browser of its own, as another person or another device would. */
export async function newBrowser(browser: Browser, { url }: Installation): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}

/** `installation` is new and not yet started. `page` belongs to the first person. */
export const test = base.extend<{ checkout: string; installation: Installation }>({
  checkout: [clones.current, { option: true }],
  installation: async ({ checkout }, use) => {
    const installation = await Installation.create(checkout);
    await use(installation);
    await installation.remove();
  },
  page: async ({ browser, installation }, use) => use(await newBrowser(browser, installation)),
});

/** Fills in the page of the printed link, and becomes the owner. */
export async function setUp(page: Page, link: string, organization: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Organization").fill(organization);
  await page.getByLabel("Your name").fill("Olive Owner");
  // Older versions, which the operator starts with, spell it "E-mail".
  await page.getByLabel(/^E-?mail/).fill("olive@example.com");
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Set up Stint" }).click();
  // Older versions first show a page of next steps.
  const next = page.getByRole("heading", { name: "Stint is ready" });
  await expect(next.or(page.getByRole("heading", { name: "First steps" }))).toBeVisible();
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}

/** Opens an invitation's link and accepts it as a new person. */
export async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}

/** Types lines such as `2026-03-02 9-12 @Website design` into the form for new entries, and expects all to be added. */
export async function typeDays(page: Page, lines: readonly string[]): Promise<void> {
  await page.goto("/time");
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog", { name: "Add entry" });
  await dialog.getByLabel("What did you work on?").fill(lines.join("\n"));
  const entries = lines.length === 1 ? "entry" : "entries";
  await dialog.getByRole("button", { name: `Add ${lines.length} ${entries}` }).click();
  await expect(dialog).toBeHidden();
}

interface NewProject {
  name: string;
  newClient?: string;
  /** The rate per hour. */
  rate?: string;
}

export async function createProject(page: Page, { name, newClient, rate }: NewProject): Promise<void> {
  await page.goto("/projects");
  await page.getByRole("button", { name: "New project" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  if (newClient !== undefined) {
    await dialog.getByRole("combobox", { name: "Client" }).fill(newClient);
    await dialog.getByRole("option", { name: `Create client “${newClient}”` }).click();
  }
  if (rate !== undefined) await dialog.getByLabel("Hourly rate").fill(rate);
  await dialog.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

/** Invites people on the screen, and resolves to the links to pass on. */
export async function invite(page: Page, emails: readonly string[], role: string): Promise<string[]> {
  await page.goto("/team");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email addresses").fill(emails.join("\n"));
  await dialog.getByLabel("Role").selectOption(role);
  await dialog.getByRole("button", { name: /^Create/ }).click();
  return Promise.all(emails.map((email) => dialog.getByRole("textbox", { name: email }).inputValue()));
}

/** Creates an API key on the screen. */
export async function createKey(page: Page, name: string, preset: string): Promise<string> {
  await page.goto("/settings/api-keys");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("radio", { name: preset, exact: true }).check();
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "Your new API key" });
  const key = (await shown.getByText(/^stint_/).textContent()) ?? "";
  await shown.getByLabel("I’ve saved it").check();
  await shown.getByRole("button", { name: "Done" }).click();
  return key;
}

/** The total in the report of all time. */
export async function totalOf(page: Page): Promise<Locator> {
  await page.goto("/reports?period=all");
  return page.getByRole("region", { name: "Total", exact: true });
}

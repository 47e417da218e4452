import { expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, test as base } from "../page/journey.ts";
import { type NewService, startNewService } from "../service/service.ts";

const test = base.extend<{ fresh: NewService }>({
  fresh: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's dependencies from here
    async ({}, use) => {
      const fresh = await startNewService();
      await use(fresh);
      await fresh.end();
    },
    // Services start slowly while other tests run.
    { timeout: 600_000 },
  ],
  service: async ({ fresh }, use) => use({ ...fresh, ownerCookie: "" }),
  // Not signed in, because nobody has an account yet. The system of the browser has a zone that does not exist.
  page: async ({ context }, use) => {
    const page = await context.newPage();
    await page.addInitScript(() => {
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...resolvedOptions.call(this), timeZone: "Factory" };
      };
    });
    await use(page);
  },
});

/** Opens the link that the service prints and fills in the form. */
test.beforeEach(async ({ page, fresh }) => {
  await page.goto(`/set-up#token=${fresh.token}`);
  await page.getByLabel("Organization").fill("Lantern");
  await page.getByRole("combobox", { name: "Time zone" }).fill("kolkata");
  await page.getByRole("option", { name: "Asia/Kolkata" }).click();
  await page.getByRole("combobox", { name: "Currency" }).fill("rupee");
  await page.getByRole("option", { name: /^INR/ }).click();
  await page.getByLabel("Your name").fill("Olive Owner");
  await page.getByLabel("Email").fill("olive@example.com");
  await page.getByLabel("New password").fill("lantern orbit sparrow");
  await page.getByRole("button", { name: "Set up Stint" }).click();
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
});

test("the first steps lead on, are ticked off by themselves, and go once they are done or closed", async ({ page }) => {
  const steps = page.getByRole("region", { name: "First steps" });
  const stepOf = (name: string) => steps.getByRole("listitem").filter({ hasText: name });
  await expect(steps.getByText("0 of 5")).toBeVisible();
  await expect(page.getByText(/API key/)).toHaveCount(0);
  await expectAccessibleAndNarrow(page, "the first steps");
  await stepOf("Import your history").getByRole("link", { name: "Choose a file…" }).click();
  await expect(page.getByRole("heading", { name: "Import", level: 1 })).toBeVisible();
  await page.goto("/settings");
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("Asia/Kolkata");
  await expect(page.getByRole("combobox", { name: "Currency" })).toHaveValue(/^INR/);

  await page.goto("/time");
  await stepOf("Create a project with a rate").getByRole("link", { name: "New project…" }).click();
  const dialog = page.getByRole("dialog", { name: "New project" });
  await dialog.getByLabel("Name", { exact: true }).fill("Website");
  await dialog.getByLabel(/^Hourly rate/).fill("95");
  await dialog.getByRole("button", { name: "Create project" }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto("/time");
  await expect(stepOf("Create a project with a rate")).toContainText("Done");
  await expect(steps.getByText("1 of 5")).toBeVisible();

  // As soon as the chart has something to show, it comes back, and the next step stands alone.
  await steps.getByRole("button", { name: "Try it with sample data" }).click();
  await expect(page.getByRole("region", { name: "This week" })).toBeVisible();
  await expect(steps.getByRole("listitem")).toHaveCount(1);
  await expect(stepOf("Import your history")).toBeVisible();

  // Its room is kept, so that the chart stays where it is while the step loads.
  const topOfChart = () =>
    page.getByRole("region", { name: "This week" }).evaluate((chart) => chart.getBoundingClientRect().top);
  const top = await topOfChart();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/v1/imports?*", async (route) => {
    await answered;
    await route.continue();
  });
  await page.reload();
  await expect(steps).toBeVisible();
  await expect(steps.getByRole("listitem")).toHaveCount(0);
  expect(await topOfChart()).toBe(top);
  answer();
  await expect(stepOf("Import your history")).toBeVisible();
  expect(await topOfChart()).toBe(top);

  await steps.getByRole("button", { name: "Close the first steps" }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("region", { name: "This week" })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test("the first timer asks for a project, creates it and starts on it", async ({ page }) => {
  const description = page.getByLabel("What are you working on?");
  await description.fill("First words");
  await page.getByRole("button", { name: "Start timer" }).click();
  const search = page.getByRole("combobox", { name: "Find a project or task" });
  await expect(search).toBeFocused();
  await expect(page.getByText("Type a name to create your first project.")).toBeVisible();

  await search.press("Escape");
  await expect(description).toHaveValue("First words");
  await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();

  await description.press("Enter");
  await search.fill("Website");
  await page.getByRole("option", { name: "Create the project “Website”" }).waitFor();
  await search.press("Enter");
  await expect(page.getByRole("button", { name: "Stop timer" })).toBeVisible();
  await page.getByRole("button", { name: "Project: Website, General" }).click();
  await expect(page.getByText(/^Every project starts with the task General/)).toBeVisible();
  await search.press("Escape");
  await page.getByRole("button", { name: "Stop timer" }).click();
  await expect(page.getByRole("row", { name: /First words/ })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Track something" })).toContainText("Done");
});

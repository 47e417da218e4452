import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { choose, newEntry, rowOf, shortEntries } from "../data/entries.ts";
import { asOwner, expect, install, test as base } from "../page/journey.ts";
import { owner, type OwnService, ownCheckout, runCommand, startOwnService } from "../service/service.ts";

/** Copies the sources, so that the test can change the dashboard. The copy shares the installed packages. */
async function copyCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stint-checkout-"));
  const isOfSources = (path: string) => !/node_modules|\/e2e(\/|$)|\/unfinished-/.test(path.slice(ownCheckout.length));
  for (const name of ["apps", "docs", "packages", "package.json", "package-lock.json", "tsconfig.json"])
    await cp(join(ownCheckout, name), join(folder, name), { recursive: true, filter: isOfSources });
  await symlink(join(ownCheckout, "node_modules"), join(folder, "node_modules"));
  return folder;
}

const test = base.extend<{ isCopied: boolean; checkout: string; own: OwnService }>({
  isCopied: [false, { option: true }],
  checkout: async ({ isCopied }, use) => {
    if (!isCopied) return use(ownCheckout);
    const folder = await copyCheckout();
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  own: [
    async ({ checkout }, use) => {
      const service = await startOwnService(checkout);
      await use(service);
      await service.end();
    },
    // Services start slowly while other tests run.
    { timeout: 600_000 },
  ],
  service: async ({ own }, use) => use(own),
});

test.use({ serviceWorkers: "allow" });

test("a server that is restarted gets everything once, and the page continues by itself", async ({
  page,
  person,
  own,
}) => {
  await newEntry(person, "Review");
  await install(page);
  await rowOf(page, "Review").getByText("Review").click();
  await own.stop();
  await page.getByRole("combobox", { name: "Description", exact: true }).fill("While it was down");
  await page.keyboard.press("Enter");
  await page.getByLabel("What are you working on?").fill("Begun meanwhile");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/2 changes not sent yet/)).toBeVisible();
  await page.reload();
  await expect(rowOf(page, "While it was down")).toBeVisible();
  await own.start();
  await expect.poll(() => shortEntries(person)).toEqual(["09:00 60 While it was down"]);
  await expect.poll(async () => (await person.stint.timers.list({ userId: "me" })).data.length).toBe(1);
  await expect(page.getByText(/not sent yet/)).toHaveCount(0);
  // The entry appears only if the event stream is open again.
  await newEntry(person, "After the start", { at: "2026-03-03T12:00:00Z" });
  await expect(rowOf(page, "After the start")).toBeVisible();
});

test.describe("an update", () => {
  test.use({ isCopied: true });

  test("a new build takes over at the next navigation, and a page of the previous one can still load its parts", async ({
    page,
    person,
    own,
    checkout,
  }) => {
    test.setTimeout(900_000);
    await newEntry(person, "Review");
    await install(page);
    await own.stop();
    const catalogue = join(checkout, "apps/dashboard/src/i18n/en/screens.ts");
    const text = await readFile(catalogue, "utf8");
    const newText = text.replace('calendar: "Calendar"', 'calendar: "Calendar, new"');
    expect(newText).not.toBe(text);
    await writeFile(catalogue, newText);
    await own.start();
    // The open page belongs to the previous build, but its screens must still open.
    await page.getByRole("link", { name: "Timesheet" }).click();
    await expect(page.locator("[data-week-total]")).toBeVisible();
    await expect(page.getByRole("link", { name: "Calendar", exact: true })).toBeVisible();
    // The build may take minutes while other tests run. Until it has finished, pages show a notice and keep reloading.
    await page.goto("/time");
    await expect(page.getByRole("link", { name: "Calendar, new" })).toBeVisible({ timeout: 600_000 });
    await expect(rowOf(page, "Review")).toBeVisible();
    // Waits until the service worker has cached the new build, which must then be shown offline.
    // Not with `waitForFunction`, which takes the promise of an async function for a true value.
    const isCached = () =>
      page.evaluate(async () => {
        const served = await (await fetch("/index.html")).text();
        const reading = (await caches.keys()).map(async (name) => {
          const kept = await (await caches.open(name)).match("/index.html");
          return kept === undefined ? undefined : await kept.text();
        });
        const cached = await Promise.all(reading);
        const { active, installing, waiting } = await navigator.serviceWorker.ready;
        return cached.includes(served) && active !== null && installing === null && waiting === null;
      });
    await expect.poll(isCached).toBe(true);
    await own.stop();
    await page.reload();
    await expect(page.getByRole("link", { name: "Calendar, new" })).toBeVisible();
  });
});

test("a forgotten password is reset with a link from the operator", async ({ page, own }) => {
  const link =
    /https?:\S+reset-password\S+/.exec(await runCommand(own, "password-link", "--email", owner.email))?.[0] ?? "";
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel("New password").fill("a harbour of copper");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your new password is set. All your sessions have ended.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill("a harbour of copper");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  // The link works only once.
  await page.goto(link);
  await page.getByLabel("New password").fill("another harbour of copper");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("alert")).not.toBeEmpty();
});

test("after switching organizations, each shows only its own entries", async ({ page, own, service }) => {
  const owners = asOwner(service);
  const project = await owners.projects.create({ name: "Website" });
  const { id: taskId } = await owners.tasks.create(project.id, { name: "Build" });
  const startedAt = "2026-03-03T09:00:00Z";
  const where = { projectId: project.id, taskId, startedAt, durationSeconds: 60 };
  await owners.timeEntries.create({ ...where, description: "Of the first" });
  await runCommand(own, "org", "create", "--name", "Second", "--owner-email", owner.email, "--trust-address");
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(rowOf(page, "Of the first")).toBeVisible();
  await page.getByLabel("What are you working on?").fill("A thought of the first");
  await page.getByRole("button", { name: "Organization: Lantern" }).click();
  await choose(page, "Switch to Second");
  await expect(page.getByRole("button", { name: "Organization: Second" })).toBeVisible();
  await expect(page.getByText(/Nothing tracked yet/)).toBeVisible();
  await expect(rowOf(page, "Of the first")).toHaveCount(0);
  await expect(page.getByLabel("What are you working on?")).toHaveValue("");
  await page.getByRole("button", { name: "Organization: Second" }).click();
  await choose(page, "Switch to Lantern");
  await expect(rowOf(page, "Of the first")).toBeVisible();
  await expect(page.getByLabel("What are you working on?")).toHaveValue("A thought of the first");
});

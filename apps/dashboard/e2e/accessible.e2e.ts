import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, open, type Person, test } from "./journey.ts";

const paths = ["/time", "/calendar", "/timesheet", "/profile", "/projects"];
const signedOut = ["/sign-in", "/reset-password", "/set-up", "/invitation"];

/** A week with something in it, and a running timer. */
async function fill({ stint, project, taskId }: Person): Promise<void> {
  const monday = Date.now() - 2 * 86_400_000;
  await stint.timeEntries.createBatch({
    entries: Array.from({ length: 8 }, (_, at) => ({
      projectId: project.id,
      taskId,
      startedAt: new Date(monday + at * 5_000_000),
      durationSeconds: at === 3 ? 300 : 4500,
      description:
        at === 2 ? "A description that is a good deal longer than the place for it on any phone" : `Part ${at}`,
      tags: at % 2 === 0 ? ["sales"] : [],
    })),
  });
  await stint.timer.start({ projectId: project.id, taskId, description: "Running" });
}

async function expectAccessible(page: Page, where: string): Promise<void> {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  expect(found, where).toEqual([]);
}

async function expectNoSidewaysScrolling(page: Page, where: string): Promise<void> {
  // A screen may need a moment to take its narrow form.
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(wide, `${where} is too wide by`).toBeLessThanOrEqual(0);
}

test("every screen of a person is accessible and fits 320 pixels", async ({ page, person }) => {
  await fill(person);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const path of paths) {
    await open(page, path);
    await page.getByRole("button", { name: "Stop timer" }).waitFor();
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await expectAccessible(page, path);
    await page.setViewportSize({ width: 320, height });
    await expectNoSidewaysScrolling(page, path);
    await page.setViewportSize({ width, height });
  }
});

test("overlays are accessible", async ({ page, person }) => {
  await fill(person);
  await open(page, "/time");
  await page.getByRole("button", { name: "Stop timer" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /Search/ }).waitFor();
  await expectAccessible(page, "palette");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await expectAccessible(page, "shortcuts");
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Project:/ })
    .first()
    .click();
  await page.getByPlaceholder("Find a project or task").waitFor();
  await expectAccessible(page, "project picker");
});

test.describe("without a session", () => {
  test.use({ isSignedIn: false });

  test("every screen is accessible and fits 320 pixels", async ({ page }) => {
    for (const path of signedOut) {
      await page.goto(path);
      await page.getByRole("main").waitFor();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page, path);
      await page.setViewportSize({ width: 320, height: 700 });
      await expectNoSidewaysScrolling(page, path);
    }
  });
});

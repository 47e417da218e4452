import type { Locator, Page } from "@playwright/test";
import type { Task } from "@stint/sdk";
import { inviteColleague } from "../data/colleague.ts";
import { trackFiveWeeks } from "../data/five-weeks.ts";
import { expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { asProvedOwner, expect, open, test } from "../page/journey.ts";

/** Formats a day as the screen does. */
function shown(day: string): string {
  const isThisYear = day.startsWith(String(new Date().getFullYear()));
  const style: Intl.DateTimeFormatOptions = isThisYear ? { day: "numeric", month: "long" } : { dateStyle: "long" };
  const { locale } = test.info().project.use;
  return new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for “${name}”` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Scrolls to the panel, which loads once it is in view. */
async function scrollToAbout(page: Page): Promise<Locator> {
  // Retries, because the panel replaces its heading while the page scrolls to it.
  await expect(() => page.getByRole("heading", { name: "About" }).scrollIntoViewIfNeeded()).toPass();
  return page.getByRole("region", { name: "About" });
}

test.describe("who manages projects", () => {
  test.use({ isAlone: true });

  test("sees the API's day on which a budget runs out, and moves it", async ({ page, person }) => {
    await trackFiveWeeks(person);
    const { stint, project } = person;
    await stint.projects.update(project.id, { budget: { kind: "time", seconds: 720_000 } });
    const [costs] = (await stint.reports.costs({ projectId: project.id })).projects;
    const exhaustsOn = costs?.budget?.forecast.exhaustsOn ?? "";
    expect(exhaustsOn).not.toBe("");
    await open(page, `/projects/${project.id}`);
    await expect(page.getByText(`Runs out on ${shown(exhaustsOn)} at the pace`)).toBeVisible();
    await expect(page.getByText(/80% chance that the budget runs out between/)).toBeVisible();
    // Nothing has been tracked today, so the pace is lower if today is a working day.
    await expect(page.getByText(/Current pace: (5|4\.8) person-days a week at 4:\d\d each,/)).toBeVisible();
    await expectAccessibleAndNarrow(page, "a project");
    const slider = page.getByRole("slider", { name: /What if the pace were/ });
    await slider.focus();
    for (let half = 0; half < 6; half++) await page.keyboard.press("ArrowLeft");
    await expect(slider).toHaveAttribute("aria-valuetext", "2 person-days a week");
    await expect(page).toHaveURL(/daysAWeek=2$/);
    await expect(page.getByText(/Then the budget would run out on .*: \d+ weeks later\./)).toBeVisible();
    await page.getByText("As a table").click();
    const table = page.getByRole("table", { name: "Remaining budget" });
    await expect(table.getByRole("row").nth(1)).toBeVisible();
  });

  test("sees the sums of the reports", async ({ page, person }) => {
    await trackFiveWeeks(person);
    const { stint, project } = person;
    await stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9999 });
    await stint.rates.reprice({ apply: true });
    const { totals } = await stint.reports.summary({ projectId: project.id, groupBy: "user" });
    const hours = `${Math.floor(totals.seconds / 3600)}:${String((totals.seconds / 60) % 60).padStart(2, "0")}`;
    const { locale } = test.info().project.use;
    const money = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });
    await open(page, `/projects/${project.id}`);
    const people = page.getByRole("region", { name: "People" });
    await expect(people.getByRole("row").last()).toContainText(hours);
    await expect(people.getByRole("row").last()).toContainText(money.format((totals.amountMinor ?? 0) / 100));
    await expect(page.getByRole("region", { name: "Tasks" }).getByRole("row", { name: /Build/ })).toContainText(hours);
    await expect(() => page.getByRole("heading", { name: "Year at a glance" }).scrollIntoViewIfNeeded()).toPass();
    await expect(page.getByRole("region", { name: "Year at a glance" })).toContainText(hours);
    await expect(() => page.getByRole("heading", { name: "Recent entries" }).scrollIntoViewIfNeeded()).toPass();
    await page.getByRole("link", { name: "Open your entries in Time" }).click();
    await expect(page).toHaveURL(`/time?projectId=${project.id}`);
  });

  test("sees the rates of all tasks", async ({ page, person }) => {
    const { stint, project } = person;
    const tasks: Task[] = [];
    for (let at = 100; at < 201; at++) tasks.push(await stint.tasks.create(project.id, { name: `Room ${at}` }));
    // The first hundred tasks lack one of these two, whether sorted by name or by age.
    for (const { id: taskId } of [tasks[0], tasks[100]].filter((task) => task !== undefined))
      await stint.rates.create({ kind: "billable", scope: "task", taskId, rateMinor: 8000 });
    await open(page, `/projects/${project.id}`);
    const about = await scrollToAbout(page);
    for (const name of ["Room 100", "Room 200"]) await expect(about).toContainText(`${name} · billable · €80.00`);
  });

  test("shows no time for tasks before the sums are loaded", async ({ page, person }) => {
    await trackFiveWeeks(person);
    const { promise: read, resolve: goOn } = Promise.withResolvers<void>();
    await page.route("**/v1/reports/summary*", async (route) => {
      await read;
      await route.continue();
    });
    await open(page, `/projects/${person.project.id}`);
    const row = page.getByRole("region", { name: "Tasks" }).getByRole("row", { name: /Build/ });
    await expect(row.getByRole("cell").first()).toHaveText("–");
    await expect(row).not.toContainText("0:00");
    goOn();
    await expect(row.getByRole("cell").first()).toHaveText(/^\d+:\d\d$/);
  });

  test("creates, estimates, closes and deletes tasks", async ({ page, person }) => {
    const { stint, project } = person;
    const painted = async () => (await stint.tasks.list(project.id)).data.find(({ name }) => name === "Paint twice");
    await open(page, `/projects/${project.id}`);
    await page.getByRole("button", { name: "New task" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Paint");
    await dialog.getByLabel("Estimate").fill("1h 30m");
    await dialog.getByRole("button", { name: "Create task" }).click();
    await expect(page.getByRole("row", { name: /Paint/ })).toContainText("1:30 · 0% of the estimate");
    await choose(page, "Paint", "Edit");
    await dialog.getByLabel("Name").fill("Paint twice");
    await dialog.getByRole("button", { name: "Save" }).click();
    await choose(page, "Paint twice", "Mark as done");
    await expect(page.getByRole("row", { name: /Paint twice/ })).toContainText("done");
    await expect.poll(async () => (await painted())?.status).toBe("done");
    await choose(page, "Paint twice", "Delete");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("row", { name: /Paint twice/ })).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("row", { name: /Paint twice/ })).toContainText("done");
    await expect.poll(async () => (await painted())?.estimateSeconds).toBe(5400);
  });
});

test.describe("a manager", () => {
  test.use({ role: "manager" });

  test("can tell a member's rate from the project's, even without the name", async ({ page, person, service }) => {
    const owner = await asProvedOwner(service);
    const { userId } = await inviteColleague(service, owner, "Zoe");
    const rate = { kind: "billable", scope: "projectMember", projectId: person.project.id, userId } as const;
    await owner.rates.create({ ...rate, rateMinor: 7000 });
    await open(page, `/projects/${person.project.id}`);
    const about = await scrollToAbout(page);
    await expect(about).toContainText("Someone whose entries you can’t see · billable · €70.00 an hour");
  });
});

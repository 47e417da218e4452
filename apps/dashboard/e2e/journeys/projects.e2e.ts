import type { Page } from "@playwright/test";
import { dayMs, trackFiveWeeks } from "../data/five-weeks.ts";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for “${name}”` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test.describe("who manages projects", () => {
  test.use({ isAlone: true });

  test.describe("with an upright tablet", () => {
    test.use({ viewport: { width: 768, height: 1024 } });

    test("sees a project's whole row, and room for a description", async ({ page, person }) => {
      const { stint, project } = person;
      const client = await stint.clients.create({ name: "Harbour Books and Sons" });
      await stint.projects.update(project.id, {
        clientId: client.id,
        budget: { kind: "amount", amountMinor: 4_200_000 },
      });
      await open(page, "/projects");
      await expect(page.getByRole("button", { name: `Actions for “${project.name}”` })).toBeInViewport({ ratio: 0.99 });
      await stint.timer.start({ projectId: project.id, tags: ["review"] });
      await page.getByRole("button", { name: "Stop timer" }).waitFor();
      const field = await page.getByLabel("What are you working on?").boundingBox();
      expect(field?.width).toBeGreaterThan(200);
    });
  });

  test("finds projects over their budget, and the address says so", async ({ page, person }) => {
    const { stint, project, taskId } = person;
    await stint.projects.create({ name: "Quiet", budget: { kind: "time", seconds: 36_000 } });
    await stint.projects.update(project.id, { budget: { kind: "time", seconds: 3600 } });
    await stint.timeEntries.create({
      projectId: project.id,
      taskId,
      startedAt: new Date(Date.now() - dayMs),
      durationSeconds: 5400,
    });
    await open(page, "/projects");
    await expect(page.getByRole("link", { name: "Quiet" })).toBeVisible();
    await expect(page.getByRole("meter", { name: "Budget" }).last()).toHaveAttribute("aria-valuetext", /150%/);
    await page.getByLabel("Budget", { exact: true }).first().selectOption("exceeded");
    await expect(page.getByRole("link", { name: "Quiet" })).toBeHidden();
    await expect(page.getByRole("link", { name: project.name })).toBeVisible();
    await expect(page.getByText("0:30 over")).toBeVisible();
    await expect(page).toHaveURL("/projects?budgetStatus=exceeded");
    await page.reload();
    await expect(page.getByRole("link", { name: project.name })).toBeVisible();
    await page.getByLabel("Search projects").fill("nothing like this");
    await expect(page.getByText("No projects match these filters.")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page.getByRole("link", { name: "Quiet" })).toBeVisible();
  });

  test("cannot delete a project with entries, sees how many, and archives it", async ({ page, person }) => {
    await trackFiveWeeks(person);
    const { stint, project } = person;
    await open(page, "/projects");
    await choose(page, project.name, "Delete");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(dialog.getByRole("alert")).toContainText("25 time entries");
    await dialog.getByRole("button", { name: "Archive" }).click();
    await expect.poll(async () => (await stint.projects.get(project.id)).status).toBe("archived");
    await expect(page.getByRole("link", { name: project.name })).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await stint.projects.get(project.id)).status).toBe("active");
  });

  test("copies a project with its tasks, deletes the copy, and undoes that with its rates", async ({
    page,
    person,
  }) => {
    const { stint, project } = person;
    await stint.tasks.create(project.id, { name: "Paint", estimateSeconds: 7200 });
    await open(page, "/projects");
    await choose(page, project.name, "Copy with tasks");
    const name = `${project.name} (copy)`;
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("rowheader", { name: "Paint" })).toBeVisible();
    const [copy] = (await stint.projects.list({ q: "(copy)" })).data;
    const tasks = (await stint.tasks.list(copy?.id ?? "")).data;
    const estimates = Object.fromEntries(tasks.map((task) => [task.name, task.estimateSeconds]));
    expect(estimates).toEqual({ Build: null, Paint: 7200 });
    const paintId = tasks.find((task) => task.name === "Paint")?.id ?? "";
    await stint.rates.create({ kind: "billable", scope: "project", projectId: copy?.id ?? "", rateMinor: 9000 });
    await stint.rates.create({ kind: "cost", scope: "task", taskId: paintId, rateMinor: 4000 });
    await choose(page, name, "Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL("/projects");
    await expect(page.getByRole("link", { name })).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("link", { name })).toBeVisible();
    const amounts = async () => {
      const [again] = (await stint.projects.list({ q: "(copy)" })).data;
      const [painting] = (await stint.tasks.list(again?.id ?? "")).data.filter((task) => task.name === "Paint");
      const ofProject = (await stint.rates.list({ projectId: again?.id ?? "" })).data;
      const ofTask = painting === undefined ? [] : (await stint.rates.list({ taskId: painting.id })).data;
      return [...ofProject, ...ofTask].map(({ rateMinor }) => rateMinor);
    };
    await expect.poll(amounts).toEqual([9000, 4000]);
  });

  test("scrolls a long list, of which only the visible part is rendered, and prints all of it", async ({
    page,
    person,
  }) => {
    const names = Array.from({ length: 90 }, (_, at) => `Row ${String(at).padStart(2, "0")}`);
    for (const name of names) await person.stint.projects.create({ name });
    await open(page, "/projects?q=Row");
    await expect(page.getByRole("link", { name: "Row 00" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Row 89" })).toHaveCount(0);
    await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", "91");
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole("link", { name: "Row 89" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Row 00" })).toHaveCount(0);
    // Ctrl+F focuses the list's search. Pressed there, it is the browser's.
    await page.evaluate(() => addEventListener("keydown", (event) => (document.title = `${event.defaultPrevented}`)));
    for (const isTaken of [true, false]) {
      await page.keyboard.press("ControlOrMeta+f");
      expect(await page.title()).toBe(String(isTaken));
      await expect(page.getByRole("searchbox")).toBeFocused();
    }
    const printed = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          // Comes after all listeners of `beforeprint`.
          const countRows = () => resolve(document.querySelectorAll("tbody tr").length);
          matchMedia("print").addEventListener("change", countRows);
        }),
    );
    await page.pdf({ format: "A4" });
    expect(await printed).toBe(90);
  });

  test("reads German", async ({ page, person }) => {
    await person.stint.me.update({ preferences: { language: "de" } });
    await page.goto(`/projects/${person.project.id}`);
    await expect(page.getByRole("heading", { name: "Aufgaben" })).toBeVisible();
    await page.goto("/projects");
    await expect(page.getByRole("button", { name: "Neues Projekt" })).toBeVisible();
  });
});

for (const role of ["member", "viewer"] as const)
  test.describe(`a ${role}`, () => {
    test.use({ role });

    test("sees projects without money and without what only managers do", async ({ page, person, managing }) => {
      const { project } = person;
      await managing.projects.update(project.id, { budget: { kind: "amount", amountMinor: 777_700 } });
      const client = await managing.clients.create({ name: `Client of ${project.name}` });
      const { id: userId } = (await person.stint.me.get()).user;
      const timed = await managing.projects.create({
        name: `Timed ${project.name}`,
        visibility: "members",
        memberIds: [userId],
        budget: { kind: "time", seconds: 288_000, period: "monthly" },
      });
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      const main = page.getByRole("main");
      // Each screen, with the element that appears when everything has loaded.
      const screens = [
        { path: `/projects?q=${timed.name}`, read: page.getByText("80:00 a month") },
        { path: "/projects", read: page.getByRole("link", { name: project.name, exact: true }) },
        { path: `/projects/${project.id}`, read: page.getByRole("rowheader", { name: "Build" }) },
        { path: `/projects/${timed.id}`, read: page.getByText("80:00 a month") },
        { path: "/clients", read: page.getByRole("rowheader", { name: client.name }) },
        { path: "/rates", read: page.getByText("Only managers and above can see rates.") },
      ];
      for (const { path, read } of screens) {
        await open(page, path);
        await expect(read).toBeVisible();
        await expect(main).not.toContainText("€");
        await expect(main).not.toContainText("7,777");
        await expect(page.getByRole("link", { name: "Rates" })).toHaveCount(0);
        await expect(page.getByRole("button", { name: /^New |^Edit$/ })).toHaveCount(0);
        await expectAccessible(page, `${path} of a ${role}`);
      }
      await open(page, `/projects/${timed.id}`);
      await expect(page.getByText("80:00 a month")).toBeVisible();
      await page.getByRole("button", { name: `Actions for “${timed.name}”` }).click();
      await expect(page.getByRole("menuitem", { name: "Copy as curl" })).toBeVisible();
      await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveCount(0);
      expect(asked.filter((path) => path.startsWith("/v1/rates") || path === "/v1/reports/costs")).toEqual([]);
    });
  });

import { expect, open, signIn, test } from "../page/journey.ts";

test("after signing in again the stream opens at once", async ({ page, person }) => {
  // Disables the 30-second poll, because it would also open the stream.
  await page.addInitScript(() => {
    const repeat = setInterval;
    Object.assign(window, { setInterval: (work: () => void, ms: number) => (ms === 30_000 ? 0 : repeat(work, ms)) });
  });
  const isStream = (request: { url: () => string }) => new URL(request.url()).pathname === "/v1/events/stream";
  const first = page.waitForRequest(isStream);
  await open(page, "/time");
  await first;
  await page.getByText("Nothing tracked yet.").waitFor();
  const { data: sessions } = await person.stint.me.listSessions();
  for (const { id } of sessions) await person.stint.me.endSession(id);
  await page.getByLabel("What are you working on?").fill("Half a thought");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(person.password);
  const again = page.waitForRequest(isStream);
  await page.getByRole("dialog").getByRole("button", { name: "Sign in", exact: true }).click();
  await again;
});

test.describe("who manages projects", () => {
  test.use({ role: "manager" });

  test("creates one in the editor of an entry and in the calendar", async ({ page, person }) => {
    const { stint, project, taskId } = person;
    await stint.timeEntries.create({
      projectId: project.id,
      taskId,
      startedAt: new Date(Date.now() - 3_600_000),
      durationSeconds: 1800,
      description: "Plan",
    });
    const projectOf = async () => {
      const [entry] = (await stint.timeEntries.list({ userId: "me" })).data;
      return (await stint.projects.get(entry?.projectId ?? "")).name;
    };
    const create = async (name: string) => {
      await page.getByPlaceholder("Find a project or task").filter({ visible: true }).fill(name);
      await page.getByRole("option", { name: `Create the project “${name}”` }).click();
    };
    await open(page, "/time");
    await page.getByRole("grid").getByText(project.name).click();
    await page
      .getByRole("grid")
      .getByRole("button", { name: /^Project:/ })
      .click();
    await create(`Tower ${project.name}`);
    await expect.poll(projectOf).toBe(`Tower ${project.name}`);

    await open(page, "/calendar?view=3days");
    await page.getByRole("button", { name: /Plan/ }).first().focus();
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Project:/ })
      .click();
    await create(`Bridge ${project.name}`);
    await expect(
      page.getByRole("dialog").getByRole("button", { name: `Project: Bridge ${project.name}` }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(projectOf).toBe(`Bridge ${project.name}`);
  });
});

test("a list over a dialog handles its keys, and returns the focus to its button", async ({ page, person }) => {
  const { stint, project, taskId } = person;
  const startedAt = new Date(Date.now() - 3_600_000);
  const at = { projectId: project.id, taskId, startedAt, durationSeconds: 1800, description: "Plan" };
  const { id } = await stint.timeEntries.create({ ...at, tags: ["b", "c"] });
  await open(page, "/calendar?view=3days");
  await page.getByRole("button", { name: /Plan/ }).first().focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const tags = dialog.getByRole("button", { name: /^Tags/ });
  await tags.focus();
  await page.keyboard.press("ArrowDown");
  const search = dialog.getByRole("combobox", { name: "Find or add a tag" });
  await expect(search).toBeFocused();
  // Options must not move when they are selected or deselected.
  const options = dialog.getByRole("option");
  await expect(options.first()).toContainText("b");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(tags).toHaveAccessibleName("Tags: c");
  await expect(options.first()).toContainText("b");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(tags).toBeFocused();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(search).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(search).toBeHidden();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await stint.timeEntries.get(id)).tags).toEqual(["c"]);
});

test("the profile leads to the API keys", async ({ page }) => {
  await open(page, "/profile");
  await page.getByRole("link", { name: "Create and manage API keys" }).click();
  await expect(page).toHaveURL("/settings/api-keys");
});

test("projects and tags are suggested after their sign, and chosen by keys", async ({ page, person }) => {
  const { stint, project, taskId } = person;
  const tag = `t${project.id.slice(-6)}`;
  const startedAt = new Date(Date.now() - 3_600_000);
  await stint.timeEntries.create({ projectId: project.id, taskId, startedAt, durationSeconds: 60, tags: [tag] });
  await open(page, "/time");
  const field = page.getByLabel("What are you working on?");
  await field.pressSequentially(`Review @"${project.name}`);
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await page.getByRole("option", { name: project.name }).waitFor();
  await field.press("ArrowDown");
  const chosen = await field.getAttribute("aria-activedescendant");
  await expect(page.locator(`[id="${chosen}"]`)).toContainText(project.name);
  await field.press("Enter");
  await expect(field).toHaveValue("Review");
  await expect(page.getByRole("button", { name: `Project: ${project.name}, Build` })).toBeVisible();
  await field.pressSequentially(` #${tag.slice(0, 4)}`);
  await page.getByRole("option", { name: `#${tag}` }).click();
  await expect(page.getByRole("button", { name: `Tags: ${tag}` })).toBeVisible();
  await expect(field).toHaveValue("Review");
});

test("a row's text survives a reload and accepts tags; the palette inserts names", async ({ page, person }) => {
  const { stint, project, taskId } = person;
  const tag = `t${project.id.slice(-6)}`;
  const startedAt = new Date(Date.now() - 3_600_000);
  const at = { projectId: project.id, taskId, startedAt, durationSeconds: 60 };
  const { id } = await stint.timeEntries.create({ ...at, description: "Plan", tags: [tag] });
  await open(page, "/time");
  await page.getByRole("grid").getByText("Plan").click();
  await page.getByRole("combobox", { name: "Description" }).fill("Half a thought");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Description" })).toHaveValue("Half a thought");
  await page.getByRole("combobox", { name: "Description" }).press("Enter");
  await expect.poll(async () => (await stint.timeEntries.get(id)).description).toBe("Half a thought");
  await page.reload();
  await page.getByRole("grid").getByText("Half a thought").waitFor();
  await expect(page.getByRole("combobox", { name: "Description" })).toBeHidden();

  await page.keyboard.press("Control+k");
  const line = page.getByRole("combobox", { name: /Search/ });
  await line.pressSequentially(`45m call @"${project.name}`);
  await page.getByRole("option", { name: project.name }).waitFor();
  await line.press("ArrowDown");
  await line.press("Enter");
  await expect(line).toHaveValue(`45m call @"${project.name}" `);
  await line.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect.poll(async () => (await stint.timeEntries.list({ userId: "me" })).data.length).toBe(2);
});

test("a text that cannot be read stays in its cell while another is edited", async ({ page, person }) => {
  test.skip((page.viewportSize()?.width ?? 0) < 980, "Narrow screens show a list of fields, which keep their text.");
  const { stint, project, taskId } = person;
  const startedAt = new Date(Date.now() - 60_000);
  await stint.timeEntries.create({ projectId: project.id, taskId, startedAt, durationSeconds: 60 });
  await open(page, "/timesheet");
  const cells = page.locator("[data-cell]");
  // Cells are read-only until the week is loaded.
  await expect(cells.nth(0)).toHaveAttribute("aria-readonly", "false");
  await cells.nth(0).click();
  await page.keyboard.type("1:xx");
  await page.keyboard.press("Enter");
  await cells.nth(1).click();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(cells.nth(1)).toContainText("2:00");
  await expect(cells.nth(0)).toContainText("1:xx");
  await expect(cells.nth(0)).toHaveAttribute("aria-invalid", "true");
});

test("a running timer shows in the tab's icon, and floats in a separate window", async ({ page, person }) => {
  const startedAt = new Date(Date.now() - 42 * 60_000);
  const { project, taskId, stint } = person;
  const icon = page.locator("link[rel=icon]");
  await open(page, "/time");
  await expect(icon).toHaveAttribute("href", "/icon.svg");
  await stint.timer.start({ projectId: project.id, taskId, startedAt, description: "Floating" });
  await expect(icon).toHaveAttribute("href", /^data:image\/png/);
  const button = page.getByRole("button", { name: "Show timer in a separate window" });
  const opened = page.context().waitForEvent("page");
  await button.click();
  const floating = await opened;
  await expect(floating.getByText("Floating")).toBeVisible();
  await expect(floating.getByRole("timer")).toHaveText(/^0:4\d:\d\d$/);
  const color = await floating
    .getByRole("button", { name: "Stop timer" })
    .evaluate((e) => getComputedStyle(e).borderRadius);
  expect(color).toBe("50%");
  await floating.getByRole("button", { name: "Stop timer" }).click();
  await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
  await expect(floating.getByRole("button", { name: "Continue “Floating”" })).toBeVisible();
  await expect(icon).toHaveAttribute("href", /icon\.svg$/);
});

test("without floating windows there is no button for one", async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "documentPictureInPicture");
  });
  await open(page, "/time");
  await page.getByRole("button", { name: "Start timer" }).waitFor();
  await expect(page.getByRole("button", { name: "Show timer in a separate window" })).toHaveCount(0);
});

test("the backdrop of a dialog covers all except the scroll bar, which is as dark", async ({
  playwright,
  person,
  service,
  launchOptions,
}) => {
  // Playwright hides scroll bars by default.
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] });
  const size = { width: 1280, height: 860 };
  const context = await browser.newContext({ baseURL: service.url, viewport: size, colorScheme: "light" });
  await signIn(context, service, person);
  const page = await context.newPage();
  // Even a page that is too short to scroll must have a scroll bar.
  await open(page, "/tags");
  const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth);
  expect(bar).toBeGreaterThan(0);
  const clip = { x: size.width - bar + 1, y: 20, width: bar - 2, height: size.height - 40 };
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  const picture = await page.screenshot({ clip });
  const scratch = await context.newPage();
  const brightest = await scratch.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const drawing = new OffscreenCanvas(image.width, image.height).getContext("2d");
    drawing?.drawImage(image, 0, 0);
    return Math.max(
      ...(drawing?.getImageData(0, 0, image.width, image.height).data.filter((_, at) => at % 4 === 0) ?? []),
    );
  }, picture.toString("base64"));
  // The backdrop darkens white to 102.
  expect(brightest).toBeLessThan(160);
  await browser.close();
});

test("a dialog's title is bolder than its content", async ({ page }) => {
  await open(page, "/time");
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Keys" }).click();
  const weight = (level: number) =>
    dialog
      .getByRole("heading", { level })
      .last()
      .evaluate((heading) => Number(getComputedStyle(heading).fontWeight));
  await dialog.waitFor();
  expect(
    await dialog
      .getByRole("heading")
      .first()
      .evaluate((heading) => getComputedStyle(heading).fontSize),
  ).toBe("16px");
  expect(await weight(2)).toBeGreaterThan(await weight(3));
});

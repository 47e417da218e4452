import { newEntry, rowOf } from "../data/entries.ts";
import { asProvedOwner, expect, isNarrow, newVisitor, open, test } from "../page/journey.ts";

test.describe("what fails", () => {
  test.use({ expectedErrors: /dynamically imported module|Loading (CSS )?chunk|error occurred in|RangeError/ });

  test("a screen says so, and the rest of the page keeps working", async ({ page, person }) => {
    await newEntry(person, "Review");
    // The chunk fails to load, as if the connection had broken.
    await page.route(/assets\/calendar-page-.*\.js/, (route) => route.abort());
    await open(page, "/time");
    await rowOf(page, "Review").waitFor();
    await page.getByRole("link", { name: "Calendar" }).click();
    await expect(page.getByRole("alert").getByText("Something went wrong here.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Start timer" })).toBeEnabled();
    await page.getByRole("link", { name: "Timesheet" }).click();
    await expect(page.getByRole("button", { name: /^Add a row/ })).toBeVisible();
    await page.unroute(/assets\/calendar-page-.*\.js/);
    // It is loaded again once it is opened again, though not within a second.
    await expect(async () => {
      await page.getByRole("link", { name: "Timesheet" }).click();
      await page.getByRole("link", { name: "Calendar" }).click();
      await expect(page.getByRole("group", { name: "Entries by day and time" })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await page.route(/assets\/projects-page-.*\.js/, (route) => route.abort());
    await page.getByRole("link", { name: "Projects" }).click();
    await expect(page.getByRole("alert").getByText("Something went wrong here.")).toBeVisible();
    await page.unroute(/assets\/projects-page-.*\.js/);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByRole("main").getByText(person.project.name)).toBeVisible();
  });

  test("a dialog whose file has vanished says so, and after an update the page reloads once", async ({
    page,
    person,
  }) => {
    await newEntry(person, "Review");
    let loads = 0;
    page.on("load", () => void loads++);
    const { promise: typed, resolve: type } = Promise.withResolvers<void>();
    await page.route(/assets\/add-entry-.*\.js/, (route) => typed.then(() => route.fulfill({ status: 404 })));
    await open(page, "/time");
    const failed = page.getByRole("dialog", { name: "Something went wrong" });
    await page.getByRole("button", { name: "Add entry" }).click();
    await page.getByRole("textbox", { name: "Add entry" }).fill("9-10 Call");
    type();
    await expect(failed).toContainText("What you typed: 9-10 Call");
    await failed.getByRole("button", { name: "Close" }).click();
    await expect(failed).toBeHidden();
    await expect(rowOf(page, "Review")).toBeVisible();

    // The server has a newer build. Typed text prevents the reload.
    const html = '<div id="app"></div><script type="module" src="/assets/newer.js"></script>';
    await page.route("**/time", (route) =>
      route.request().resourceType() === "fetch" ? route.fulfill({ body: html }) : route.fallback(),
    );
    await open(page, "/time");
    await page.getByLabel("What are you working on?").fill("Half a thought");
    const asked = page.waitForResponse(
      (response) => response.request().resourceType() === "fetch" && response.url().endsWith("/time"),
    );
    await page.getByRole("button", { name: "Add entry" }).click();
    await (await asked).finished();
    await failed.getByRole("button", { name: "Close" }).click();
    expect(loads).toBe(2);
    await page.getByLabel("What are you working on?").fill("");
    await page.reload();
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Add entry" }).click();
    await reloaded;
    await page.getByRole("button", { name: "Add entry" }).click();
    await expect(failed.getByRole("button", { name: "Reload" })).toBeVisible();
    expect(loads).toBe(4);
  });

  test("an impossible timer leaves the screens usable", async ({ page, person }) => {
    await newEntry(person, "Review");
    await person.stint.timer.start({ projectId: person.project.id, taskId: person.taskId });
    await page.route(/\/v1\/timers?(\?|$)/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace(/"startedAt":"[^"]*"/, '"startedAt":"never"'),
      });
    });
    await open(page, "/time");
    await expect(page.getByRole("alert").getByText("Something went wrong here.").first()).toBeVisible();
    await page.getByRole("link", { name: "Projects" }).click();
    await expect(page.getByRole("main").getByText(person.project.name)).toBeVisible();
  });

  test("a page whose scripts have vanished says so", async ({ page }) => {
    await page.route(/assets\/.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.goto("/time");
    await expect(page.getByText("Something went wrong here.")).toBeVisible();
  });
});

test("projects, tasks and clients are requested together", async ({ page, person, managing }) => {
  const { id: userId } = (await person.stint.me.get()).user;
  const other = await managing.projects.create({
    name: `Other ${person.project.name}`,
    visibility: "members",
    memberIds: [userId],
  });
  await managing.tasks.create(other.id, { name: "Paint" });
  await newEntry(person, "Review");
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await open(page, "/time");
  await rowOf(page, "Review").waitFor();
  await page
    .getByRole("button", { name: /^Project:/ })
    .first()
    .click();
  await page.getByPlaceholder("Find a project or task").fill(`Other ${person.project.name} paint`);
  await expect(page.getByRole("option", { name: /Paint/ })).toBeVisible();
  const lists = asked.filter((path) => /\/(projects|tasks|clients)/.test(path));
  expect(new Set(lists)).toEqual(new Set(["/v1/projects/changes"]));
});

test("the outline is shown, and the person requested, before the scripts have loaded", async ({ page, person }) => {
  await newEntry(person, "Review");
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  const { promise: seen, resolve: see } = Promise.withResolvers<void>();
  await page.route(/assets\/.*\.js/, (route) => seen.then(() => route.continue()));
  await page.goto("/time", { waitUntil: "commit" });
  await expect(page.locator("#frame")).toBeVisible();
  const hint = page.locator(".frame-bar").evaluate((bar) => getComputedStyle(bar, "::before").content);
  expect(await hint).toBe('"What are you working on?"');
  await expect.poll(() => asked).toContain("/v1/me");
  see();
  await rowOf(page, "Review").waitFor();
  await expect(page.locator("#frame")).toBeHidden();
  expect(asked.filter((path) => path === "/v1/me")).toHaveLength(1);
});

test("an address without a screen says so inside the frame", async ({ page }) => {
  await open(page, "/team/nothing/here");
  await expect(page.getByRole("main").getByRole("heading")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start timer" })).toBeVisible();
});

test("a page continues where its session ended: the text survives wrong passwords and a closed prompt", async ({
  page,
  person,
  service,
}) => {
  await newEntry(person, "Review");
  await open(page, "/time");
  await rowOf(page, "Review").getByText("Review").click();
  const field = page.getByRole("combobox", { name: "Description", exact: true });
  await field.fill("Typed before the session ended");
  const other = newVisitor(service);
  await other.stint.auth.signIn({ email: person.email, password: person.password });
  await other.stint.me.endOtherSessions();
  // Lets the test fast-forward the timers that retry pending writes.
  await page.clock.install();
  await page.keyboard.press("Enter");
  const prompt = page.getByRole("dialog", { name: "Your session has ended" });
  await prompt.getByLabel("Password", { exact: true }).fill("not the password");
  await prompt.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(prompt.getByRole("alert")).not.toBeEmpty();
  await expect(rowOf(page, "Typed before the session ended")).toBeVisible();
  await prompt.getByRole("button", { name: "Close" }).click();
  await expect(prompt).toBeHidden();
  // Nothing is requested without an action, however much time passes and however often the window is focused.
  await expect(page.getByText("1 change not sent yet")).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (let minute = 0; minute < 5; minute++) {
    await page.clock.fastForward(60_000);
    await page.evaluate(() => {
      dispatchEvent(new Event("focus"));
      document.dispatchEvent(new Event("visibilitychange"));
    });
  }
  expect(asked).toEqual([]);
  await expect(prompt).toBeHidden();
  await page.getByLabel("What are you working on?").fill("Half a thought");
  // People can sign in from the status line, or when the next action needs the server.
  await page.getByRole("status").getByRole("button", { name: "Sign in" }).click();
  await prompt.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Timesheet" }).click();
  await prompt.getByLabel("Password", { exact: true }).fill(person.password);
  await prompt.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(prompt).toBeHidden();
  await expect(page.getByLabel("What are you working on?")).toHaveValue("Half a thought");
  const description = async () => (await other.stint.timeEntries.list({ userId: "me" })).data[0]?.description;
  await expect.poll(description).toBe("Typed before the session ended");
});

test("an invitation creates an account, and works once", async ({ page, service, context }) => {
  await context.clearCookies();
  const email = `invited-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`;
  const { link } = await (await asProvedOwner(service)).invitations.create({ email, role: "viewer" });
  await page.goto(link);
  await expect(page.getByText(`Lantern has invited you (${email}) to join. Your role: viewer.`)).toBeVisible();
  await page.getByLabel("Your name").fill("Nora New");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL(/invitation/);
  await page.getByLabel("New password").fill("long enough a password");
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL(/\/time/);
  await expect(page.getByText("You can view these entries but not change them.")).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("alert")).not.toBeEmpty();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("what is typed into the palette stays when the palette is also loaded ahead", async ({ page }) => {
  await open(page, "/time");
  const line = page.getByRole("combobox", { name: /Search/ });
  await page.keyboard.press("ControlOrMeta+k");
  await line.pressSequentially("Web");
  // Parts are loaded ahead a second after the first screen.
  await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 2000)));
  await page.keyboard.type("site");
  await expect(line).toHaveValue("Website");
  await expect(line).toBeFocused();
});

test("the palette starts the timer on a project and continues an earlier entry, by keys alone", async ({
  page,
  person,
}) => {
  await newEntry(person, "Review of the release", { tags: ["sales"] });
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  await page.route(/\/v1\/projects/, (route) => entered.then(() => route.continue()));
  await open(page, "/time");
  await rowOf(page, "Review of the release").waitFor();
  const line = page.getByRole("combobox", { name: /Search/ });
  await page.keyboard.press("ControlOrMeta+k");
  await line.fill(person.project.name);
  // Enter waits for the projects.
  await page.keyboard.press("Enter");
  enter();
  const timer = async () => (await person.stint.timers.list({ userId: "me" })).data[0];
  await expect.poll(timer).toMatchObject({ projectId: person.project.id, description: "" });
  await page.keyboard.press("ControlOrMeta+k");
  await line.fill("release");
  await page.keyboard.press("Enter");
  await expect.poll(timer).toMatchObject({ description: "Review of the release", tags: ["sales"] });
  await page.keyboard.press("ControlOrMeta+k");
  await line.fill("stop");
  await page.keyboard.press("Enter");
  await expect.poll(timer).toBeUndefined();
});

test("a typed day lists what is missing instead of guessing, and writes nothing", async ({ page, person }) => {
  await open(page, "/time");
  await page.keyboard.press("ControlOrMeta+k");
  const line = page.getByRole("combobox", { name: /Search/ });
  await line.fill(`9-10 review @nobody, call @"${person.project.name}"`);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/there is no project “nobody”/)).toBeVisible();
  await line.press("Enter");
  await expect(dialog).toBeVisible();
  expect((await person.stint.timeEntries.list({ userId: "me" })).data).toEqual([]);
});

test("the content can be reached by keyboard at once", async ({ page, person }) => {
  test.skip(isNarrow(page), "phones have no Tab");
  await newEntry(person, "Review");
  await open(page, "/time");
  await rowOf(page, "Review").waitFor();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("a menu is navigated with arrows, and restores the focus", async ({ page }) => {
  test.skip(isNarrow(page), "phones have no arrow keys");
  await open(page, "/time");
  const organization = page.getByRole("button", { name: "Organization: Lantern" });
  await organization.focus();
  await page.keyboard.press("Enter");
  const items = page.getByRole("menuitem");
  await expect(items.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(items.last()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(items.first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(organization).toBeFocused();
});

test("texts of twice the size need no sideways scrolling", async ({ page, person }) => {
  await newEntry(person, "A description that is a good deal longer than the place for it", {
    at: new Date(Date.now() - 60_000).toISOString(),
  });
  // Zooming to 200% halves the page's width.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: Math.max(320, width / 2), height });
  for (const path of ["/time", "/calendar", "/timesheet", "/profile"]) {
    await open(page, path);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path)
      .toBeLessThanOrEqual(0);
  }
});

import type { Page, Route } from "@playwright/test";
import { newEntry, rowOf } from "../data/entries.ts";
import { foundOrganization } from "../data/found-organization.ts";
import { expect, giveCookie, install, isNarrow, newVisitor, open, test } from "../page/journey.ts";
import { readStores } from "../page/read-stores.ts";
import { owner } from "../service/service.ts";

test.use({ serviceWorkers: "allow" });

const pending = (page: Page) => page.getByRole("heading", { name: "You’re not signed out yet" });
const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

async function clickSignOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Organization: / }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

test.describe("a person of two organizations", () => {
  test.use({ isAlone: true });

  test("signing out leaves nothing of the person in any store of the browser", async ({
    page,
    person,
    service,
    context,
  }) => {
    test.skip(isNarrow(page), "The stores are the same.");
    await foundOrganization(service, { name: "Second harbour", ownerEmail: person.email, ownerName: person.name });
    const { stint: there } = newVisitor(service);
    const { user, organizations } = await there.auth.signIn({ email: person.email, password: person.password });
    const second = organizations.find(({ name }) => name === "Second harbour");
    await there.auth.switchOrganization({ organizationId: second?.id ?? "" });
    const quay = await there.projects.create({ name: "Quay" });
    const task = await there.tasks.create(quay.id, { name: "Moor" });
    const startedAt = new Date(Date.now() - 3_600_000).toISOString();
    const moored = await there.timeEntries.create({
      projectId: quay.id,
      taskId: task.id,
      startedAt,
      durationSeconds: 60,
      description: "Secret mooring",
    });
    const review = await newEntry(person, "Secret review", { at: startedAt, minutes: 1 });

    await install(page);
    await page.getByLabel("What are you working on?").fill("Secret timer draft");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Search…" }).click();
    await page.getByRole("dialog").getByRole("combobox").fill("Secret palette");
    await page.keyboard.press("Escape");
    await rowOf(page, "Secret review").getByText("Secret review").click();
    await page.getByRole("combobox", { name: "Description", exact: true }).fill("Secret row draft");
    for (const path of ["/calendar", "/timesheet", "/projects", "/clients", "/tags", "/team", "/profile", "/settings"])
      await open(page, path);
    await open(page, `/reports?period=lastMonth&projectId=${person.project.id}`);
    await open(page, "/timesheet");
    await page.getByRole("button", { name: /^Add a row/ }).click();
    await page.getByRole("option", { name: /Build/ }).first().click();

    await page.getByRole("button", { name: /^Organization: / }).click();
    await page.getByRole("menuitem", { name: "Switch to Second harbour" }).click();
    await rowOf(page, "Secret mooring").waitFor();
    await page.getByLabel("What are you working on?").fill("Second secret draft");
    await expect.poll(() => readStores(page)).toContain("Secret mooring");
    const before = await readStores(page);
    for (const text of ["Secret review", "Secret timer draft", "Secret row draft", "Second secret draft", user.id])
      expect(before).toContain(text);

    await context.setOffline(true);
    await rowOf(page, "Secret mooring").getByText("Secret mooring").click();
    await page.getByRole("combobox", { name: "Description", exact: true }).fill("Secret change made offline");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/1 change not sent yet/)).toBeVisible();
    await clickSignOut(page);
    const question = page.getByRole("dialog", { name: "1 change not sent yet" });
    await expect(question).toContainText("encrypted");
    await question.getByRole("button", { name: "Sign out" }).click();
    await expect(pending(page)).toBeVisible();
    await context.setOffline(false);
    await expect(signInButton(page)).toBeVisible();
    await expect(page.getByText("You’re signed out.")).toBeVisible();

    const after = await readStores(page);
    const ofPerson = [
      "Secret",
      "secret",
      "Quay",
      "Moor",
      "Website",
      "Build",
      "harbour",
      "Company",
      "user_",
      "org_",
      "key_",
      "time_",
      "proj_",
      "task_",
      person.email,
      person.name,
      user.id,
      quay.id,
      moored.id,
      review.id,
    ];
    for (const text of ofPerson) expect(after).not.toContain(text);
    expect(after).toContain("stint-unsent");

    // Unsent changes are sent when the person who made them signs in again.
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await signInButton(page).click();
    await page.getByRole("button", { name: /^Organization: / }).click();
    await page.getByRole("menuitem", { name: "Switch to Second harbour" }).click();
    await expect(rowOf(page, "Secret change made offline")).toBeVisible();
  });
});

for (const [what, fails] of [
  ["is down", (route: Route) => route.abort()],
  ["fails", (route: Route) => route.fulfill({ status: 503 })],
  ["has too many requests", (route: Route) => route.fulfill({ status: 429, headers: { "retry-after": "1" } })],
] as const)
  test(`while the server ${what}, a sign-out says that it is not finished, and the next page finishes it`, async ({
    page,
    person,
    context,
  }) => {
    await newEntry(person, "Review");
    await open(page, "/time");
    await rowOf(page, "Review").waitFor();
    await context.route("**/auth/sign-out", fails);
    await clickSignOut(page);
    await expect(pending(page)).toBeVisible();
    await page.close();
    // The session is still valid, but pages must not use it.
    await person.stint.me.get();
    const next = await context.newPage();
    await next.goto("/time");
    await expect(pending(next)).toBeVisible();
    await expect(next.getByText("Review")).toHaveCount(0);
    await context.unroute("**/auth/sign-out");
    await next.getByRole("button", { name: "Try again" }).click();
    await expect(signInButton(next)).toBeVisible();
    await expect(person.stint.me.get()).rejects.toMatchObject({ status: 401 });
    expect(await readStores(next)).not.toContain("Review");
  });

test("a browser that forbids storage keeps typed text and rows while the page is open, says so, and signs out", async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    const forbid = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    Storage.prototype.getItem = Storage.prototype.setItem = Storage.prototype.removeItem = forbid;
    IDBFactory.prototype.open = forbid;
  });
  await newEntry(person, "Review");
  await open(page, "/time");
  await expect(rowOf(page, "Review")).toBeVisible();
  const field = page.getByLabel("What are you working on?");
  await field.fill("Half a thought");
  await field.blur();
  await expect(field).toHaveValue("Half a thought");
  await expect(page.getByText(/What you type can’t be stored on this device/)).toBeVisible();
  await page.getByRole("link", { name: "Timesheet" }).click();
  await page.getByRole("button", { name: /^Add a row/ }).click();
  await page.getByRole("option", { name: /Build/ }).first().click();
  await expect(page.getByRole("row", { name: /Build/ })).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await clickSignOut(page);
  await expect(signInButton(page)).toBeVisible();
  expect((await page.request.get("/v1/me")).status()).toBe(401);
});

test("a sign-out ends what other tabs show", async ({ page, person, context }) => {
  await newEntry(person, "Review");
  await open(page, "/time");
  const other = await context.newPage();
  await open(other, "/time?q=Review");
  await rowOf(other, "Review").waitFor();
  await other.getByLabel("What are you working on?").fill("Secret draft");
  await clickSignOut(page);
  for (const each of [page, other]) {
    await expect(signInButton(each)).toBeVisible();
    expect(each.url()).not.toContain("Review");
  }
  expect(await readStores(page)).not.toMatch(/Review|Secret|user_/);
});

test("an unfinished sign-out does not affect a person who has signed in since", async ({
  page,
  person,
  context,
  service,
}) => {
  await open(page, "/time");
  await context.route("**/auth/sign-out", (route) => route.abort());
  await clickSignOut(page);
  await expect(pending(page)).toBeVisible();
  await page.close();
  const successor = newVisitor(service);
  await successor.stint.auth.signIn(owner);
  await giveCookie(context, service, successor.cookie());
  await context.unroute("**/auth/sign-out");
  const next = await context.newPage();
  await open(next, "/time");
  await next.getByRole("button", { name: /^Organization: / }).click();
  await expect(next.getByText(owner.email)).toBeVisible();
  await successor.stint.me.get();
  expect(await readStores(next)).not.toContain(person.email);
});

test("a session ended elsewhere leaves nothing on its device", async ({ page, person, context }) => {
  await newEntry(person, "Secret review");
  await install(page);
  await rowOf(page, "Secret review").waitFor();
  await page.getByLabel("What are you working on?").fill("Secret draft");
  await expect.poll(() => readStores(page)).toContain("Secret review");
  const { key } = await person.stint.me.get();
  await person.stint.me.endSession(key.id);
  // The page notices that the session has ended, and reloads while the server is unreachable.
  await page.getByRole("link", { name: "Reports" }).first().click();
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(await readStores(page)).not.toMatch(/Secret|user_/);
  await context.setOffline(false);
  await page.reload();
  await expect(signInButton(page)).toBeVisible();
});

test("a page that Back restores shows nothing of a person who has left", async ({ page, person, context, service }) => {
  await newEntry(person, "Secret review");
  const restore = () =>
    page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
      return document.body.checkVisibility();
    });
  await open(page, "/time");
  await rowOf(page, "Secret review").waitFor();
  expect(await restore()).toBe(false);
  await expect(rowOf(page, "Secret review")).toBeVisible();
  const successor = newVisitor(service);
  await successor.stint.auth.signIn(owner);
  await giveCookie(context, service, successor.cookie());
  await Promise.all([page.waitForEvent("load"), restore()]);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await expect(page.getByText("Secret review")).toHaveCount(0);
  await successor.stint.auth.signOut({});
  await Promise.all([page.waitForEvent("load"), restore()]);
  await expect(signInButton(page)).toBeVisible();
});

test.describe("a person of an organization of their own", () => {
  test.use({ isAlone: true });

  test("the next person to sign in finds nothing of the previous one, who only closed the page", async ({
    page,
    person,
    context,
    service,
  }) => {
    await newEntry(person, "Secret review");
    await open(page, "/time");
    await rowOf(page, "Secret review").waitFor();
    await page.getByLabel("What are you working on?").fill("Secret draft");
    await expect.poll(() => readStores(page)).toContain("Secret review");
    await page.close();
    const successor = newVisitor(service);
    await successor.stint.auth.signIn(owner);
    await giveCookie(context, service, successor.cookie());
    const next = await context.newPage();
    await open(next, "/time");
    await expect.poll(() => readStores(next)).toContain(owner.email);
    const { user } = await person.stint.me.get();
    expect(await readStores(next)).not.toMatch(new RegExp(`Secret|${user.id}|${person.email}`));
  });
});

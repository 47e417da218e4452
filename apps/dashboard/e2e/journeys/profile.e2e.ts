import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { day, newEntry, rowOf } from "../data/entries.ts";
import { expect, newVisitor, open, type Person, test } from "../page/journey.ts";

async function openProfile(page: Page): Promise<void> {
  await open(page, "/profile");
  await page.getByText("This session", { exact: true }).waitFor();
}

/** Waits until the change is saved, because loading another page would abort that. */
async function saved(page: Page, change: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === "PATCH" && response.url().endsWith("/v1/me"),
  );
  await change();
  await answered;
}

/** Changes a preference in its select. */
const set = (page: Page, name: string, value: string) =>
  saved(page, () => page.getByRole("combobox", { name, exact: true }).selectOption(value));

/** The code that an authenticator app computes for a secret (RFC 6238), `ahead` time steps of 30 seconds from now. */
function codeOf(secret: string, ahead = 0): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(secret)
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const hash = createHmac("sha1", key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

async function signInWith(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
  path = "/sign-in",
): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a new name is saved and shown to others", async ({ page, person }) => {
  await openProfile(page);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada Person");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await person.stint.me.get()).user.name).toBe("Ada Person");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Ada Person");
});

test("language and theme take effect at once and stay", async ({ page, person }) => {
  await openProfile(page);
  await set(page, "Language", "de");
  await expect(page.getByRole("heading", { name: "Profil", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Kalender" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  for (const theme of ["dark", "light"]) {
    await set(page, "Farbschema", theme);
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  }
  await expect
    .poll(async () => (await person.stint.me.get()).preferences)
    .toMatchObject({ language: "de", theme: "light" });
  await page.goto("/time");
  await expect(page.getByRole("button", { name: "Timer starten" })).toBeVisible();
});

test("clock, durations, time zone and first day of the week take effect on every screen", async ({ page, person }) => {
  await newEntry(person, "Review", { minutes: 90 });
  await openProfile(page);
  await set(page, "Clock", "12");
  await set(page, "Durations", "decimal");
  await set(page, "First day of the week", "sunday");
  await page.getByRole("combobox", { name: "Time zone" }).fill("kolkata");
  await saved(page, () => page.getByRole("option", { name: "Asia/Kolkata" }).click());
  await page.getByRole("link", { name: "Time", exact: true }).click();
  // 9:00 UTC is 14:30 in Kolkata.
  await expect(rowOf(page, "Review").getByText(/^2:30\s?pm$/i)).toBeVisible();
  await expect(rowOf(page, "Review").getByText("1.50")).toBeVisible();
  await page.goto(`/timesheet?week=${day}`);
  await expect(page.getByText(/Week 10 · (March 1|1)/)).toBeVisible();
  await page.goto("/profile");
  await set(page, "Clock", "24");
  await set(page, "Durations", "clock");
  await page.getByRole("link", { name: "Time", exact: true }).click();
  await expect(rowOf(page, "Review").getByText("14:30")).toBeVisible();
  await expect(rowOf(page, "Review").getByText("1:30")).toBeVisible();
});

test("a preference that could not be saved is reverted, and the screen says why", async ({ page, context }) => {
  await openProfile(page);
  await context.setOffline(true);
  await page.getByRole("combobox", { name: "Theme", exact: true }).selectOption("dark");
  await expect(page.getByText("The server isn’t responding. Try again.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Theme", exact: true })).toHaveValue("");
});

test("a new password ends the other sessions, and the old one stops working", async ({ page, person, service }) => {
  const elsewhere = newVisitor(service);
  await elsewhere.stint.auth.signIn({ email: person.email, password: person.password });
  await openProfile(page);
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("another copper meadow");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("This is not your password.")).toBeVisible();
  // A rejected password must not clear the form.
  await expect(page.getByLabel("New password")).toHaveValue("another copper meadow");
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed. Your other sessions have ended.").first()).toBeVisible();
  await expect(page.getByLabel("New password")).toHaveValue("");
  await expect(elsewhere.stint.me.get()).rejects.toMatchObject({ status: 401 });
  await expect(page.getByText("There are no other sessions.")).toBeVisible();
  await signInWith(page, person);
  await expect(page.getByRole("alert")).not.toBeEmpty();
  await signInWith(page, { email: person.email, password: "another copper meadow" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});

test("a second factor is turned on, asked for, replaced by a recovery code, and turned off", async ({
  page,
  person,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/time");
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("img", { name: "QR code with the setup key" })).toBeVisible();
  await page.getByRole("button", { name: "Copy setup key" }).click();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByLabel("Code shown in the app").fill("000 000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByLabel("Code shown in the app")).toHaveAccessibleDescription(/\S/);
  await page.getByLabel("Code shown in the app").fill(codeOf(secret));
  await page.getByRole("button", { name: "Confirm" }).click();

  const shown = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(shown).toBeVisible();
  const codes = await shown.getByRole("listitem").allTextContents();
  // Until the codes are stored, neither Escape nor Back hides them, and closing the page asks first.
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await expect(shown.getByRole("listitem")).toHaveText(codes);
  expect(codes.length).toBeGreaterThanOrEqual(8);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect((await readFile(await saved.path(), "utf8")).trim().split("\n")).toEqual(codes);
  await expect(page.getByRole("button", { name: "Done" })).toBeDisabled();
  await page.getByLabel("I’ve saved them").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(`${codes.length} recovery codes left.`)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await context.clearCookies();
  const long = `/help?state=${"x".repeat(2_000)}`;
  await signInWith(page, person, long);
  await expect(page).toHaveURL(/second-factor/);
  // The next time step, because each step's code works only once.
  await page.getByLabel("Code from your authenticator app").fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(long);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();

  await context.clearCookies();
  await signInWith(page, person);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByText(`${codes.length - 1} recovery codes left.`)).toBeVisible();

  await page.getByRole("button", { name: "New recovery codes" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "New recovery codes" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  await expect(page.getByText(codes[1] ?? "", { exact: true })).toHaveCount(0);
  await page.getByLabel("I’ve saved them").check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
});

test("sessions are listed and ended, one or all others", async ({ page, person, service }) => {
  const others = [newVisitor(service), newVisitor(service), newVisitor(service)];
  for (const { stint } of others) await stint.auth.signIn({ email: person.email, password: person.password });
  await openProfile(page);
  const ends = page.getByRole("button", { name: /^End session/ });
  await expect(ends).toHaveCount(3);
  await ends.first().click();
  await expect(ends).toHaveCount(2);
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await expect(page.getByText("There are no other sessions.")).toBeVisible();
  for (const { stint } of others) await expect(stint.me.get()).rejects.toMatchObject({ status: 401 });
  await expect.poll(async () => (await person.stint.me.listSessions()).data.length).toBe(1);
});

test("the person's own data is saved as JSON, CSV and XLSX", async ({ page, person }) => {
  await newEntry(person, "Review", { minutes: 90 });
  await newEntry(person, "Release", { at: `${day}T12:00:00Z`, minutes: 30 });
  await openProfile(page);
  const save = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  const json = await save("Everything as JSON");
  expect(json.name).toBe("stint-my-data.json");
  const data = JSON.parse(json.content.toString()) as Record<string, never>;
  expect(data).toMatchObject({
    me: { user: { email: person.email } },
    sessions: [{ isCurrent: true }],
    timeEntries: [{ description: "Release" }, { description: "Review" }],
  });
  const csv = (await save("Hours by day and project as CSV")).content.toString();
  expect(csv).toContain(person.project.name);
  expect(csv).toContain(day);
  const xlsx = await save("Hours by day and project for Excel");
  expect(xlsx.name).toBe("stint-my-hours.xlsx");
  // The signature of a ZIP file.
  expect(xlsx.content.subarray(0, 2).toString()).toBe("PK");
});

test("a person who leaves the organization is signed out", async ({ page, person }) => {
  await openProfile(page);
  await page.getByRole("button", { name: "Leave the organization" }).click();
  const question = page.getByRole("dialog", { name: "Leave Lantern?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Leave the organization" }).click();
  await question.getByRole("button", { name: "Leave the organization" }).click();
  await expect(page).toHaveURL(/sign-in/);
  await expect(person.stint.me.get()).rejects.toMatchObject({ status: 401 });
});

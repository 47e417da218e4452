import { Stint } from "@stint/sdk";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test } from "../page/journey.ts";
import { refocus } from "../page/refocus.ts";

const baseUrl = process.env["E2E_URL"] ?? "";

test("a key is created, shown once, used, rotated and revoked", async ({ page, person }) => {
  await open(page, "/settings/api-keys");
  await expect(page.getByText(/No keys yet/)).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Expires").selectOption("30");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Create key" }).click();
  // The earlier choice is kept until it is discarded.
  await expect(dialog.getByLabel("Expires")).toHaveValue("30");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(dialog.getByLabel("Expires")).toHaveValue("90");
  await dialog.getByLabel("Name").fill("Invoicing script");
  await dialog.getByRole("radio", { name: "Track time" }).check();
  await expect(dialog.getByRole("checkbox", { name: /Read projects/ })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: /Read the audit log/ })).toBeDisabled();
  await expectAccessible(page, "the form of a key");
  // As if the sign-in were an hour ago. Who doesn't want to type the password keeps the form.
  const body = { type: "about:blank", title: "Forbidden", status: 403, code: "reauthentication_required" };
  await page.route(
    "**/v1/api-keys",
    (route) => route.fulfill({ status: 403, contentType: "application/problem+json", json: body }),
    { times: 1 },
  );
  await dialog.getByRole("button", { name: "Create key" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it’s you" });
  await proof.getByRole("button", { name: "Close" }).click();
  await expect(proof).toBeHidden();
  await expect(dialog.getByLabel("Name")).toHaveValue("Invoicing script");
  await dialog.getByRole("button", { name: "Create key" }).click();

  const shown = page.getByRole("dialog", { name: "Your new API key" });
  const apiKey = (await shown.getByText(/^stint_/).textContent()) ?? "";
  await page.keyboard.press("Escape");
  await expect(shown.getByRole("button", { name: "Done" })).toBeDisabled();
  await expectAccessible(page, "a key shown once");
  await shown.getByLabel("I’ve saved it").check();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(apiKey)).toBeHidden();

  const program = new Stint({ baseUrl, apiKey });
  expect((await program.me.get()).scopes).toEqual(["time-entries:read", "time-entries:write", "projects:read"]);
  const [key] = (await person.stint.apiKeys.list()).data;
  expect(key?.name).toBe("Invoicing script");
  expect(Date.parse(key?.expiresAt ?? "")).toBeGreaterThan(Date.now() + 89 * 86_400_000);

  await page.getByRole("button", { name: "Actions for “Invoicing script”" }).click();
  await page.getByRole("menuitem", { name: "Rotate…" }).click();
  await dialog.getByLabel("The current key expires").selectOption({ label: "Immediately" });
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  const second = (await shown.getByText(/^stint_/).textContent()) ?? "";
  await shown.getByLabel("I’ve saved it").check();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(program.me.get()).rejects.toMatchObject({ status: 401 });
  expect((await new Stint({ baseUrl, apiKey: second }).me.get()).user.email).toBe(person.email);

  await page.getByRole("button", { name: "Actions for “Invoicing script”" }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText(/No keys yet/)).toBeVisible();
  await expect(new Stint({ baseUrl, apiKey: second }).me.get()).rejects.toMatchObject({ status: 401 });
  await page.getByRole("button", { name: "Inactive" }).click();
  await expect(page).toHaveURL(/status=ended/);
  await expect(page.getByText("revoked", { exact: true })).toHaveCount(2);
});

test("the last day of a key is emptied and typed again", async ({ page, person }) => {
  await open(page, "/settings/api-keys");
  const dialog = page.getByRole("dialog");
  const retype = async (day: string) => {
    await dialog.getByLabel("Expires").selectOption("date");
    await dialog.getByLabel("Last day").fill("");
    await expect(dialog.getByLabel("Name")).toHaveValue("Yearly report");
    await dialog.getByLabel("Last day").fill(day);
  };
  const expiry = async () => (await person.stint.apiKeys.list()).data[0]?.expiresAt;
  await page.getByRole("button", { name: "Create key" }).click();
  await dialog.getByLabel("Name").fill("Yearly report");
  await retype("2027-01-31");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "Your new API key" });
  await shown.getByLabel("I’ve saved it").check();
  await shown.getByRole("button", { name: "Done" }).click();
  expect(await expiry()).toBe("2027-01-31T23:00:00Z");

  await page.getByRole("button", { name: "Actions for “Yearly report”" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  await retype("2027-02-28");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(expiry).toBe("2027-02-28T23:00:00Z");
});

test("a key's name is changed and the change undone; scopes are removed", async ({ page, person }) => {
  const expiresAt = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const { id } = await person.stint.apiKeys.create({ name: "Old name", scopes: ["timer"], expiresAt });
  const read = () => person.stint.apiKeys.get(id);
  await page.clock.install();
  await open(page, "/settings/api-keys");
  await page.getByRole("button", { name: "Actions for “Old name”" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog");
  const expiry = dialog.getByLabel("Expires");
  await expiry.focus();
  for (const [key, value] of [
    ["ArrowDown", "30"],
    ["ArrowDown", "90"],
    ["Home", "kept"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(expiry).toHaveValue(value);
    await expect(expiry).toBeFocused();
  }
  await dialog.getByLabel("Name").fill("New name");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await read()).name).toBe("New name");
  expect((await read()).expiresAt).toBe(expiresAt);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await read()).name).toBe("Old name");

  await page.getByRole("button", { name: "Actions for “Old name”" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  // Someone renames it while the dialog is open.
  await person.stint.apiKeys.update(id, { name: "Their name" });
  await refocus(page);
  await expect(page.getByText("Their name", { exact: true })).toBeAttached();
  await dialog.getByRole("checkbox", { name: /Create, change and delete time entries/ }).uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await read()).scopes).toEqual(["time-entries:read", "projects:read"]);
  expect((await read()).name).toBe("Their name");
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("sees no API keys", async ({ page }) => {
    await open(page, "/settings/api-keys");
    await expect(page.getByText(/Your role, Viewer, doesn’t have access to this/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Create key" })).toHaveCount(0);
    await expect(page.getByRole("navigation", { name: "Settings" }).getByRole("link")).toHaveText([
      "Organization",
      "Developers",
    ]);
  });
});

test.describe("an admin", () => {
  test.use({ isAlone: true });

  test("sees whose key it is, and revokes it", async ({ page, person }) => {
    const { link } = await person.stint.invitations.create({
      email: `colleague-${Date.now()}@example.com`,
      role: "member",
    });
    let cookie = "";
    const colleague = new Stint({
      baseUrl,
      headers: { "sec-fetch-site": "same-origin" },
      onRequest: ({ headers }) => (cookie === "" ? undefined : headers.set("cookie", cookie)),
      onResponse: (response) => void (cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie),
    });
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "";
    await colleague.auth.acceptInvitation({ token, name: "Carla Colleague", password: "copper meadow lantern 7" });
    const { apiKey } = await colleague.apiKeys.create({ name: "Theirs" });
    await open(page, "/settings/api-keys");
    await expect(page.getByText(/belongs to Carla Colleague/)).toBeVisible();
    await page.getByRole("button", { name: "Actions for “Theirs”" }).click();
    await expect(page.getByRole("menuitem", { name: "Rotate…" })).toHaveCount(0);
    await page.getByRole("menuitem", { name: "Revoke…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
    await expect
      .poll(() => new Stint({ baseUrl, apiKey }).me.get().catch((error: unknown) => error))
      .toMatchObject({ status: 401 });
  });
});

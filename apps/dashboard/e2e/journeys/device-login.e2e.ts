import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stint } from "@stint/sdk";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, test as base } from "../page/journey.ts";
import { outputOf, ownCheckout } from "../service/service.ts";

const baseUrl = process.env["E2E_URL"] ?? "";

interface Terminal {
  /** Waits until the command has printed text that matches `pattern`. */
  said: (pattern: RegExp) => Promise<string>;
  code: () => number | null;
  apiKey: () => string;
}

/** `login` runs the real command in a terminal, as someone who has never used it would. */
const test = base.extend<{ login: (...more: string[]) => Promise<Terminal> }>({
  login: async ({ service: _service }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "stint-device-"));
    const children: ChildProcess[] = [];
    await outputOf("npm", ["run", "build", "-w", "stint-cli", "--", join(folder, "package")], {
      cwd: ownCheckout,
      env: process.env,
    });
    await use(async (...more) => {
      const home = join(folder, `home-${children.length}`);
      const words = [process.execPath, join(folder, "package/bin/stint.cjs"), "login", "--server", baseUrl];
      const line = [...words, "--no-browser", ...more].map((word) => `'${word}'`).join(" ");
      const env = { HOME: home, PATH: process.env["PATH"] ?? "", SHELL: "/bin/sh", STINT_SYNC: "off" };
      const child = spawn("script", ["-qefc", line, "/dev/null"], { env });
      children.push(child);
      let text = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
      return {
        async said(pattern) {
          await expect.poll(() => text).toMatch(pattern);
          return pattern.exec(text)?.[1] ?? "";
        },
        code: () => child.exitCode,
        apiKey: () => JSON.parse(readFileSync(join(home, ".config/stint/default.json"), "utf8")).key,
      };
    });
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  },
});

const shownCode = /\n +([B-Z]{4}-[B-Z]{4})\r?\n/;

test("stint login is connected on the page, used, and its key revoked", async ({ page, person, login }) => {
  const terminal = await login();
  const code = await terminal.said(shownCode);
  await open(page, `/device?code=${code}`);
  await expect(page.getByText(/Continue only if you have just started this program yourself/)).toBeVisible();
  await expect(page.getByText(code)).toBeVisible();
  for (const fact of ["stint", "127.0.0.1", "Lantern"])
    await expect(page.getByRole("definition").filter({ hasText: fact }).first()).toBeVisible();
  await expectAccessible(page, "a program that waits");
  await expect(page.getByRole("radio", { name: "Track time" })).toBeChecked();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  // The browser blocks the form until the checkbox is checked.
  await expect(page.getByRole("checkbox", { name: /it shows this code/ })).toBeFocused();
  await page.getByRole("checkbox", { name: /it shows this code/ }).check();
  // As if the sign-in were an hour ago. The password sends the form once more, and no more than that.
  const body = { type: "about:blank", title: "Forbidden", status: 403, code: "reauthentication_required" };
  let [sent, isProven] = [0, false];
  await page.route("**/reauthenticate", async (route) => {
    const response = await route.fetch();
    isProven = response.ok();
    await route.fulfill({ response });
  });
  await page.route("**/v1/device-logins/approve", (route) => {
    sent += 1;
    if (isProven) return route.continue();
    return route.fulfill({ status: 403, contentType: "application/problem+json", json: body });
  });
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it’s you" });
  await proof.getByLabel("Password", { exact: true }).fill(person.password);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/The program is connected and uses the API key “stint on /)).toBeVisible();
  await terminal.said(/Logged in as .* in Lantern/);
  await expect.poll(() => terminal.code()).toBe(0);
  expect(sent).toBe(2);
  const program = new Stint({ baseUrl, apiKey: terminal.apiKey() });
  expect((await program.me.get()).user.email).toBe(person.email);

  await page.getByRole("link", { name: "Show API keys" }).click();
  await page.getByRole("button", { name: /^Actions for “stint on / }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText(/No keys yet/)).toBeVisible();
  await expect(program.me.get()).rejects.toMatchObject({ status: 401 });
});

test("a typed code is denied, and a wrong one is not known", async ({ page, person, login }) => {
  const terminal = await login("--scopes", "timesheets:read");
  const code = await terminal.said(shownCode);
  await open(page, "/device");
  await page.getByLabel("Code").fill("BBBB-BBBB");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/No program is waiting with this code/)).toBeVisible();
  await page.getByRole("button", { name: "Enter another code" }).click();
  await page.getByLabel("Code").fill(` ${code.toLowerCase().replace("-", "")} `);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(code)).toBeVisible();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(4);
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByText(/You denied the request/)).toBeVisible();
  await terminal.said(/The login was denied/);
  await expect.poll(() => terminal.code()).toBe(3);
  expect((await person.stint.apiKeys.list()).data).toEqual([]);
});

test.describe("someone who is not signed in", () => {
  test.use({ isSignedIn: false });

  test("signs in and comes back to the code", async ({ page, person, login }) => {
    const terminal = await login();
    const code = await terminal.said(shownCode);
    await page.goto(`/device?code=${code}`);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("checkbox", { name: /it shows this code/ }).check();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await terminal.said(/Logged in as/);
  });
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });

  test("can't connect programs", async ({ page }) => {
    await open(page, "/device?code=WDJB-MJHT");
    await expect(page.getByText(/Your role, Viewer, doesn’t have access to this/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Connect" })).toHaveCount(0);
  });
});

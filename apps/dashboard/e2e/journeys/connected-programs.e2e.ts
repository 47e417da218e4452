import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { startOpenIdProvider } from "@stint/server/test/http/openid-test-provider.ts";
import { inviteColleague } from "../data/colleague.ts";
import { expectAccessible } from "../page/expect-accessible.ts";
import { expect, open, type Person, test } from "../page/journey.ts";
import { startProgram as startProgramOf } from "../service/program.ts";

const baseUrl = process.env["E2E_URL"] ?? "";
const stopping: (() => Promise<unknown>)[] = [];

// The pages of the program and the provider are on other hosts, so the requests to it are expected.
test.use({ expectedErrors: /request to http:\/\/127\.0\.0\.1:\d+\/(callback|favicon|auth|interaction)/ });

test.afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
});

async function startProgram(name: string) {
  const program = await startProgramOf(baseUrl, name);
  stopping.push(program.stop);
  return program;
}

test("a program sends a person to sign in and permit it, and works until it is disconnected", async ({
  page,
  person,
}) => {
  const program = await startProgram("Notes assistant");
  await page.context().clearCookies();
  await page.goto(program.asked());
  await signInWith(page, person);

  await expect(page.getByRole("heading", { name: "Connect “Notes assistant”?" })).toBeVisible();
  await expect(page.getByText("This program chose its own name")).toBeVisible();
  await expect(page.getByText(/on this computer \(127\.0\.0\.1:/)).toBeVisible();
  await expectAccessible(page, "the consent screen");
  await page.getByRole("checkbox", { name: /Create, change and delete time entries/ }).uncheck();
  // The program did not ask for reports, and a member cannot give what they don't have.
  await expect(page.getByRole("checkbox", { name: /See rates, amounts/ })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: /Read time reports/ })).not.toBeChecked();
  await page.getByRole("checkbox", { name: /Read time reports/ }).check();
  await page.getByLabel("Connection expires").selectOption({ label: "In 30 days" });
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("Back in the program")).toBeVisible();
  const answer = await program.answered;
  expect([answer.get("state"), answer.get("error")]).toEqual(["kept", null]);
  const tokens = await program.exchange();
  expect([tokens.status, tokens.scope]).toEqual([200, "time-entries:read projects:read reports:read"]);

  await open(page, "/settings/api-keys?status=programs");
  const list = page.getByRole("list", { name: "Connected programs" });
  await expect(list.getByText("Notes assistant")).toBeVisible();
  await expectAccessible(page, "the connected programs");
  await list.getByRole("button", { name: "Actions for “Notes assistant”" }).click();
  await page.getByRole("menuitem", { name: "Change permissions…" }).click();
  const dialog = page.getByRole("dialog", { name: "What “Notes assistant” can do" });
  await expectAccessible(page, "the permissions of a program");
  await dialog.getByRole("checkbox", { name: /Create, change and delete time entries/ }).check();
  await dialog.getByRole("checkbox", { name: /Read time reports/ }).uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const refreshed = await program.refresh(tokens.refresh_token);
  expect([refreshed.status, refreshed.scope]).toEqual([200, "time-entries:read time-entries:write projects:read"]);
  await list.getByRole("button", { name: "Actions for “Notes assistant”" }).click();
  await page.getByRole("menuitem", { name: "Disconnect…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText(/No connected programs/)).toBeVisible();
  expect((await program.refresh(tokens.refresh_token)).error).toBe("invalid_grant");
});

test("a program's long request comes back whole from every way of signing in", async ({ page, person }) => {
  const state = randomBytes(1_500).toString("base64url");
  expect(state).toHaveLength(2_000);
  const openId = await startOpenIdProvider(`${baseUrl}/auth/openid/callback`, {
    port: Number(process.env["E2E_OPENID_PORT"]),
  });
  stopping.push(openId.stop);
  const ways = {
    password: async () => signInWith(page, person),
    elsewhere: async () => {
      const other = await page.context().newPage();
      await other.goto("/sign-in");
      await signInWith(other, person);
      await expect(other.getByRole("navigation", { name: "Main" })).toBeVisible();
      await other.close();
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    },
    // Last, because a provider that verifies the address removes the password.
    openId: async () => {
      openId.letIn({ subject: person.email, email: person.email, isVerified: true });
      // A provider that refuses does not lose the request either.
      openId.varies.replies = (request, response) => {
        if (request.url !== "/token") return false;
        response.writeHead(500).end();
        return true;
      };
      await page.getByRole("link", { name: "Sign in with Example" }).click();
      await expect(page.getByText(/Signing in through your provider failed/)).toBeVisible();
      delete openId.varies.replies;
      await page.getByRole("link", { name: "Sign in with Example" }).click();
      // The provider does not say when the person signed in, so connecting needs another visit.
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await page.getByRole("dialog").getByRole("link").click();
    },
  };
  for (const signIn of Object.values(ways)) {
    const program = await startProgram("Notes assistant");
    await page.context().clearCookies();
    await page.goto(program.asked({ state }));
    await expect(page.getByLabel("Email")).toBeVisible();
    expect(page.url().length).toBeLessThan(300);
    await page.reload();
    await signIn();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Back in the program")).toBeVisible();
    expect((await program.answered).get("state")).toBe(state);
  }
});

async function signInWith(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a person declines, and a faulty or false request leads nowhere", async ({ page, person }) => {
  expect(person.email).not.toBe("");
  const program = await startProgram("Notes assistant");
  await open(page, program.asked());
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Back in the program")).toBeVisible();
  expect((await program.answered).get("error")).toBe("access_denied");

  await open(page, program.asked({ redirect_uri: "https://evil.example/callback" }));
  await expect(page.getByText(/address that doesn’t belong to the program/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect", exact: true })).toHaveCount(0);
  await open(page, program.asked({ client_id: "client_unknown" }));
  await expect(page.getByText(/isn’t registered here/)).toBeVisible();
  await open(page, program.asked({ code_challenge_method: "plain" }));
  await expect(page.getByText(/its request is invalid/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Back to the program \(127\.0\.0\.1:\d+\)$/ })).toBeVisible();
});

test.describe("an owner", () => {
  test.use({ isAlone: true });

  test("sees and ends what a member has connected", async ({ page, person, service }) => {
    const member = await inviteColleague(service, person.stint, "Lena");
    const program = await startProgram("Notes assistant");
    const request = new URL(program.asked(), service.url).search.slice(1);
    const { organizationId, scopes } = await member.stint.me.describeGrantRequest({ request });
    const { redirectUrl } = await member.stint.me.createGrant({ request, organizationId, scopes, expiresAt: null });
    await fetch(redirectUrl);
    const tokens = await program.exchange();

    await open(page, "/settings/api-keys?status=programs");
    const list = page.getByRole("list", { name: "Connected programs" });
    await expect(list.getByText(/belongs to Lena/)).toBeVisible();
    await list.getByRole("button", { name: "Actions for “Notes assistant”" }).click();
    await page.getByRole("menuitem", { name: "Disconnect…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByText(/No connected programs/)).toBeVisible();
    expect((await program.refresh(tokens.refresh_token)).error).toBe("invalid_grant");
  });
});

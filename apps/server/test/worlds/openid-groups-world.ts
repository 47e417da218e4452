import assert from "node:assert/strict";
import pino from "pino";
import { createOpenIdProvider } from "#identity/openid/openid-provider.ts";
import { loadConfig } from "#platform/config/config.ts";
import { sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type Browser, openBrowser } from "#test/http/browser.ts";
import type { TestAccount, TestProvider } from "#test/http/openid-test-provider.ts";
import { type Caller, type Json, newTestApp, type TestApp, testApp } from "#test/worlds/test-app.ts";

const publicUrl = "https://time.example.com";
export const redirectUrl = `${publicUrl}/auth/openid/callback`;

export interface GroupsWorld extends TestApp {
  /** The owner of the organization that people join. */
  owner: Caller;
  log: string[];
  /**
   * Signs in at the provider, but does not complete the sign-in. Returns the callback URL. Requesting it would complete
   * the sign-in.
   */
  comeBack(account: TestAccount, browser: Browser): Promise<string>;
  /** Signs in at the provider and the service. Returns the URL to which the browser is redirected. */
  signIn(account: TestAccount, browser?: Browser): Promise<string | undefined>;
  /** Returns the member with the account's address as the API shows it; undefined if there is none. */
  memberOf(account: TestAccount): Promise<Json>;
  /** Returns the action and the author's type of each change since the organization's creation. */
  changes(): Promise<string[]>;
}

export const newAccount = (more: Partial<TestAccount> = {}): TestAccount => ({
  subject: newId("user"),
  email: `${newId("user")}@people.example`,
  isVerified: true,
  ...more,
});

/**
 * Creates an app in which groups control who belongs to the owner's organization. By default, the organization is new.
 */
export async function newGroupsWorld(
  provider: TestProvider,
  settings: Record<string, string>,
  owner?: Caller,
): Promise<GroupsWorld> {
  const log: string[] = [];
  const joined = owner ?? (await (await testApp()).newOrganization());
  const { issuer, clientId, clientSecret } = provider;
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  const { openIdGroups } = loadConfig({ ...env, OIDC_JOIN: joined.orgId, ...settings });
  assert.ok(openIdGroups !== undefined);
  const world = await newTestApp({
    publicUrl,
    openId: createOpenIdProvider({
      issuer,
      clientId,
      clientSecret,
      name: "Example",
      groupsClaim: openIdGroups.claim,
      asksName: true,
    }),
    openIdGroups,
    logger: pino({ level: "warn" }, { write: (line: string) => void log.push(line) }),
  });
  const comeBack = async (account: TestAccount, browser: Browser) => {
    const answer = await browser.get("/auth/openid/start");
    assert.equal(answer.status, 302, answer.text);
    return (await provider.visit(answer.headers["location"] ?? "", account)).slice(publicUrl.length);
  };
  return {
    ...world,
    owner: joined,
    log,
    comeBack,
    async signIn(account, browser = openBrowser(world.app)) {
      return (await browser.get(await comeBack(account, browser))).headers["location"];
    },
    async memberOf({ email }) {
      const { data } = (await joined.get(`/v1/members?q=${encodeURIComponent(email)}&limit=200`)).json;
      return data.find((member: Json) => member.email === email.toLowerCase());
    },
    async changes() {
      const rows = await world.db.query<{ change: string }>(sql`
        select action || case when user_id is null then ' by system' else ' by user' end as change from changes
         where org_id = ${joined.orgId} and action <> 'api_key.refused' order by at, id`);
      return rows.map(({ change }) => change);
    },
  };
}

import assert from "node:assert/strict";
import { sql } from "#platform/database/database.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { toAnswer } from "#test/worlds/send.ts";
import type { Answer, Caller, TestApp } from "#test/worlds/test-app.ts";

/** A client that stores cookies and sends the headers that a page of this service would send. */
export interface Browser {
  cookies: Map<string, string>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export function openBrowser(app: HttpApp, address = "198.51.100.1"): Browser {
  const cookies = new Map<string, string>();
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await app.inject({
      method: method as "GET",
      url: path,
      remoteAddress: address,
      headers: {
        "sec-fetch-site": "same-origin",
        ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    for (const line of [response.headers["set-cookie"] ?? []].flat()) {
      const [pair = ""] = line.split(";", 1);
      const at = pair.indexOf("=");
      if (/Max-Age=0\b/.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return toAnswer(response);
  }
  return {
    cookies,
    send,
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, body, headers) => send("POST", path, body, headers),
  };
}

export const testPassword = "lantern orbit sparrow";

/** The owner of a new organization, with a password. */
export interface Person extends Caller {
  email: string;
}

export async function newPerson(world: TestApp): Promise<Person> {
  const caller = await world.newOrganization();
  const session = await caller.world.newSession(caller);
  const set = await session.send("PUT", "/v1/me/password", { newPassword: testPassword });
  assert.equal(set.status, 204, set.text);
  const [user] = await world.db.query<{ email: string }>(sql`select email from users where id = ${caller.userId}`);
  assert.ok(user !== undefined);
  return { ...caller, email: user.email };
}

/** Creates a person with a verified email address. */
export async function newRecentlyAuthenticatedPerson(world: TestApp): Promise<Person> {
  const person = await newPerson(world);
  await world.db.query(sql`update users set email_verified_at = now() where id = ${person.userId}`);
  return person;
}

/** Opens a browser and signs the person in. */
export async function signedIn(world: TestApp, { email }: Person, address?: string): Promise<Browser> {
  const browser = openBrowser(world.app, address);
  const answer = await browser.post("/auth/sign-in", { email, password: testPassword });
  assert.equal(answer.status, 200, answer.text);
  return browser;
}

/** Returns the actions of an organization's changes, oldest first. Excludes the changes of refused requests. */
export async function actionsOf({ db, background }: TestApp, orgId: string): Promise<string[]> {
  await background.idle();
  const rows = await db.query<{ action: string }>(sql`
    select action from changes where org_id = ${orgId} and action <> 'api_key.refused' order by at, id`);
  return rows.map(({ action }) => action);
}

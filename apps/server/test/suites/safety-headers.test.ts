import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { newPerson, openBrowser, signedIn } from "#test/http/browser.ts";
import { testApp } from "#test/worlds/test-app.ts";

const nothing = "default-src 'none'; frame-ancestors 'none'";

test("every reply fixes its type, leaks no address and restricts what it may load", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const browser = await signedIn(world, person);
  const replies = [
    await browser.get("/v1/organization"),
    await browser.get("/v1/no-such-thing"),
    await browser.post("/v1/clients", {}),
    await world.anonymous.send("GET", "/v1/organization"),
    await browser.get("/auth/methods"),
    await browser.post("/auth/sign-in", { email: person.email, password: "wrong" }),
    await browser.get("/auth/no-such-thing"),
    await browser.get("/no-such-thing"),
    await browser.get("/openapi.json"),
  ];
  for (const { headers } of replies) {
    assert.deepEqual(
      [headers["x-content-type-options"], headers["referrer-policy"], headers["content-security-policy"]],
      ["nosniff", "no-referrer", nothing],
    );
  }
});

test("pages load only their own files", async () => {
  const { app } = await testApp();
  const start = await openBrowser(app).get("/");
  const style = /<style>(.*?)<\/style>/s.exec(start.text)?.[1] ?? assert.fail();
  const policy = start.headers["content-security-policy"] ?? "";
  assert.ok(policy.startsWith("default-src 'none'; "));
  assert.ok(policy.includes(`style-src 'sha256-${hash("sha256", style, "base64")}'`), policy);
  assert.doesNotMatch(start.text, /<script|\son\w+=|\sstyle=/i);

  const docs = await openBrowser(app).get("/docs");
  const docsPolicy = docs.headers["content-security-policy"] ?? "";
  assert.match(docsPolicy, /default-src 'self';.*frame-ancestors 'none'/);
  assert.doesNotMatch(docsPolicy, /script-src|https?:/);
  assert.doesNotMatch(docs.text, /<script>|<script [^>]*>\s*[^<\s]/);
  assert.equal(docs.headers["x-content-type-options"], "nosniff");
});

test("the pages of links load their own script and nothing else, and store no token", async () => {
  const browser = openBrowser((await testApp()).app);
  for (const path of ["/set-up", "/sign-in", "/invitation", "/reset-password"]) {
    const { status, headers, text } = await browser.get(path);
    assert.equal(status, 200, path);
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? assert.fail();
    assert.equal(
      headers["content-security-policy"],
      `default-src 'none'; script-src 'self'; style-src 'sha256-${hash("sha256", style, "base64")}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    assert.deepEqual([headers["cache-control"], headers["referrer-policy"]], ["no-store", "no-referrer"]);
    assert.doesNotMatch(text, /\son\w+=|\sstyle=|https?:/i);
    assert.deepEqual(
      [...text.matchAll(/src="([^"]+)"/g)].map(([, src]) => src),
      ["/sign-in.js"],
    );
  }
  const script = await browser.get("/sign-in.js");
  // The page must contain every element that the script looks for.
  const { text } = await browser.get("/sign-in");
  const sought = [...script.text.matchAll(/"#([a-z-]+)"/g), ...text.matchAll(/data-copies="([a-z-]+)"/g)];
  assert.ok(sought.length > 8);
  for (const [, id] of sought) assert.ok(text.includes(` id="${id}"`), `#${id}`);
  assert.match(script.headers["content-type"] ?? "", /^text\/javascript/);
  assert.ok(script.text.includes("history.replaceState"));
});

test("no other origin may read anything: there is no CORS, and a preflight is refused", async () => {
  const world = await testApp();
  const browser = await signedIn(world, await newPerson(world));
  for (const origin of ["https://evil.example", "http://localhost", "https://sub.localhost", "null"]) {
    for (const path of ["/v1/organization", "/v1/me/sessions", "/auth/methods", "/auth/sign-in", "/auth/sign-out"]) {
      const asked = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      };
      const preflight = await browser.send("OPTIONS", path, undefined, asked);
      const replies = [
        preflight,
        await browser.get(path, { origin }),
        await browser.post(path, {}, { origin, "sec-fetch-site": "cross-site" }),
      ];
      assert.ok(preflight.status >= 400, `${preflight.status}`);
      for (const { headers } of replies)
        assert.deepEqual(
          Object.keys(headers).filter((name) => name.startsWith("access-control")),
          [],
        );
    }
  }
});

test("an unknown path or method of /auth is a 404 or 405", async () => {
  const browser = openBrowser((await testApp()).app);
  assert.equal((await browser.get("/auth/no-such-thing")).json.code, "not_found");
  const answer = await browser.get("/auth/sign-in");
  assert.deepEqual([answer.status, answer.headers["allow"]], [405, "POST"]);
});

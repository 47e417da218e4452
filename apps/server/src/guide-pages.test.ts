import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { openBrowser } from "#test/http/browser.ts";
import { testApp } from "#test/worlds/test-app.ts";

test("the guide is a page, and every link in it and on the linked pages works", async () => {
  const browser = openBrowser((await testApp()).app);
  const pages = new Map<string, string>();
  const links: [from: string, to: string][] = [["/", "/guide"]];
  for (const [from, to] of links) {
    const [path = "", anchor] = to.split("#", 2);
    if (!pages.has(path)) {
      const { status, headers, text } = await browser.get(path);
      assert.equal(status, 200, `${from} leads to ${to}`);
      assert.match(headers["content-type"] ?? "", /^text\/html/, path);
      pages.set(path, text);
      if (path.startsWith("/guide"))
        for (const [, href = ""] of text.matchAll(/href="([^"]+)"/g))
          if (!href.startsWith("https://")) links.push([path, href.startsWith("#") ? `${path}${href}` : href]);
    }
    if (anchor !== undefined) assert.ok(pages.get(path)?.includes(` id="${anchor}"`), `${from} leads to ${to}`);
  }
  for (const path of ["/guide/api/errors", "/guide/run/backup", "/guide/readme", "/guide/decisions/0004-synced-to"])
    assert.ok(pages.has(path), path);
});

test("pages of the guide load only their style, and show tables, code and placeholders", async () => {
  const browser = openBrowser((await testApp()).app);
  const { text, headers } = await browser.get("/guide/api/errors");
  const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? assert.fail();
  assert.equal(
    headers["content-security-policy"],
    `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; base-uri 'none'; frame-ancestors 'none'`,
  );
  assert.match(text, /<td><code>malformed_request<\/code><\/td>/);
  const guide = await browser.get("/guide/api/conventions/");
  assert.match(guide.text, /<h1 id="conventions">Conventions<\/h1>/);
  assert.match(guide.text, /<pre tabindex="0"><code class="language-sh">export API=/);
  const readme = await browser.get("/guide/readme");
  for (const page of [text, guide.text, readme.text]) assert.doesNotMatch(page, /<script|\son\w+=|\sstyle=|<img/i);
  assert.equal(
    (await browser.get("/guide/api/conventions", { "if-none-match": guide.headers["etag"] ?? "" })).status,
    304,
  );
  assert.equal((await browser.get("/guide/no-such-page")).status, 404);
  const former = await browser.get("/guide/errors");
  assert.deepEqual([former.status, former.headers["location"]], [301, "/guide/api/errors"]);
});

test("a page without an icon of its own gets the one that browsers ask for", async () => {
  const { statusCode, headers, rawPayload } = await (await testApp()).app.inject("/favicon.ico");
  assert.deepEqual(
    [statusCode, headers["content-type"], rawPayload.toString("latin1", 1, 4)],
    [200, "image/png", "PNG"],
  );
});

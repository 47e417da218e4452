import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { runInNewContext } from "node:vm";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { waitFor } from "#test/databases/hold.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { buildDashboard, findBuild } from "./build-dashboard.ts";
import { createDashboard, type Dashboard } from "./dashboard.ts";

const made: string[] = [];
const running: Dashboard[] = [];
after(async () => {
  for (const dashboard of running) await dashboard.stop();
  for (const folder of made) await rm(folder, { recursive: true, force: true });
});

const icon = `<svg xmlns="http://www.w3.org/2000/svg"/>`;
const program = (word: string) => `
  document.querySelector("main").textContent = ${JSON.stringify(`${word} `.repeat(400))};
  void import("./screen.js");`;

/** Creates the sources of a small dashboard, at the same paths as in a checkout. */
async function newSources(): Promise<string> {
  const checkout = await mkdtemp(join(tmpdir(), "stint-dashboard-"));
  made.push(checkout);
  const folder = join(checkout, "apps/dashboard");
  const files = {
    "index.html": `<!doctype html><title>Fixture</title><main></main><script type="module" src="/src/main.js"></script>`,
    "public/icon.svg": icon,
    "public/saved.html": `<meta http-equiv="content-security-policy" content="default-src 'none'">`,
    "src/main.js": program("hour"),
    "src/screen.js": `document.title = "A screen of its own";`,
    "package.json": `{"type":"module"}`,
    "../../package-lock.json": "{}",
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

async function serve(folder: string) {
  const failures: unknown[] = [];
  const dashboard = createDashboard({ folder, onFailure: (error) => failures.push(error) });
  running.push(dashboard);
  const { app } = await newTestApp({ dashboard });
  dashboard.start();
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  return { get, dashboard, failures };
}

let shared: ReturnType<typeof serveBuild> | undefined;

/** A dashboard with a build, which the tests only read. */
const served = () => (shared ??= serveBuild());

async function serveBuild() {
  const folder = await newSources();
  await buildDashboard(folder);
  return serve(folder);
}

test("a dashboard without a build is built while its pages say so, and then served", async () => {
  const { get } = await serve(await newSources());
  const waiting = await get("/time");
  assert.equal(waiting.statusCode, 503);
  assert.deepEqual([waiting.headers["retry-after"], waiting.headers["cache-control"]], ["1", "no-store"]);
  assert.match(waiting.body, /<meta http-equiv="refresh" content="1">/);
  assert.equal((await get("/v1/organization")).statusCode, 401);
  assert.equal((await get("/assets/index.js")).statusCode, 404);
  const shared = await get("/shared/token");
  assert.deepEqual([shared.statusCode, shared.headers["x-robots-tag"]], [503, "noindex"]);
  await waitFor(async () => (await get("/")).statusCode === 200);

  const index = await get("/");
  assert.match(index.body, /<title>Fixture<\/title>/);
  assert.equal(index.headers["cache-control"], "no-cache");
  assert.equal(
    index.headers["content-security-policy"],
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
      "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  assert.deepEqual(
    [index.headers["x-content-type-options"], index.headers["referrer-policy"]],
    ["nosniff", "no-referrer"],
  );
  const screens =
    "/time /time/ /calendar /timesheet /projects /projects/proj_1 /clients /tags /rates /reports /reports/saved /team /team/a /settings /settings/api-keys /timesheets/sheet_1/statement /help /blog /blog/a /profile /sign-in /second-factor /set-up /invitation /reset-password";
  for (const path of screens.split(" ")) assert.equal((await get(`${path}?from=2026-03-01`)).body, index.body, path);
});

test("files are compressed in advance, cached for a year if their name has a hash, and otherwise revalidated", async () => {
  const { get } = await served();
  const [script = ""] = /\/assets\/[^"]+\.js/.exec((await get("/")).body) ?? [];
  const plain = await get(script);
  assert.deepEqual(
    [plain.headers["content-type"], plain.headers["cache-control"], plain.headers["vary"]],
    ["text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "accept-encoding"],
  );
  assert.ok(plain.body.includes("hour hour"));
  const br = await get(script, { "accept-encoding": "gzip, deflate, br" });
  assert.equal(br.headers["content-encoding"], "br");
  assert.equal(brotliDecompressSync(br.rawPayload).toString(), plain.body);
  const gzip = await get(script, { "accept-encoding": "br;q=0, *;q=0.5" });
  assert.equal(gzip.headers["content-encoding"], "gzip");
  assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body);
  for (const accepted of ["identity", "deflate", "gzip;q=0,br;q=0.0"])
    assert.equal((await get(script, { "accept-encoding": accepted })).headers["content-encoding"], undefined);
  assert.equal(new Set([plain, br, gzip].map(({ headers }) => headers["etag"])).size, 3);

  for (const path of ["/", "/icon.svg", script]) {
    const { headers } = await get(path);
    const again = await get(path, { "if-none-match": String(headers["etag"]) });
    assert.deepEqual(
      [again.statusCode, again.body, again.headers["cache-control"]],
      [304, "", headers["cache-control"]],
    );
  }
  // A page that also works as a file keeps its policy when it is served.
  const saved = await get("/saved.html");
  assert.equal(saved.headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'");
  const image = await get("/icon.svg");
  assert.deepEqual(
    [image.body, image.headers["content-type"], image.headers["cache-control"]],
    [icon, "image/svg+xml", "no-cache"],
  );
});

test("the page of a report's link is the index, and neither cached nor indexed", async () => {
  const { get } = await served();
  for (const headers of [{}, { "accept-encoding": "br" }]) {
    const [page, index] = [await get("/shared/kq0TqNWw-_T", headers), await get("/", headers)];
    assert.deepEqual([page.statusCode, page.rawPayload], [200, index.rawPayload]);
    assert.deepEqual(
      [page.headers["cache-control"], page.headers["referrer-policy"], page.headers["x-robots-tag"]],
      ["no-store", "no-referrer", "noindex"],
    );
    assert.deepEqual([index.headers["cache-control"], index.headers["x-robots-tag"]], ["no-cache", undefined]);
  }
});

test("other paths stay the API's 404, and none reaches a file outside of the build", async () => {
  const { get } = await served();
  const paths =
    "/nope /timer /projectsx /favicon.icon /assets/nope.js /assets/ /index.html.br /assets/..%2Findex.html /assets/../../../package.json /..%2f..%2fpackage.json /assets/%2e%2e/%2e%2e/package.json /time/x /v2/time";
  for (const path of paths.split(" ")) {
    const { statusCode, headers, body } = await get(path);
    assert.equal(statusCode, 404, path);
    assert.match(String(headers["content-type"]), /json/, path);
    assert.equal(JSON.parse(body).code, "not_found");
  }
});

test("a wrong address opens the dashboard with a 404 in a browser, and is a problem document for programs", async () => {
  const { get } = await served();
  const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
  const index = await get("/", browser);
  for (const path of [
    "/nonsense",
    "/nonsense/",
    "/time/x/y",
    "/nonsense.html",
    "/apis",
    "/assets/nope",
    "/settings/nonsense",
    "/projects/proj_1/edit",
    "/reports/nonsense",
  ]) {
    const page = await get(path, browser);
    assert.deepEqual([page.statusCode, page.body], [404, index.body], path);
    assert.deepEqual(
      [page.headers["content-type"], page.headers["cache-control"]],
      ["text/html; charset=utf-8", "no-store"],
    );
    assert.equal(JSON.parse((await get(path, { accept: "application/json" })).body).code, "not_found", path);
    assert.equal(JSON.parse((await get(path)).body).code, "not_found", path);
  }
  for (const [path, status] of [
    ["/v1/nonsense", 401],
    ["/auth/nonsense", 404],
    ["/api/nonsense", 404],
    ["/api", 404],
    ["/feeds/nonsense", 404],
  ] as const) {
    const { statusCode, headers } = await get(path, browser);
    assert.deepEqual([statusCode, /json/.test(String(headers["content-type"]))], [status, true], path);
  }
});

test("a current build is served at once; other sources get a separate build", async () => {
  const folder = await newSources();
  const first = await buildDashboard(folder);
  const before = await serve(folder);
  assert.notEqual(await before.dashboard.find(), "building");
  const [script = ""] = /\/assets\/[^"]+\.js/.exec((await before.get("/")).body) ?? [];

  // Tests and modification times don't affect the hash.
  await writeFile(join(folder, "src/some.test.ts"), "");
  await utimes(join(folder, "src/main.js"), new Date(0), new Date(0));
  assert.deepEqual(await findBuild(folder), { path: first, isBuilt: true });
  await writeFile(join(folder, "../../package-lock.json"), `{"lockfileVersion":3}`);
  assert.equal((await findBuild(folder)).isBuilt, false);

  await writeFile(join(folder, "src/main.js"), program("minute"));
  const after = await serve(folder);
  assert.equal(await after.dashboard.find(), "building");
  await waitFor(async () => (await after.get("/")).statusCode === 200);
  const [newScript = ""] = /\/assets\/[^"]+\.js/.exec((await after.get("/")).body) ?? [];
  assert.notEqual(newScript, script);
  assert.match((await after.get(newScript)).body, /minute/);
  // A page that was already open can still load its files.
  assert.match((await after.get(script)).body, /hour/);
});

test("a build that fails is logged and shown, and the service continues", async () => {
  const folder = await newSources();
  await writeFile(join(folder, "src/main.js"), `import "./missing.js";`);
  const { get, failures } = await serve(folder);
  await waitFor(() => failures.length === 1);
  assert.match(String(failures[0]), /missing\.js/);
  const page = await get("/time");
  assert.equal(page.statusCode, 503);
  assert.match(page.body, /could not be built/);
  assert.doesNotMatch(page.body, /http-equiv|missing\.js/);
  assert.equal((await get("/v1/organization")).statusCode, 401);
  assert.deepEqual(await readdir(join(folder, "dist")), []);
});

for (const [outcome, source] of [
  ["succeeds", program("hour")],
  ["fails", `import "./missing.js";`],
] as const)
  test(`a page that waits for a build reloads when it ${outcome}, which keeps the fragment of a set-up link`, async () => {
    const folder = await newSources();
    await writeFile(join(folder, "src/main.js"), source);
    const { get, dashboard } = await serve(folder);
    const [, script = ""] = /<script>([^]+)<\/script>/.exec((await get("/set-up")).body) ?? [];
    const fetchPage = async (path: string) => {
      const { statusCode: status, headers } = await get(path);
      return { status, headers: new Headers(headers as Record<string, string>) };
    };
    const reloaded = Promise.withResolvers<unknown>();
    const location = { pathname: "/set-up", reload: async () => reloaded.resolve(await dashboard.find()) };
    const soon = (run: () => void) => setTimeout(run, 10);
    runInNewContext(script, { fetch: fetchPage, location, setTimeout: soon });
    assert.notEqual(await reloaded.promise, "building");
  });

test("two concurrent builds make one, and the remains of killed ones are removed", async () => {
  const folder = await newSources();
  const abandoned = join(folder, "dist/unfinished-abandoned");
  await mkdir(abandoned, { recursive: true });
  await writeFile(join(abandoned, "index.html"), "half");
  await utimes(abandoned, new Date(0), new Date(0));
  const growing = join(folder, "dist/unfinished-growing");
  await mkdir(growing);

  const [one, other] = await Promise.all([buildDashboard(folder), buildDashboard(folder)]);
  assert.equal(one, other);
  assert.deepEqual(
    (await readdir(dirname(one))).toSorted(),
    [one.slice(dirname(one).length + 1), "unfinished-growing"].toSorted(),
  );
  assert.match(await readFile(join(one, "index.html"), "utf8"), /Fixture/);
});

test("a stopping service ends its build, which leaves nothing behind", async () => {
  const folder = await newSources();
  const { dashboard, failures } = await serve(folder);
  assert.equal(await dashboard.find(), "building");
  await dashboard.stop();
  assert.deepEqual(await readdir(join(folder, "dist")), []);
  assert.deepEqual(failures, []);
});

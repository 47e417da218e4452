import assert from "node:assert/strict";
import { connect } from "node:net";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { makeArticle } from "#test/fixtures/blog/articles.ts";
import { exchange } from "#test/fixtures/blog/exchange.ts";
import { contentOf, readArticles, serveBlog } from "#test/fixtures/blog/serve-blog.ts";
import { anyText } from "#test/cases/any-text.ts";

async function serve(t: TestContext, articles = [makeArticle(1, { slug: "2024" })]) {
  const content = contentOf(articles);
  return serveBlog(t, () => content, "https://example.com/blog/{slug}");
}

test("a connection survives a large unread body, and pipelined requests get their replies in order", async (t) => {
  const { port } = await serve(t);
  const body = "x".repeat(20 * 1024 * 1024);
  const post = `POST /api/blogs/ HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const get = (path: string) => `GET /api/blogs/${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const answers = await exchange(port, post + get("2024") + get("none") + get(""), { responses: 4 });
  assert.deepEqual(
    answers.map(({ status }) => status),
    [405, 200, 404, 200],
  );
  const chunked = `POST /api/blogs/2024 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`;
  const more = await exchange(port, chunked + get("2024"), { responses: 2 });
  assert.deepEqual(
    more.map(({ status }) => status),
    [405, 200],
  );
});

test("a body that never arrives does not delay the reply", async (t) => {
  const { port } = await serve(t);
  const head = "POST /api/blogs/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n";
  const [answer] = await exchange(port, head);
  assert.equal(answer?.status, 405);
});

test("requests to the blog that Node's parser refuses get the blog's form of error", async (t) => {
  const { port } = await serve(t);
  const examples: [request: string, status: number][] = [
    ["FOO /api/blogs/ HTTP/1.1\r\nHost: x\r\n\r\n", 405],
    ["GET /api/blogs/a\0 HTTP/1.1\r\nHost: x\r\n\r\n", 404],
    [`GET /api/blogs/${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ["GET /api/blogs/ HTTP/1.1\r\nHost: x\r\nBad Header: x\r\n\r\n", 400],
    ["GET /api/blogs/ HTTP/9.9\r\nHost: x\r\n\r\n", 400],
  ];
  for (const [request, status] of examples) {
    const [answer] = await exchange(port, request);
    assert.equal(answer?.status, status, request.slice(0, 60));
    assert.equal(answer.headers["content-type"], "application/json");
    assert.equal(answer.headers["allow"], "GET, HEAD, OPTIONS");
    assert.equal(answer.headers["vary"], "Accept");
    assert.equal(answer.headers["x-content-type-options"], "nosniff");
    assert.equal(typeof (JSON.parse(answer.body.toString()) as { detail: string }).detail, "string");
  }
  const [other] = await exchange(port, "FOO /v1/timer HTTP/1.1\r\nHost: x\r\n\r\n");
  assert.deepEqual([other?.status, other?.headers["content-type"]], [400, "application/problem+json"]);
});

test("unusual requests get the replies listed in docs/api/blog-api.md", async (t) => {
  const { port } = await serve(t);
  const detail = "/api/blogs/2024";
  const request = (line: string, ...headers: string[]) => [line, "Host: x", ...headers, "", ""].join("\r\n");
  const get = (target: string, ...headers: string[]) => request(`GET ${target} HTTP/1.1`, ...headers);
  const fields = (count: number) => Array.from({ length: count }, (_none, at) => `X-${at}: 1`);
  const examples: [request: string, status: number][] = [
    [get("/api/blogs/?format=json#x"), 200],
    [get(`${detail}#x?format=xml`), 200],
    [get(`ftp://y${detail}`), 200],
    [get(`HTTP://y${detail}`), 200],
    [request(`CONNECT ${detail} HTTP/1.1`), 405],
    [request(`PRI ${detail} HTTP/1.1`), 400],
    [request(`GET ${detail} HTTP/1.2`), 400],
    [get(detail, "X-A: a", " folded"), 400],
    [get(detail, "X-A: a\0b"), 400],
    [get(detail, "X-A: a\x01b"), 400],
    [get(detail, "Host: y"), 400],
    [get(detail, "Content-Length: +0"), 400],
    [get(detail, "Content-Length: 99999999999999999999"), 400],
    [get(detail, "Transfer-Encoding: gzip"), 200],
    [get(detail, `X-A: ${"a".repeat(9_000)}`), 200],
    [get(`${detail}?x=${"a".repeat(9_000)}`), 200],
    [get(detail, ...fields(99)), 200],
    [get(detail, ...fields(100)), 431],
    [get(detail, ...Array.from({ length: 5 }, () => `X-A: ${"a".repeat(4_000)}`)), 431],
    [get(`${detail}?${"a&".repeat(2_000)}`), 200],
    [get(`${detail}?x=\xe9`), 400],
    [get(`${detail}?x=\0`), 400],
    [get(detail, "Accept: application/\xe9"), 406],
    [`\r\n\r\n${get(detail)}`, 200],
    [request(`GET  ${detail}  HTTP/1.1`), 200],
    [`GET ${detail} HTTP/1.1\nHost: x\n\n`, 400],
    [request(`get ${detail} HTTP/1.1`), 405],
  ];
  for (const [bytes, status] of examples) {
    const [answer] = await exchange(port, Buffer.from(bytes, "latin1"));
    const shown = JSON.stringify(bytes.slice(0, 80));
    assert.equal(answer?.status, status, shown);
    assert.equal(answer.headers["content-type"], "application/json", shown);
    assert.equal(answer.headers["allow"], "GET, HEAD, OPTIONS", shown);
    assert.equal(answer.headers["vary"], "Accept", shown);
    assert.equal(answer.headers["x-content-type-options"], "nosniff", shown);
  }
  const foreign = await exchange(port, request("CONNECT example.com:443 HTTP/1.1"));
  assert.deepEqual([foreign[0]?.status, foreign[0]?.headers["content-type"]], [405, "application/problem+json"]);
});

const junk = fc.oneof(
  anyText({ maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "%",
        "%00",
        "%ff",
        "/",
        "..",
        "?",
        "&",
        "=",
        "#",
        "\0",
        "format",
        "limit=",
        "é",
        '"',
        ";",
        ",",
        "*/*",
        "indent=",
        "9",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

test("no bytes in path, query or headers cause a 5xx", async (t) => {
  const { port } = await serve(t);
  const paths = fc.constantFrom(
    "/api/blogs/",
    "/api/blogs",
    "/api/blogs/2024",
    "/api/blogs/?",
    "/api/blogs/?limit=1&",
    "/feeds/blogs.atom",
  );
  const names = fc.constantFrom("Accept", "If-None-Match", "If-Modified-Since", "Host", "X-Forwarded-Proto", "Origin");
  const methods = fc.constantFrom("GET", "GET", "HEAD", "OPTIONS", "POST", "M-SEARCH");
  await fc.assert(
    fc.asyncProperty(methods, paths, junk, names, junk, async (method, path, tail, name, value) => {
      const request = Buffer.from(
        `${method} ${path}${tail} HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\nConnection: close\r\n\r\n`,
      );
      const [answer] = await exchange(port, request, { timeoutMs: 1_000 });
      assert.ok(answer === undefined || answer.status < 500, String(answer?.status));
    }),
    { numRuns: 500 },
  );
  assert.equal((await exchange(port, "GET /api/blogs/ HTTP/1.1\r\nHost: x\r\n\r\n"))[0]?.status, 200);
});

test("a client that disconnects in the middle does no harm", async (t) => {
  const { port, url } = await serve(t, readArticles());
  for (let count = 0; count < 20; count++) {
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write("GET /api/blogs/ HTTP/1.1\r\nHost: x\r\n\r\n", () => socket.destroy());
      });
      socket.on("close", () => resolve());
    });
  }
  assert.equal((await fetch(`${url}/api/blogs/`)).status, 200);
});

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { exchange, type RawResponse } from "#test/fixtures/blog/exchange.ts";
import { goldenRequests } from "#test/fixtures/blog/golden-requests.ts";
import { contentOf, readArticles, serveBlog } from "#test/fixtures/blog/serve-blog.ts";

interface Observed {
  status: string;
  contentType: string;
  allow: string;
  vary: string;
  contentLength: string;
  body: string;
}

const okay = { status: "200", contentType: "application/json", allow: "GET, HEAD, OPTIONS", vary: "Accept" };
const wholeList = { ...okay, contentLength: "956712", body: "956712 bytes 98c41aecc4d76ab5" };
const article = { ...okay, contentLength: "1326", body: "1326 bytes a87d0d3443556f09" };
const notFound = { ...okay, status: "404", contentLength: "23", body: '{"detail":"Not found."}' };
const noContent = { contentType: "-", contentLength: "-", body: "" };
const notOurs = { status: "404", contentType: "-", allow: "-", vary: "-", contentLength: "0", body: "" };
const metadata = (name: string) => {
  const body = `{"name":"${name}","description":"","renders":["application/json"],"parses":["application/json"]}`;
  return { ...okay, contentLength: String(body.length), body };
};
const notAllowed = (method: string) => {
  const body = `{"detail":"Method \\"${method}\\" not allowed."}`;
  return { ...okay, status: "405", contentLength: String(body.length), body };
};

/** The deviations from DRF's responses; docs/api/blog-api.md gives the reasons. */
const deviations: Record<string, Observed> = {
  "list-no-slash": wholeList,
  "list-no-slash-query": wholeList,
  "list-no-slash-head": { ...wholeList, body: "" },
  "list-no-slash-post": notAllowed("POST"),
  "detail-slash": article,
  "format-api-html-only": wholeList,
  "format-json-html-only": article,
  "accept-none": article,
  "if-none-match-star": { ...article, status: "304", ...noContent },
  "if-modified-since": { ...article, status: "304", ...noContent },
  "options-list": metadata("Blog List"),
  "options-detail": metadata("Blog Detail"),
  "options-unknown": metadata("Blog Detail"),
  "options-cors-preflight": { ...okay, status: "204", ...noContent },
  "list-double-slash": notFound,
  "detail-sub": notFound,
  "detail-json-suffix": notFound,
  "detail-unicode": notFound,
  "detail-space": notFound,
  "detail-plus": notFound,
  "detail-encoded-slash": notFound,
  "detail-encoded-trailing-slash": notFound,
  "detail-dot": notFound,
  "detail-dotdot": notFound,
  "detail-nul": notFound,
  "detail-bad-utf8": notFound,
  "detail-bad-percent": notFound,
  "detail-percent-percent": notFound,
  "detail-5000": notFound,
  "raw-nul": notFound,
  "raw-utf8": notFound,
  "lower-method": notAllowed("get"),
  "raw-no-host": { ...okay, status: "400", contentLength: "43", body: '{"detail":"The request is not valid HTTP."}' },
  "host-odd": article,
  "raw-head-detail": { ...article, body: "" },
  "raw-head-list": { ...wholeList, body: "" },
  root: notOurs,
  "api-root": notOurs,
  "raw-options-star": notOurs,
};

function readGolden(): Map<string, Observed> {
  const file = new URL("../../test/fixtures/blog/blog-drf-golden.tsv", import.meta.url);
  const [, ...rows] = readFileSync(file, "utf8").trimEnd().split("\n");
  return new Map(
    rows.map((row) => {
      const [name = "", status = "", contentType = "", allow = "", vary = "", , , contentLength = "", body = ""] =
        row.split("\t");
      return [name, { status, contentType, allow, vary, contentLength, body }];
    }),
  );
}

// Produces the same format as capture.py.
function observe({ status, headers, body }: RawResponse): Observed {
  const text = body.length <= 300 ? body.toString().replace(/\s+/g, " ") : undefined;
  return {
    status: String(status),
    contentType: headers["content-type"] ?? "-",
    allow: headers["allow"] ?? "-",
    vary: headers["vary"] ?? "-",
    contentLength: headers["content-length"] ?? "-",
    body: text ?? `${body.length} bytes ${createHash("sha256").update(body).digest("hex").slice(0, 16)}`,
  };
}

test("every captured request gets the response of Django REST Framework, except for the documented deviations", async (t) => {
  const content = contentOf(readArticles());
  const { port } = await serveBlog(t, () => content);
  const golden = readGolden();
  const requests = goldenRequests();
  assert.deepEqual(requests.map(({ name }) => name).toSorted(), [...golden.keys()].toSorted());
  for (const { name, bytes, responses } of requests) {
    await t.test(name, async () => {
      const answers = await exchange(port, bytes, { responses });
      assert.equal(answers.length, responses);
      const expected = deviations[name] ?? golden.get(name);
      if (name in deviations) assert.notDeepEqual(expected, golden.get(name), "isn't a deviation");
      for (const answer of answers) assert.deepEqual(observe(answer), expected);
    });
  }
});

test("the deviations are the ones that the documentation lists", () => {
  const file = new URL("../../../../docs/api/blog-api.md", import.meta.url);
  const section = /^## Deviations[^\n]*\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  const documented = [...section.matchAll(/^\| .*? \| .*? \| (.*?) \|$/gm)]
    .flatMap(([, cases = ""]) => [...cases.matchAll(/`([a-z0-9-]+)`/g)].map(([, name = ""]) => name))
    .toSorted();
  assert.deepEqual(documented, Object.keys(deviations).toSorted());
});

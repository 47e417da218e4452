import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { makeArticle, makeSection } from "#test/fixtures/blog/articles.ts";
import { exchange } from "#test/fixtures/blog/exchange.ts";
import { contentOf, readArticles, serveBlog } from "#test/fixtures/blog/serve-blog.ts";
import type { Article } from "#blog/content/article.ts";

const articles: Article[] = [
  makeArticle(30, { date: "2026-01-03", hashtags: "Büro, time", mainHeading: "B" }),
  makeArticle(10, { date: "2026-01-01", hashtags: "#focus,TIME,", mainHeading: "a", slug: "2024" }),
  makeArticle(20, {
    date: "2026-01-03",
    hashtags: "",
    mainHeading: "A",
    author: { name: "Zoë, the Great", profile_image: "https://cdn.example.test/z.jpg", role: "", category: "" },
    category: { id: 2, name: "HR & Payroll", slug: "hr-payroll", description: "" },
    subHeadings: [makeSection(1, { children: [makeSection(2, { description: "A NEEDLE deep inside" })] })],
  }),
];

async function serve(t: TestContext, served = articles, articleUrl?: string, trustProxy?: readonly string[]) {
  const content = contentOf(served);
  return serveBlog(t, () => content, articleUrl, trustProxy);
}

async function idsOf(url: string): Promise<number[]> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return ((await response.json()) as Article[]).map(({ id }) => id);
}

test("filters and orderings", async (t) => {
  const { url } = await serve(t);
  const examples: [query: string, ids: number[]][] = [
    ["", [30, 10, 20]],
    ["unknown=1&category=", [30, 10, 20]],
    ["category=hr-payroll", [20]],
    ["category=2", [20]],
    ["category=1,2", [30, 10, 20]],
    ["category=1&category=hr-payroll", [30, 10, 20]],
    ["category=none", []],
    ["category[]=hr-payroll", [20]],
    ["category%5B%5D=1&category%5B%5D=hr-payroll", [30, 10, 20]],
    ["author[]=ada%20NOVAK", [30, 10]],
    ["category[0]=1&category%5B1%5D=hr-payroll", [30, 10, 20]],
    ["tag[]=b%C3%9CRO&tag[]=none", [30]],
    ["exclude[]=article-30&exclude[]=2024", [20]],
    ["author=ada%20NOVAK", [30, 10]],
    ["author=zoe%CC%88,%20the%20great", [20]],
    ["tag=time", [30, 10]],
    ["tag=b%C3%9CRO", [30]],
    ["tag=%23focus", [10]],
    ["tag=focus", []],
    ["tag=nothing,%23Focus", [10]],
    ["search=needle", [20]],
    ["search=deep,Needle", [20]],
    ["search=needle+absent", []],
    ["search=%00", [30, 10, 20]],
    ["search=hr+%26", [20]],
    ["date__gte=2026-01-02", [30, 20]],
    ["date__lte=2026-01-02", [10]],
    ["date__gte=2026-01-03&date__lte=2026-01-03", [30, 20]],
    ["date__gte=soon", [30, 10, 20]],
    ["exclude=article-30,2024", [20]],
    ["exclude=20", [30, 10]],
    ["exclude=2024&exclude=article-20", [30]],
    ["ordering=id", [10, 20, 30]],
    ["ordering=-date", [30, 20, 10]],
    ["ordering=-date,id", [20, 30, 10]],
    ["ordering=mainHeading", [20, 30, 10]],
    ["ordering=nonsense,-id", [30, 20, 10]],
    ["ordering=id&ordering=nonsense", [30, 10, 20]],
    ["category=1&ordering=date&limit=1", [10]],
  ];
  for (const [query, ids] of examples) assert.deepEqual(await idsOf(`${url}/api/blogs/?${query}`), ids, query);
});

test("fields and omit select what is sent, in wire order, for the detail too", async (t) => {
  const { url } = await serve(t);
  const keys = async (path: string) => {
    const body = (await (await fetch(url + path)).json()) as object | object[];
    return Object.keys(Array.isArray(body) ? (body[0] as object) : body).join();
  };
  const all = "id,author,mainHeading,slug,category,description,blogImg,hashtags,time,date,subHeadings";
  assert.equal(await keys("/api/blogs/?fields=slug,id,bogus"), "id,slug");
  assert.equal(await keys("/api/blogs/2024?fields=slug&fields=date"), "slug,date");
  assert.equal(await keys("/api/blogs/2024?fields[]=slug&fields[]=date&omit[]=date"), "slug");
  assert.equal(await keys("/api/blogs/?omit=subHeadings,description"), all.replace(/,subHeadings|,description/g, ""));
  assert.equal(await keys("/api/blogs/2024?fields=id,slug&omit=id"), "slug");
  assert.equal(await keys("/api/blogs/?fields=bogus"), all);
  assert.equal(await keys("/api/blogs/?fields="), all);
  const response = await fetch(`${url}/api/blogs/2024?fields=id,slug`, {
    headers: { accept: "application/json; indent=2" },
  });
  assert.equal(await response.text(), '{\n  "id": 10,\n  "slug": "2024"\n}');
});

test("a page is a bare array with the total and links that keep every other parameter", async (t) => {
  const { url, port } = await serve(t, readArticles());
  const get = async (query: string) => {
    const response = await fetch(`${url}/api/blogs/?${query}`);
    const link = response.headers.get("link")?.replaceAll(`http://127.0.0.1:${port}/api/blogs/`, "") ?? null;
    return { count: ((await response.json()) as unknown[]).length, link, total: response.headers.get("x-total-count") };
  };
  assert.deepEqual(await get("limit=90&ordering=-date,id&x=%20%22"), {
    count: 90,
    total: "200",
    link:
      '<?limit=90&ordering=-date%2Cid&x=+%22>; rel="first", ' +
      '<?limit=90&ordering=-date%2Cid&x=+%22&offset=90>; rel="next", ' +
      '<?limit=90&ordering=-date%2Cid&x=+%22&offset=180>; rel="last"',
  });
  assert.deepEqual(await get("offset=180&limit=90"), {
    count: 20,
    total: "200",
    link: '<?limit=90>; rel="first", <?offset=90&limit=90>; rel="prev", <?offset=180&limit=90>; rel="last"',
  });
  assert.deepEqual(await get("limit=10&offset=1000"), {
    count: 0,
    total: "200",
    link: '<?limit=10>; rel="first", <?limit=10&offset=190>; rel="prev", <?limit=10&offset=190>; rel="last"',
  });
  assert.equal((await get("limit=500")).link, '<?limit=500>; rel="first", <?limit=500>; rel="last"');
  assert.equal((await get("limit=3&tag=nothing-has-it")).total, "0");
  for (const query of ["limit=0", "limit=-1", "limit=abc", "limit=1.5", "limit=", "offset=5"]) {
    assert.deepEqual(await get(query), { count: 200, link: null, total: null }, query);
  }
  assert.equal((await get("limit=5&offset=-3")).count, 5);
});

test("following the links gives every article once, in order", async (t) => {
  const { url } = await serve(t, readArticles());
  const ids: number[] = [];
  for (let next: string | undefined = `${url}/api/blogs/?limit=37`; next !== undefined;) {
    const response: Response = await fetch(next);
    ids.push(...((await response.json()) as Article[]).map(({ id }) => id));
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  }
  assert.deepEqual(
    ids,
    readArticles().map(({ id }) => id),
  );
});

test("links follow the scheme that a trusted proxy reports, and are relative for a strange Host", async (t) => {
  const { port } = await serve(t, articles, undefined, ["10.0.0.0/8", "127.0.0.1"]);
  const { port: open } = await serve(t, articles, undefined, ["10.0.0.0/8"]);
  const linkFor = async (headers: string, to = port) => {
    const [response] = await exchange(to, `GET /api/blogs/?limit=1 HTTP/1.1\r\n${headers}\r\n\r\n`);
    return /<([^>]*)>/.exec(response?.headers["link"] ?? "")?.[1];
  };
  assert.equal(
    await linkFor("Host: blog.example\r\nX-Forwarded-Proto: https"),
    "https://blog.example/api/blogs/?limit=1",
  );
  assert.equal(
    await linkFor("Host: blog.example\r\nX-Forwarded-Proto: https", open),
    "http://blog.example/api/blogs/?limit=1",
  );
  assert.equal(await linkFor('Host: x">y'), "/api/blogs/?limit=1");
});

test("a detail is its list element, byte for byte, and separators are escaped", async (t) => {
  const all = readArticles();
  const { url } = await serve(t, all);
  const details = await Promise.all(all.map(async ({ slug }) => (await fetch(`${url}/api/blogs/${slug}`)).text()));
  assert.equal(await (await fetch(`${url}/api/blogs/`)).text(), `[${details.join(",")}]`);
  assert.equal(
    details.some((text) => /[\u2028\u2029]/.test(text)),
    false,
  );
});

test("conditional requests", async (t) => {
  const { url } = await serve(t);
  for (const path of ["/api/blogs/", "/api/blogs/2024", "/api/blogs/?limit=2", "/api/blogs/2024?fields=id"]) {
    const first = await fetch(url + path);
    const etag = first.headers.get("etag") ?? "";
    assert.match(etag, /^"[\w-]{27}"$/);
    assert.equal(first.headers.get("last-modified"), "Sun, 01 Mar 2026 10:00:00 GMT");
    assert.equal(first.headers.get("cache-control"), "public, max-age=0, must-revalidate");
    const statusFor = async (headers: Record<string, string>, method = "GET") =>
      (await fetch(url + path, { headers, method, cache: "no-store" })).status;
    assert.equal(await statusFor({ "if-none-match": etag }), 304);
    assert.equal(await statusFor({ "if-none-match": `"a", W/${etag}` }), 304);
    assert.equal(await statusFor({ "if-none-match": etag }, "HEAD"), 304);
    assert.equal(await statusFor({ "if-none-match": etag }, "POST"), 405);
    assert.equal(
      await statusFor({ "if-none-match": '"other"', "if-modified-since": "Sun, 01 Mar 2026 10:00:00 GMT" }),
      200,
    );
    assert.equal(await statusFor({ "if-modified-since": "Sun, 01 Mar 2026 10:00:00 GMT" }), 304);
    assert.equal(await statusFor({ "if-modified-since": "Sunday, 01-Mar-26 10:00:00 GMT" }), 304);
    assert.equal(await statusFor({ "if-modified-since": "Sun Mar  1 10:00:01 2026" }), 304);
    assert.equal(await statusFor({ "if-modified-since": "Sun, 01 Mar 2026 09:59:59 GMT" }), 200);
    assert.equal(await statusFor({ "if-modified-since": "2030" }), 200);
  }
});

test("a 304 has the caching and CORS headers of the 200", async (t) => {
  const { url } = await serve(t);
  const response = await fetch(`${url}/api/blogs/?limit=1`, { headers: { "if-none-match": "*" }, cache: "no-store" });
  assert.equal(response.status, 304);
  const names = [...response.headers.keys()].filter((name) => !["date", "connection", "keep-alive"].includes(name));
  assert.deepEqual(names, [
    "access-control-allow-origin",
    "access-control-expose-headers",
    "allow",
    "cache-control",
    "etag",
    "last-modified",
    "link",
    "vary",
    "x-content-type-options",
    "x-total-count",
  ]);
});

test("ETags depend on the content and the form of the response", async (t) => {
  let content = contentOf(articles);
  const { url } = await serveBlog(t, () => content);
  const tagOf = async (path: string, accept = "*/*") =>
    (await fetch(`${url}/api/blogs/${path}`, { headers: { accept } })).headers.get("etag");
  const forms = ["", "2024", "?limit=2", "?limit=3", "2024?fields=id", "2024?fields=slug"];
  const tags = [
    ...(await Promise.all(forms.map((form) => tagOf(form)))),
    await tagOf("2024", "application/json;indent=4"),
  ];
  assert.equal(new Set(tags).size, tags.length);
  content = contentOf([...articles.slice(0, 2), makeArticle(20)], "2026-03-02T10:00:00Z");
  assert.equal(await tagOf("2024"), tags[1]);
  assert.notEqual(await tagOf(""), tags[0]);
});

test("any origin may read, and a preflight works for every path", async (t) => {
  const { url } = await serve(t);
  const headers = { origin: "https://front.example", "access-control-request-method": "GET" };
  for (const path of ["/api/blogs/", "/api/blogs/none?format=xml"]) {
    const response = await fetch(url + path, { method: "OPTIONS", headers });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    assert.equal(response.headers.get("access-control-allow-methods"), "GET, HEAD, OPTIONS");
    assert.equal(response.headers.get("access-control-allow-headers"), "*, Authorization");
    assert.equal(response.headers.get("vary"), "Accept");
  }
  const missing = await fetch(`${url}/api/blogs/none`);
  assert.equal(missing.headers.get("access-control-allow-origin"), "*");
  assert.equal(missing.headers.get("access-control-expose-headers"), "Link, X-Total-Count, ETag");
});

test("the checks come in order: format, Accept, method, slug", async (t) => {
  const { url } = await serve(t);
  const statusOf = async (path: string, accept: string, method: string) =>
    (await fetch(`${url}/api/blogs/${path}`, { headers: { accept }, method })).status;
  assert.equal(await statusOf("none?format=xml", "text/html", "POST"), 404);
  assert.equal(await statusOf("none", "text/html", "POST"), 406);
  assert.equal(await statusOf("none", "*/*", "POST"), 405);
  assert.equal(await statusOf("none", "*/*", "GET"), 404);
  assert.equal(await statusOf("none?format=json", "text/html", "OPTIONS"), 200);
});

test("errors and metadata are indented too on request", async (t) => {
  const { url } = await serve(t);
  const response = await fetch(`${url}/api/blogs/none`, {
    headers: { accept: "text/html, application/json;indent=1" },
  });
  assert.equal(await response.text(), '{\n "detail": "Not found."\n}');
});

test("before the first load it is a 503, then the loaded content", async (t) => {
  const read: ReturnType<typeof contentOf>[] = [];
  const { url } = await serveBlog(t, () => read.at(-1));
  const response = await fetch(`${url}/api/blogs/`);
  assert.equal(response.status, 503);
  assert.equal(response.headers.get("retry-after"), "1");
  read.push(contentOf([]));
  assert.equal(await (await fetch(`${url}/api/blogs/`)).text(), "[]");
});

test("paths that only begin like ours are left to other handlers", async (t) => {
  const { url } = await serve(t);
  for (const path of ["/api/blogsx", "/api/blog", "/v1/api/blogs/", "/feeds/blogs", "/feeds/blogs.atom/"]) {
    assert.equal((await fetch(url + path)).headers.get("x-not-blog"), "1", path);
  }
});

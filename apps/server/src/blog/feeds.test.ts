import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { makeArticle, makeSection } from "#test/fixtures/blog/articles.ts";
import { contentOf, readArticles, serveBlog } from "#test/fixtures/blog/serve-blog.ts";

const pages = "https://example.com/blog/{slug}";

async function serve(t: TestContext, articles = readArticles(), articleUrl: string | undefined = pages) {
  const content = contentOf(articles);
  return serveBlog(t, () => content, articleUrl);
}

test("without an address of the pages there are no feeds", async (t) => {
  const { url } = await serveBlog(t, () => contentOf([]), undefined);
  for (const path of ["/feeds/blogs.atom", "/feeds/blogs.json"]) {
    const response = await fetch(url + path);
    assert.equal(response.status, 404);
    assert.equal(await response.text(), '{"detail":"Not found."}');
  }
});

test("the Atom feed has every article, newest first, with its full text", async (t) => {
  const articles = [
    makeArticle(1, { date: "2026-01-01" }),
    makeArticle(2, {
      date: "2026-01-02",
      time: "09:30",
      mainHeading: 'A <b> & "B" \u000b\ud83c\udf89',
      description: "One\r\ntwo",
      subHeadings: [
        makeSection(5, {
          mainHeading: "S",
          img: "https://cdn.example.test/x.png?a=1&b=2",
          children: [makeSection(6, { description: "<script>" })],
        }),
      ],
    }),
  ];
  const { url } = await serve(t, articles);
  const response = await fetch(`${url}/feeds/blogs.atom`);
  assert.equal(response.headers.get("content-type"), "application/atom+xml; charset=utf-8");
  const xml = await response.text();
  assert.match(xml, /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/);
  assert.match(xml, /<id>https:\/\/example\.com\/blog\/<\/id>/);
  assert.match(xml, /<updated>2026-03-01T10:00:00Z<\/updated>/);
  assert.ok(xml.includes(`<link rel="self" type="application/atom+xml" href="${url}/feeds/blogs.atom"/>`));
  const [first = "", second = ""] = xml.split("<entry>").slice(1);
  assert.match(first, /<id>https:\/\/example\.com\/blog\/article-2<\/id>/);
  assert.match(first, /<title>A &lt;b&gt; &amp; &quot;B&quot; 🎉<\/title>/);
  assert.match(first, /<updated>2026-01-02T09:30:00Z<\/updated>/);
  assert.match(first, /<author><name>Ada Novak<\/name><\/author>/);
  assert.match(first, /<category term="teams"\/>/);
  assert.ok(
    first.includes(
      '<content type="html">&lt;p&gt;One&lt;br&gt;\ntwo&lt;/p&gt;&lt;h2&gt;S&lt;/h2&gt;' +
        "&lt;p&gt;&lt;img src=&quot;https://cdn.example.test/x.png?a=1&amp;amp;b=2&quot; alt=&quot;&quot;&gt;&lt;/p&gt;" +
        "&lt;h3&gt;Section 6&lt;/h3&gt;&lt;p&gt;&amp;lt;script&amp;gt;&lt;/p&gt;</content>",
    ),
  );
  assert.match(second, /article-1/);
});

test("the Atom feed of the sample content contains nothing that XML forbids", async (t) => {
  const { url } = await serve(t);
  const xml = await (await fetch(`${url}/feeds/blogs.atom`)).text();
  assert.equal(xml.split("<entry>").length, 201);
  assert.doesNotMatch(xml, /[^\P{Cc}\t\n]|[\ufffe\uffff]/u);
  assert.doesNotMatch(xml, /&(?!amp;|lt;|gt;|quot;)/);
});

test("the JSON feed is a JSON Feed 1.1", async (t) => {
  const { url } = await serve(t, [makeArticle(1, { time: "10:00" })]);
  const response = await fetch(`${url}/feeds/blogs.json`);
  assert.equal(response.headers.get("content-type"), "application/feed+json; charset=utf-8");
  assert.deepEqual(await response.json(), {
    version: "https://jsonfeed.org/version/1.1",
    title: "Blog",
    home_page_url: "https://example.com/blog/",
    feed_url: `${url}/feeds/blogs.json`,
    items: [
      {
        id: "https://example.com/blog/article-1",
        url: "https://example.com/blog/article-1",
        title: "Article 1",
        content_html: "<p>Lead</p><h2>Section 1000</h2>",
        summary: "Lead",
        image: "https://cdn.example.test/cover.png",
        date_published: "2026-01-02T10:00:00Z",
        authors: [{ name: "Ada Novak", avatar: "https://cdn.example.test/ada.jpg" }],
        tags: ["Remote Work", "time", "teams"],
      },
    ],
  });
});

test("feeds are revalidated, support HEAD and refuse writes", async (t) => {
  const { url } = await serve(t);
  for (const path of ["/feeds/blogs.atom", "/feeds/blogs.json"]) {
    const first = await fetch(url + path);
    const length = String((await first.arrayBuffer()).byteLength);
    const etag = first.headers.get("etag") ?? "";
    assert.equal((await fetch(url + path, { headers: { "if-none-match": etag }, cache: "no-store" })).status, 304);
    const head = await fetch(url + path, { method: "HEAD" });
    assert.deepEqual([head.status, head.headers.get("content-length")], [200, length]);
    for (const { headers } of [first, head, await fetch(url + path, { method: "POST" })])
      assert.equal(headers.get("x-content-type-options"), "nosniff");
    const post = await fetch(url + path, { method: "POST", body: "x" });
    assert.deepEqual([post.status, await post.text()], [405, '{"detail":"Method \\"POST\\" not allowed."}']);
    assert.equal((await fetch(url + path, { method: "OPTIONS" })).headers.get("allow"), "GET, HEAD, OPTIONS");
  }
});

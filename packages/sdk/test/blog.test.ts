import assert from "node:assert/strict";
import { test } from "node:test";
import { makeArticle } from "@stint/server/test/fixtures/blog/articles.ts";
import { contentOf, serveBlog } from "@stint/server/test/fixtures/blog/serve-blog.ts";
import { ApiError, BlogApi, Client, NotFoundError } from "#src/index.ts";

const author = { name: "Zoë", profile_image: "https://cdn.example.test/z.jpg", role: "", category: "" };
const category = { id: 2, name: "HR & Payroll", slug: "hr-payroll", description: "" };

test("articles are listed, filtered and read without a key", async (t) => {
  const articles = [
    makeArticle(30),
    makeArticle(10, { slug: "2024", category }),
    makeArticle(20, { author, category }),
  ];
  const content = contentOf(articles);
  const { port } = await serveBlog(t, () => content);
  const sent: (string | null)[] = [];
  const client = new Client({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: "stint_secret",
    onRequest: ({ headers }) => void sent.push(headers.get("authorization")),
  });
  const blog = new BlogApi(client);
  assert.deepEqual(await blog.list(), articles);
  const idsOf = async (query: Parameters<BlogApi["list"]>[0]) => (await blog.list(query)).map(({ id }) => id);
  assert.deepEqual(await idsOf({ category: "hr-payroll", ordering: "id" }), [10, 20]);
  assert.deepEqual(await idsOf({ category: ["hr-payroll", 1], author: "zoë" }), [20]);
  assert.deepEqual(await idsOf({ limit: 1, offset: 1 }), [10]);
  const article = await blog.get("2024");
  assert.equal(article.category.name, "HR & Payroll");
  assert.equal(await blog.get("2024", { ifNoneMatch: article }), article);
  await assert.rejects(
    blog.get("no-such"),
    (error) =>
      error instanceof NotFoundError &&
      error instanceof ApiError &&
      error.code === undefined &&
      error.detail === "Not found.",
  );
  assert.ok(sent.every((value) => value === null));
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stint } from "@stint/sdk";
import { expectAccessibleAndNarrow } from "../page/expect-accessible.ts";
import { expect, open, stintServer, test } from "../page/journey.ts";

const markup = `<p>HTML &amp; <b>markup</b></p><script>document.title = "taken over"</script><img src=x onerror=alert(1)>`;

async function publish(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "stint-e2e-blog-"));
  const article = (id: number, slug: string, mainHeading: string, description: string) => ({
    id,
    author: { name: "Ada Novak", profile_image: "https://cdn.example.test/ada.jpg", role: "Writer", category: "" },
    mainHeading,
    slug,
    category: { id: 1, name: "Product news", slug: "product-news", description: "" },
    description,
    blogImg: "https://cdn.example.test/cover.png",
    hashtags: "time",
    time: "",
    date: "2026-03-02",
    subHeadings: [{ id: id * 10, mainHeading: "A section", description: markup, img: null, children: [] }],
  });
  try {
    const path = join(folder, "articles.json");
    const articles = [
      article(1, "first-article", "The first article", `Line one.\r\nLine two. ${markup}`),
      article(2, "constructor", "The second article", "Something else."),
    ];
    await writeFile(path, JSON.stringify(articles));
    await stintServer("blog", "import", path, "--prune");
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("articles are read as readers get them, with markup as text and the address of their JSON", async ({ page }) => {
  await publish();
  await open(page, "/blog");
  const list = page.getByRole("list", { name: "Blog" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expectAccessibleAndNarrow(page, "/blog");
  await page.getByLabel("Search articles").fill("second");
  await expect(page).toHaveURL(/search=second/);
  await expect(list.getByRole("link", { name: "The second article", exact: true })).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("Search articles").fill("");
  await list.getByRole("link", { name: "The first article", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The first article", level: 1 })).toBeVisible();
  const article = page.getByRole("article");
  await expect(article.getByText(/<script>document\.title/).first()).toBeVisible();
  await expect(article.locator("script, img, b")).toHaveCount(0);
  await expect(page).toHaveTitle("The first article – Stint");
  await expectAccessibleAndNarrow(page, "/blog/{slug}");
  const json = (await page.getByRole("link", { name: "JSON" }).getAttribute("href")) ?? "";
  const blog = new Stint({ baseUrl: process.env["E2E_URL"] ?? "" }).blog;
  expect(await (await fetch(new URL(json, process.env["E2E_URL"]))).json()).toEqual(await blog.get("first-article"));
  await page.goto("/blog/no-such-article");
  await expect(page.getByText("There’s no article at this address.")).toBeVisible();
});

import type { BlogArticle } from "@stint/sdk";
import { X } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useFormat } from "#i18n/format.ts";
import { useMe } from "#api/queries.ts";
import { usePages } from "#api/use-pages.ts";
import { useText } from "#i18n/text.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { useScreenHeading } from "#screen/screens.ts";
import { SearchField } from "#ui/fields/search-field.tsx";
import { Rows } from "#ui/list/rows.tsx";
import rows from "#ui/list/rows.module.css";
import { Button } from "#ui/button/button.tsx";
import { useBlogWords } from "./use-blog-words.ts";
import classes from "./blog.module.css";

const pageSize = 20;

export function BlogPage() {
  const format = useFormat();
  const { shell } = useText();
  const words = useBlogWords();
  const { serverCommand } = useMe();
  const heading = useScreenHeading();
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const category = params.get("category") ?? "";
  const filter = { ...(search === "" ? {} : { search }), ...(category === "" ? {} : { category }) };
  const pages = usePages<BlogArticle>(["blog", filter], async (cursor) => {
    const offset = Number(cursor ?? 0);
    // Requests one more article than is shown, to know whether there is a next page.
    const articles = await stint.blog.list({ ...filter, limit: pageSize + 1, offset });
    return {
      data: articles.slice(0, pageSize),
      nextCursor: articles.length > pageSize ? String(offset + pageSize) : null,
    };
  });
  const change = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const isNarrow = search !== "" || category !== "";
  const empty = (
    <div>
      <p>{words.empty}</p>
      <p>{words.emptyHow}</p>
      <code>{serverCommand} blog import articles/</code>
    </div>
  );
  return (
    <>
      <PageHead call={{ operation: "blog.list", path: "/api/blogs/", query: filter }} lead={words.lead}>
        <Button component="a" href={`/api/blogs/?${new URLSearchParams(filter).toString()}`}>
          {words.listJson}
        </Button>
      </PageHead>
      <search className={`wrap ${classes.filter}`}>
        <SearchField label={words.search} value={search} onChange={(value) => change("search", value)} />
        {category !== "" && (
          <Button onClick={() => change("category", "")}>
            {shell.named(words.category, category)} <X size={14} aria-hidden />
          </Button>
        )}
      </search>
      <Rows label={heading}>
        {pages.items.map((article) => (
          <li key={article.slug}>
            <div className={rows.main}>
              <Link href={`/blog/${encodeURIComponent(article.slug)}`}>{article.mainHeading}</Link>
              <p className={classes.excerpt}>{article.description}</p>
              <p className="dim">
                {format.day(article.date)} · {words.by(article.author.name)} ·{" "}
                <Button kind="link" onClick={() => change("category", article.category.slug)}>
                  {article.category.name}
                </Button>
              </p>
            </div>
            <a href={jsonOf(article.slug)} aria-label={words.jsonOf(article.mainHeading)}>
              {words.json}
            </a>
          </li>
        ))}
      </Rows>
      <MoreRows pages={pages} empty={isNarrow ? words.nothingMatches : empty} />
    </>
  );
}

/** The URL of an article in the content API. */
export function jsonOf(slug: string): string {
  return `/api/blogs/${encodeURIComponent(slug)}`;
}

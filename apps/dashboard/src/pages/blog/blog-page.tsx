import type { BlogArticle } from "@stint/sdk";
import { X } from "lucide-react";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useFormat } from "#i18n/format.ts";
import { useMe } from "#api/queries.ts";
import { usePages } from "#api/use-pages.ts";
import { useText } from "#i18n/text.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { useScreenHeading } from "#screen/screens.ts";
import { SearchField } from "#ui/fields/search-field.tsx";
import { Rows, ListRow } from "#ui/list/rows.tsx";
import { Button } from "#ui/button/button.tsx";
import { filled, toParams } from "#screen/filter.ts";
import { useParam } from "#screen/use-param.ts";
import { useBlogWords } from "./use-blog-words.ts";
import classes from "./blog.module.css";

const pageSize = 20;

export function BlogPage() {
  const { shell } = useText();
  const words = useBlogWords();
  const { serverCommand } = useMe();
  const heading = useScreenHeading();
  const [search, setSearch] = useParam("search");
  const [category, setCategory] = useParam("category");
  const filter = filled({ search, category });
  const pages = usePages<BlogArticle>(["blog", filter], async (cursor) => {
    const offset = Number(cursor ?? 0);
    // Requests one more article than is shown, to know whether there is a next page.
    const articles = await stint.blog.list({ ...filter, limit: pageSize + 1, offset });
    return {
      data: articles.slice(0, pageSize),
      nextCursor: articles.length > pageSize ? String(offset + pageSize) : null,
    };
  });
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
      <PageHead call={{ operation: "blog.list", query: filter }} lead={words.lead}>
        <Button component="a" href={`/api/blogs/?${toParams(filter).toString()}`}>
          {words.listJson}
        </Button>
      </PageHead>
      <search className="wrap apart">
        <SearchField label={words.search} value={search} onChange={setSearch} />
        {category !== "" && (
          <Button onClick={() => setCategory("")}>
            {shell.named(words.category, category)} <X size={14} aria-hidden />
          </Button>
        )}
      </search>
      <Rows label={heading}>
        {pages.items.map((article) => (
          <ArticleRow key={article.slug} article={article} onCategory={setCategory} />
        ))}
      </Rows>
      <MoreRows pages={pages} empty={isNarrow ? words.nothingMatches : empty} />
    </>
  );
}

interface RowProps {
  article: BlogArticle;
  onCategory: (slug: string) => void;
}

function ArticleRow({ article, onCategory }: RowProps) {
  const format = useFormat();
  const words = useBlogWords();
  const { slug, mainHeading, description, date, author, category } = article;
  return (
    <ListRow
      end={
        <a href={jsonOf(slug)} aria-label={words.jsonOf(mainHeading)}>
          {words.json}
        </a>
      }
    >
      <Link href={`/blog/${encodeURIComponent(slug)}`}>{mainHeading}</Link>
      <p className={classes.excerpt}>{description}</p>
      <p className="dim">
        {format.day(date)} · {words.by(author.name)} ·{" "}
        <Button kind="link" onClick={() => onCategory(category.slug)}>
          {category.name}
        </Button>
      </p>
    </ListRow>
  );
}

/** The URL of an article in the content API. */
export function jsonOf(slug: string): string {
  return `/api/blogs/${encodeURIComponent(slug)}`;
}

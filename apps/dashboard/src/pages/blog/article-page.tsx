import { type BlogSection } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { defineQuery } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useFormat } from "#i18n/format.ts";
import { PageHead } from "#screen/page-head.tsx";
import { Button } from "#ui/button/button.tsx";
import { Absent } from "#screen/absent.tsx";
import { jsonOf } from "./blog-page.tsx";
import { useBlogWords } from "./use-blog-words.ts";
import classes from "./blog.module.css";

/** `/blog/{slug}`: an article. Its text is rendered as plain text, so markup is visible and never interpreted. */
export function ArticlePage({ id: slug }: { id: string }) {
  const format = useFormat();
  const words = useBlogWords();
  const query = useQuery(defineQuery(["blog", "article", slug], () => stint.blog.get(slug)));
  const article = query.data;
  const back = <Link href="/blog">← {words.back}</Link>;
  if (article === undefined) return <Absent query={query} notFound={words.notFound} lead={back} />;
  const facts = [
    format.day(article.date),
    ...(article.time === "" ? [] : [`${article.time} UTC`]),
    words.by(article.author.name),
    article.category.name,
    ...(article.hashtags === "" ? [] : [article.hashtags]),
  ];
  return (
    <>
      <PageHead call={{ operation: "blog.get", ids: [slug] }} title={article.mainHeading} lead={facts.join(" · ")}>
        <Button component="a" href={jsonOf(slug)}>
          {words.json}
        </Button>
      </PageHead>
      <p className="dim">{back}</p>
      <article className="form narrow apart">
        <p className={classes.text}>{article.description}</p>
        <Picture address={article.blogImg} />
        {article.subHeadings.map((section) => (
          <ArticleSection key={section.id} section={section} level={2} />
        ))}
      </article>
    </>
  );
}

function ArticleSection({ section, level }: { section: BlogSection; level: number }) {
  const Heading = `h${Math.min(level, 6)}` as "h2";
  return (
    <section className="stack">
      {section.mainHeading !== "" && <Heading>{section.mainHeading}</Heading>}
      {section.description !== "" && <p className={classes.text}>{section.description}</p>}
      <Picture address={section.img} />
      {section.children.map((child) => (
        <ArticleSection key={child.id} section={child} level={level + 1} />
      ))}
    </section>
  );
}

/** Shows a picture's URL as text, because the dashboard loads nothing from other hosts. */
function Picture({ address }: { address: string | null }) {
  const { shell } = useText();
  const words = useBlogWords();
  if (address === null || !/^https?:\/\//.test(address)) return null;
  return (
    <p className="dim">
      {shell.named(words.image, "")}
      <a href={address} rel="noreferrer noopener" target="_blank">
        {address}
      </a>
    </p>
  );
}

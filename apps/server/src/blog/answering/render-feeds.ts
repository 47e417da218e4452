import type { Article, Section } from "#blog/content/article.ts";
import { toJson } from "#blog/content/article.ts";
import { splitTags, type Content } from "#blog/content/content.ts";

export interface FeedAddresses {
  /** The URL template of an article's page, containing `{slug}`. */
  articleUrl: string;
  self: string | undefined;
}

const title = "Blog";

/** Renders the content as Atom (RFC 4287), newest article first, each with its full text. */
export function renderAtom(content: Content, { articleUrl, self }: FeedAddresses): string {
  const home = homeOf(articleUrl);
  const entries = newestFirst(content).map((article) => atomEntry(article, pageOf(articleUrl, article)));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escape(home)}</id>`,
    `<title>${title}</title>`,
    `<updated>${content.state.changedAt}</updated>`,
    `<link rel="alternate" type="text/html" href="${escape(home)}"/>`,
    ...(self === undefined ? [] : [`<link rel="self" type="application/atom+xml" href="${escape(self)}"/>`]),
    ...entries,
    "</feed>\n",
  ].join("\n");
}

function atomEntry(article: Article, page: string): string {
  const at = instantOf(article);
  return [
    "<entry>",
    `<id>${escape(page)}</id>`,
    `<title>${escape(article.mainHeading)}</title>`,
    `<link rel="alternate" type="text/html" href="${escape(page)}"/>`,
    `<published>${at}</published>`,
    `<updated>${at}</updated>`,
    `<author><name>${escape(article.author.name)}</name></author>`,
    ...categoriesOf(article).map((name) => `<category term="${escape(name)}"/>`),
    `<summary>${escape(article.description)}</summary>`,
    `<content type="html">${escape(toHtml(article))}</content>`,
    "</entry>",
  ].join("\n");
}

/** Renders the same articles as JSON Feed 1.1. */
export function renderJsonFeed(content: Content, { articleUrl, self }: FeedAddresses): string {
  return toJson({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: homeOf(articleUrl),
    feed_url: self,
    items: newestFirst(content).map((article) => {
      const page = pageOf(articleUrl, article);
      return {
        id: page,
        url: page,
        title: article.mainHeading,
        content_html: toHtml(article),
        summary: article.description === "" ? undefined : article.description,
        image: article.blogImg,
        date_published: instantOf(article),
        authors: [{ name: article.author.name, avatar: article.author.profile_image }],
        tags: categoriesOf(article),
      };
    }),
  });
}

function newestFirst(content: Content): Article[] {
  return content.entries
    .map(({ article }) => article)
    .toSorted((a, b) => (instantOf(a) === instantOf(b) ? 0 : instantOf(a) < instantOf(b) ? 1 : -1));
}

function instantOf({ date, time }: Article): string {
  return `${date}T${time === "" ? "00:00" : time}:00Z`;
}

function pageOf(articleUrl: string, { slug }: Article): string {
  return articleUrl.replaceAll("{slug}", slug);
}

function homeOf(articleUrl: string): string {
  return articleUrl.slice(0, articleUrl.indexOf("{slug}"));
}

function categoriesOf({ category, hashtags }: Article): string[] {
  return [...new Set([category.name, ...splitTags(hashtags)])];
}

// Converts an article to HTML. The API's texts are plain text, so markup in them is escaped, which also prevents XSS.
function toHtml(article: Article): string {
  return `${paragraph(article.description)}${article.subHeadings.map((section) => sectionHtml(section, 2)).join("")}`;
}

function sectionHtml({ mainHeading, description, img, children }: Section, level: number): string {
  const tag = `h${Math.min(level, 6)}`;
  return [
    mainHeading === "" ? "" : `<${tag}>${escape(mainHeading)}</${tag}>`,
    img === null ? "" : `<p><img src="${escape(img)}" alt=""></p>`,
    paragraph(description),
    ...children.map((child) => sectionHtml(child, level + 1)),
  ].join("");
}

function paragraph(text: string): string {
  return text === "" ? "" : `<p>${escape(text).replace(/\n/g, "<br>\n")}</p>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

// Escapes text for XML. Drops the control characters that XML 1.0 does not allow even when escaped, that is, all but
// tab and line breaks. Turns CR LF into one line break, as XML parsers do.
function escape(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, "")
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

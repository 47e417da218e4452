import { createHash } from "node:crypto";
import { allSections, toJson, type Article } from "./article.ts";
import type { ArticleRow, BlogState } from "./queries.ts";
import { toReply, type Reply } from "./replies.ts";

/** One article, prepared for sending, filtering and field selection. */
export interface Entry {
  article: Article;
  /** The row from the database. The next version reuses this entry if the row has not changed. */
  row: ArticleRow;
  bytes: Buffer;
  hash: string;
  /** Each field as JSON (`"name":value`), in wire order. */
  fragments: ReadonlyMap<string, string>;
  authorName: string;
  tags: ReadonlySet<string>;
  searchText: string;
}

/** One version of the content: immutable, and replaced by the next version. */
export interface Content {
  state: BlogState;
  entries: readonly Entry[];
  bySlug: ReadonlyMap<string, Entry>;
  /** Cached replies to plain requests, by request target. */
  plain: ReadonlyMap<string, Reply>;
}

export interface BlogSource {
  /** Returns the content to serve; undefined until the first load. */
  content: () => Content | undefined;
  /** The URL template of the article pages, containing `{slug}`; without it there are no feeds. */
  articleUrl: string | undefined;
  /** Whether this is the address of a proxy that sets X-Forwarded-Proto. */
  isProxy: (address: string | undefined) => boolean;
}

export const listPath = "/api/blogs/";

const kept = { isKept: true };

export function buildContent(state: BlogState, rows: readonly ArticleRow[], previous?: Content): Content {
  const entries = rows.map((row) => {
    const known = previous?.bySlug.get(row.slug);
    return known?.row.article === row.article && known.row.updatedAt === row.updatedAt ? known : toEntry(row);
  });
  const bySlug = new Map(entries.map((entry) => [entry.row.slug, entry]));
  const plain = new Map<string, Reply>();
  const list = toReply(listBytes(entries.map(({ bytes }) => bytes)), etag(entries), state.changedAt, kept);
  plain.set(listPath, list).set(listPath.slice(0, -1), list);
  for (const entry of entries) {
    const reply = toReply(entry.bytes, etag([entry]), entry.row.updatedAt, kept);
    plain.set(listPath + entry.row.slug, reply).set(`${listPath}${entry.row.slug}/`, reply);
  }
  return { state, entries, bySlug, plain };
}

/** Returns a strong ETag: a hash of the entries and of everything else that changes the bytes or headers. */
export function etag(entries: readonly Entry[], ...variant: unknown[]): string {
  const hash = createHash("sha256").update(JSON.stringify(variant));
  for (const entry of entries) hash.update(entry.hash);
  return `"${hash.digest("base64url").slice(0, 27)}"`;
}

export function listBytes(articles: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [];
  for (const bytes of articles) parts.push(parts.length === 0 ? opening : comma, bytes);
  return Buffer.concat(parts.length === 0 ? [opening, closing] : [...parts, closing]);
}

const opening = Buffer.from("[");
const comma = Buffer.from(",");
const closing = Buffer.from("]");

/** Normalizes text for case-insensitive comparison. Also makes composed and decomposed letters equal. */
export function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function toEntry(row: ArticleRow): Entry {
  const article = JSON.parse(row.article) as Article;
  const bytes = Buffer.from(toJson(article));
  return {
    article,
    row,
    bytes,
    hash: createHash("sha256").update(bytes).digest("base64url"),
    fragments: new Map(Object.entries(article).map(([name, value]) => [name, `"${name}":${toJson(value)}`])),
    authorName: fold(article.author.name.trim()),
    tags: new Set(splitTags(article.hashtags).map(fold)),
    searchText: fold(searchedTexts(article).join("\n")),
  };
}

/** Splits the hashtags, which the API stores in one string. */
export function splitTags(hashtags: string): string[] {
  return hashtags
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

function searchedTexts(article: Article): string[] {
  const texts = [
    article.mainHeading,
    article.description,
    article.hashtags,
    article.author.name,
    article.category.name,
  ];
  for (const section of allSections(article.subHeadings)) texts.push(section.mainHeading, section.description);
  return texts;
}

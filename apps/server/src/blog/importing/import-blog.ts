import type { DatabasePool } from "#platform/database/database.ts";
import { toJson, type Article } from "#blog/content/article.ts";
import { checkTogether, type Located } from "./check-together.ts";
import {
  advanceState,
  deleteArticles,
  lockState,
  notifyNodes,
  readContent,
  writeArticles,
  type ArticleRow,
  type ArticleWrite,
} from "#blog/content/queries.ts";
import { BlogSourceError, readSource } from "./read-source.ts";

export interface ImportResult {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  /** The version that has this content. It is new only if the content or its order changed. */
  version: number;
}

/**
 * Imports a JSON file, a Markdown file or a folder of Markdown files. The source's articles come first, in the source's
 * order. All other articles follow or, with `prune`, are removed. Atomic; throws a `BlogSourceError` if the source has
 * problems.
 */
export async function importBlog(db: DatabasePool, options: { path: string; prune: boolean }): Promise<ImportResult> {
  const source = await readSource(options.path);
  return db.transaction(async (tx) => {
    await lockState(tx);
    const stored = await readContent(tx);
    const given = new Set(source.map(({ article }) => article.slug));
    const others = stored.rows.filter(({ slug }) => !given.has(slug));
    const kept = options.prune ? [] : others;
    const problems = checkTogether([...source, ...kept.map(toLocated)]);
    if (problems.length > 0) throw new BlogSourceError(options.path, problems);

    const writes = toWrites(source, kept);
    const removed = options.prune ? others.map(({ slug }) => slug) : [];
    await notifyNodes(tx);
    const counts = { ...compare(source, stored.rows), removed: removed.length };
    if (isUnchanged(writes, stored.rows)) return { ...counts, version: stored.state.version };
    const state = await advanceState(tx);
    await deleteArticles(tx, removed);
    await writeArticles(tx, writes, state.changedAt);
    return { ...counts, version: state.version };
  });
}

/** Serializes the content as a JSON file that an import accepts. */
export function exportBlog(rows: readonly ArticleRow[]): string {
  return `${JSON.stringify(
    rows.map(({ article }) => JSON.parse(article) as Article),
    undefined,
    1,
  )}\n`;
}

function toLocated({ article }: ArticleRow): Located {
  const parsed = JSON.parse(article) as Article;
  return { article: parsed, locate: (path) => `stored article ${parsed.slug} (${path.join("/")})` };
}

function toWrites(source: readonly Located[], kept: readonly ArticleRow[]): ArticleWrite[] {
  const given = source.map(({ article }) => ({ slug: article.slug, article: toJson(article) }));
  return [...given, ...kept].map(({ slug, article }, position) => ({ slug, position, article }));
}

function compare(source: readonly Located[], rows: readonly ArticleRow[]) {
  const before = new Map(rows.map(({ slug, article }) => [slug, article]));
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const { article } of source) {
    const known = before.get(article.slug);
    counts[known === undefined ? "created" : known === toJson(article) ? "unchanged" : "updated"]++;
  }
  return counts;
}

function isUnchanged(writes: readonly ArticleWrite[], rows: readonly ArticleRow[]): boolean {
  return (
    writes.length === rows.length &&
    writes.every(({ slug, article }, at) => rows[at]?.slug === slug && rows[at].article === article)
  );
}

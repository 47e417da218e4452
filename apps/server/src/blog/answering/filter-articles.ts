import type { Article } from "#blog/content/article.ts";
import { fold, type Content, type Entry } from "#blog/content/content.ts";
import { valuesOf } from "./select-fields.ts";

// The maximum number of search terms, which limits the CPU time of a search.
const searchTermLimit = 50;

/**
 * Returns the entries that match the query, in the requested order. Returns the content's array itself if the query has
 * neither filters nor an order.
 */
export function filterArticles(content: Content, params: URLSearchParams): readonly Entry[] {
  let entries = content.entries;
  for (const condition of conditions(content, params)) entries = entries.filter(condition);
  return orderArticles(entries, params.getAll("ordering").at(-1));
}

type Condition = (entry: Entry) => boolean;

function conditions(content: Content, params: URLSearchParams): Condition[] {
  const found: Condition[] = [];
  const categories = anyOf(params, "category");
  if (categories !== undefined) {
    found.push(({ article: { category } }) => categories.has(category.slug) || categories.has(String(category.id)));
  }
  const authors = anyOf(params, "author", fold);
  if (authors !== undefined) found.push(({ authorName }) => authors.has(authorName));
  const tags = anyOf(params, "tag", fold);
  if (tags !== undefined) found.push((entry) => !tags.isDisjointFrom(entry.tags));
  const from = dateOf(params, "date__gte");
  if (from !== undefined) found.push(({ article }) => article.date >= from);
  const to = dateOf(params, "date__lte");
  if (to !== undefined) found.push(({ article }) => article.date <= to);
  const excluded = anyOf(params, "exclude");
  if (excluded !== undefined) found.push((entry) => !isNamed(content, entry.article, excluded));
  for (const term of searchTerms(params)) found.push(({ searchText }) => searchText.includes(term));
  return found;
}

/**
 * Returns the values of a parameter, which can be repeated or separated by commas. Includes the unsplit text too,
 * because a name may contain a comma.
 */
function anyOf(params: URLSearchParams, name: string, normalize = (text: string) => text): Set<string> | undefined {
  const given = valuesOf(params, name);
  const values = [...given, ...given.flatMap((value) => value.split(","))]
    .map((value) => normalize(value.trim()))
    .filter((value) => value !== "");
  return values.length === 0 ? undefined : new Set(values);
}

// A name that is one article's slug and another's id selects the article with that slug.
function isNamed(content: Content, article: Article, names: Set<string>): boolean {
  const id = String(article.id);
  return names.has(article.slug) || (names.has(id) && !content.bySlug.has(id));
}

function dateOf(params: URLSearchParams, name: string): string | undefined {
  const value = params.getAll(name).at(-1)?.trim();
  return value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;
}

function searchTerms(params: URLSearchParams): string[] {
  const text = fold(params.getAll("search").at(-1) ?? "").replaceAll("\0", "");
  const terms = new Set(text.split(/[\s,]+/).filter((term) => term !== ""));
  return [...terms].slice(0, searchTermLimit);
}

const orderable = ["id", "date", "time", "mainHeading", "slug"] as const;
type Orderable = (typeof orderable)[number];

function orderArticles(entries: readonly Entry[], ordering: string | undefined): readonly Entry[] {
  const steps = (ordering ?? "").split(",").flatMap((term) => {
    const name = term.trim().replace(/^-/, "");
    return isOrderable(name) ? [{ name, sign: term.trim().startsWith("-") ? -1 : 1 }] : [];
  });
  if (steps.length === 0) return entries;
  // Sorting is stable, so ties keep the content's order.
  return entries.toSorted((a, b) => {
    for (const { name, sign } of steps) {
      const x = a.article[name];
      const y = b.article[name];
      if (x !== y) return x < y ? -sign : sign;
    }
    return 0;
  });
}

function isOrderable(name: string): name is Orderable {
  return (orderable as readonly string[]).includes(name);
}

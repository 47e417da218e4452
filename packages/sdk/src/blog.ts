import { type CallOptions, path, type ReadOptions, Resource } from "./client.ts";

/** The author of an article. */
export interface BlogAuthor {
  name: string;
  /** The absolute URL of a picture. */
  profile_image: string;
  role: string;
  category: string;
}

/** A category of articles. */
export interface BlogCategory {
  id: number;
  name: string;
  slug: string;
  description: string;
}

/** A section of an article; sections nest. */
export interface BlogSection {
  id: number;
  /** May be empty. */
  mainHeading: string;
  /** May contain CR LF line breaks. */
  description: string;
  /** The absolute URL of a picture. */
  img: string | null;
  children: BlogSection[];
}

/** A complete article. */
export interface BlogArticle {
  id: number;
  author: BlogAuthor;
  mainHeading: string;
  /** The name in the article's URL, which `get` takes. */
  slug: string;
  category: BlogCategory;
  /** The lead text; may contain CR LF line breaks. */
  description: string;
  /** The absolute URL of the cover. */
  blogImg: string;
  /** All tags in one string, separated by commas. */
  hashtags: string;
  /** Empty, or `HH:MM` in UTC. */
  time: string;
  /** `YYYY-MM-DD`. */
  date: string;
  subHeadings: BlogSection[];
}

/** Filters and options for a list. Different filters are combined with AND, and the values of one filter with OR. */
export interface BlogQuery {
  /** The slug or id of the category. */
  category?: string | number | readonly (string | number)[] | undefined;
  /** The author's name; case does not matter. */
  author?: string | readonly string[] | undefined;
  /** One of `hashtags`; case does not matter. */
  tag?: string | readonly string[] | undefined;
  /** Words to search for; an article must contain all of them. */
  search?: string | undefined;
  /** The first day, `YYYY-MM-DD`. */
  date__gte?: string | undefined;
  /** The last day, `YYYY-MM-DD`. */
  date__lte?: string | undefined;
  /** Slugs or ids of articles to leave out. */
  exclude?: string | number | readonly (string | number)[] | undefined;
  /**
   * Fields to sort by, separated by commas; `-` before a field sorts in descending order. Default: the original order.
   */
  ordering?: string | undefined;
  /** The maximum number of articles. Default: all. */
  limit?: number | undefined;
  /** The number of articles to skip; needs `limit`. */
  offset?: number | undefined;
}

/** The blog's operations (`stint.blog`). They are public and need no API key. */
export class BlogApi extends Resource {
  /**
   * List complete articles.
   *
   * @example
   * const articles = await stint.blog.list({ category: "engineering", limit: 10 });
   */
  list(query?: BlogQuery, options?: CallOptions): Promise<BlogArticle[]> {
    return this.client.get("/api/blogs/", query, options);
  }

  /**
   * Get one article. Throws a `NotFoundError` without a `code` for an unknown slug, because the blog's errors have no
   * codes.
   *
   * @example
   * const article = await stint.blog.get("tracking-time");
   */
  get(slug: string, options?: ReadOptions<BlogArticle>): Promise<BlogArticle> {
    return this.client.get(path`/api/blogs/${slug}`, undefined, options);
  }
}

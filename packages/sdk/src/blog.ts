import { type CallOptions, path, type ReadOptions, Resource } from "./client.ts";

/** Who wrote an article. */
export interface BlogAuthor {
  name: string;
  /** The absolute address of a picture. */
  profile_image: string;
  role: string;
  category: string;
}

/** What articles are sorted into. */
export interface BlogCategory {
  id: number;
  name: string;
  slug: string;
  description: string;
}

/** A part of an article, with parts of its own. */
export interface BlogSection {
  id: number;
  /** May be empty. */
  mainHeading: string;
  /** May hold CR LF line breaks. */
  description: string;
  /** The absolute address of a picture. */
  img: string | null;
  children: BlogSection[];
}

/** An article, whole. */
export interface BlogArticle {
  id: number;
  author: BlogAuthor;
  mainHeading: string;
  /** What `get` takes. */
  slug: string;
  category: BlogCategory;
  /** The lead text; may hold CR LF line breaks. */
  description: string;
  /** The absolute address of the cover. */
  blogImg: string;
  /** Tags in one text, separated by commas. */
  hashtags: string;
  /** Empty, or `HH:MM` in UTC. */
  time: string;
  /** `YYYY-MM-DD`. */
  date: string;
  subHeadings: BlogSection[];
}

/** Filters narrow each other; of several values of one, any matches. */
export interface BlogQuery {
  /** Slug or id. */
  category?: string | number | readonly (string | number)[] | undefined;
  /** The name, whatever its case. */
  author?: string | readonly string[] | undefined;
  /** One of `hashtags`, whatever its case. */
  tag?: string | readonly string[] | undefined;
  /** Words, each of which stands somewhere in the article. */
  search?: string | undefined;
  /** The first day, `YYYY-MM-DD`. */
  date__gte?: string | undefined;
  /** The last day, `YYYY-MM-DD`. */
  date__lte?: string | undefined;
  /** Slugs or ids to leave out. */
  exclude?: string | number | readonly (string | number)[] | undefined;
  /** Fields to sort by, with `-` for descending, several by commas; without it the order of the content. */
  ordering?: string | undefined;
  /** How many at most; without it all. */
  limit?: number | undefined;
  /** How many to skip, with `limit`. */
  offset?: number | undefined;
}

/** The blog: public, without an API key. The operations of `stint.blog`. */
export class BlogApi extends Resource {
  /**
   * List the articles, whole.
   *
   * @example
   * const articles = await stint.blog.list({ category: "engineering", limit: 10 });
   */
  list(query?: BlogQuery, options?: CallOptions): Promise<BlogArticle[]> {
    return this.client.get("/api/blogs/", query, options);
  }

  /**
   * Get one article. Throws `NotFoundError`, whose `code` is undefined: errors of the blog have none.
   *
   * @example
   * const article = await stint.blog.get("tracking-time");
   */
  get(slug: string, options?: ReadOptions<BlogArticle>): Promise<BlogArticle> {
    return this.client.get(path`/api/blogs/${slug}`, undefined, options);
  }
}

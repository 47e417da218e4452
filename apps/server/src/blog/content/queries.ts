import { sql, type Database, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";

export interface BlogState {
  version: number;
  changedAt: string;
}

export interface ArticleRow {
  slug: string;
  article: string;
  updatedAt: string;
}

export interface ArticleWrite {
  slug: string;
  position: number;
  article: string;
}

/**
 * The channels between an import and the nodes. A notification on `blog_served` contains `<listener name> <version>`.
 */
export const blogChannel = "blog";
export const servedChannel = "blog_served";

export async function readState(db: Database): Promise<BlogState> {
  const rows = await db.query<BlogState>(sql`select version, changed_at as "changedAt" from blog_state`);
  return one(rows);
}

/** Reads the state and the articles in one statement, so both come from the same snapshot. */
export async function readContent(db: Database): Promise<{ state: BlogState; rows: ArticleRow[] }> {
  const found = await db.query<BlogState & { slug: string | null; article: string; updatedAt: string }>(sql`
    select state.version, state.changed_at as "changedAt",
           articles.slug, articles.article::text as article, articles.updated_at as "updatedAt"
      from blog_state state
      left join blog_articles articles on true
     order by articles.position, articles.slug`);
  const [first] = found;
  if (first === undefined) throw new Error("blog_state has no row");
  const rows = found.flatMap(({ slug, article, updatedAt }) => (slug === null ? [] : [{ slug, article, updatedAt }]));
  return { state: { version: first.version, changedAt: first.changedAt }, rows };
}

/** Locks the state, so that no other import runs until the transaction ends. */
export async function lockState(tx: Transaction): Promise<void> {
  await tx.query(sql`select version from blog_state for update`);
}

/** Advances the state to the next version, and its instant to one after those of all earlier versions. */
export async function advanceState(tx: Transaction): Promise<BlogState> {
  const rows = await tx.query<BlogState>(sql`
    update blog_state
       set version = version + 1,
           changed_at = greatest(date_trunc('second', clock_timestamp()), changed_at + interval '1 second')
    returning version, changed_at as "changedAt"`);
  return one(rows);
}

/** Notifies every node at commit. Each node then checks its version and announces the version that it serves. */
export async function notifyNodes(tx: Transaction): Promise<void> {
  await tx.query(sql`select pg_notify(${blogChannel}, '')`);
}

/** Upserts the articles; unchanged rows keep their `updated_at`. */
export async function writeArticles(tx: Transaction, articles: ArticleWrite[], changedAt: string): Promise<void> {
  await tx.query(sql`
    insert into blog_articles as stored (slug, position, article, updated_at)
    select slug, position, article::json, ${changedAt}::timestamptz
      from unnest(${articles.map(({ slug }) => slug)}::text[],
                  ${articles.map(({ position }) => position)}::integer[],
                  ${articles.map(({ article }) => article)}::text[]) as given (slug, position, article)
        on conflict (slug) do update
       set position = excluded.position,
           article = excluded.article,
           updated_at = case when stored.article::text = excluded.article::text
                             then stored.updated_at else excluded.updated_at end
     where stored.position <> excluded.position or stored.article::text <> excluded.article::text`);
}

export async function deleteArticles(tx: Transaction, slugs: string[]): Promise<void> {
  await tx.query(sql`delete from blog_articles where slug = any(${slugs}::text[])`);
}

/** Announces to importers the version that this node now serves. */
export async function announceServed(db: Database, listener: string, version: number): Promise<void> {
  await db.query(sql`select pg_notify(${servedChannel}, ${`${listener} ${version}`})`);
}

export async function findListeners(db: Database, prefix: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select application_name as name
      from pg_stat_activity
     where datname = current_database() and starts_with(application_name, ${prefix})`);
  return rows.map(({ name }) => name);
}

import type { Database } from "#platform/database/database.ts";
import { blogHandler } from "./answering/answer-blog-requests.ts";
import { followContent } from "./content/follow-content.ts";

export interface BlogOptions {
  db: Database;
  /** The `application_name` of the connection that listens on `blog`. */
  listener: string;
  articleUrl: string | undefined;
  isProxy: (address: string | undefined) => boolean;
}

export type Blog = ReturnType<typeof createBlog>;

export function createBlog({ db, listener, articleUrl, isProxy }: BlogOptions) {
  const content = followContent({ db, listener });
  return {
    /** Handles requests to the blog; returns false for all other requests. */
    handle: blogHandler({ content: content.current, articleUrl, isProxy }),
    /**
     * Reads the content if it has changed. Call it before the first request, after every (re)start of LISTEN, and for
     * each notification on `blog`.
     */
    reload: content.reload,
    stop: content.stop,
    isLoaded: (): boolean => content.current() !== undefined,
  };
}

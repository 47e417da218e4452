import type { Database } from "#platform/database/database.ts";
import { blogHandler, type BlogHandler } from "./answer-blog-requests.ts";
import { followContent } from "./follow-content.ts";

export interface Blog {
  /** Handles requests to the blog; returns false for all other requests. */
  handle: BlogHandler;
  /**
   * Reads the content if it has changed. Call it before the first request, after every (re)start of LISTEN, and for
   * each notification on `blog`.
   */
  reload: () => Promise<void>;
  stop: () => void;
  isLoaded: () => boolean;
}

export interface BlogOptions {
  db: Database;
  /** The `application_name` of the connection that listens on `blog`. */
  listener: string;
  articleUrl: string | undefined;
  isProxy: (address: string | undefined) => boolean;
}

export function createBlog({ db, listener, articleUrl, isProxy }: BlogOptions): Blog {
  const content = followContent({ db, listener });
  return {
    handle: blogHandler({ content: content.current, articleUrl, isProxy }),
    reload: content.reload,
    stop: content.stop,
    isLoaded: () => content.current() !== undefined,
  };
}

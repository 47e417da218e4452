// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Grant } from "./schemas.ts";

/** The query of `grants.list`. */
export interface ListMemberGrantsQuery {
  /** Only programs that this member connected; `me` is the key's own. For several values, pass a list. */
  userId?: string | readonly string[] | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The operations of `stint.grants`. */
export class GrantsApi extends Resource {
  /**
   * List connected programs.
   *
   * Newest first, only those that still have access. Members get their own; owners and admins get everybody's.
   *
   * Needs the scope `keys:write`.
   *
   * @example
   * for await (const each of stint.grants.list()) console.log(each);
   */
  list(query?: ListMemberGrantsQuery, options?: CallOptions): PageList<Grant> {
    return this.client.list("/v1/grants", query, options);
  }

  /**
   * Disconnect a program.
   *
   * Its tokens are refused at once, on every node. Owners and admins may disconnect everybody's programs. A program that has no access anymore is 404.
   *
   * Needs the scope `keys:write`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * await stint.grants.end("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  end(id: string, options?: CallOptions): Promise<void> {
    return this.client.remove(path`/v1/grants/${id}`, options);
  }
}

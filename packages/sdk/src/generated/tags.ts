// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";

/** One of `tags.list`. */
export interface ListTagsItem {
  /** In the spelling that was used last. */
  name: string;
  /** Entries that carry it. */
  count: number;
  /** The latest start of an entry that carries it. ISO 8601, in UTC. */
  lastUsedAt: string;
}

/** The operations of `stint.tags`. */
export class TagsApi extends Resource {
  /**
   * List the tags in use.
   *
   * Most used first. A member sees the tags of its own entries.
   *
   * Needs the scope `time-entries:read`.
   *
   * @example
   * for await (const each of stint.tags.list()) console.log(each);
   */
  list(options?: CallOptions): PageList<ListTagsItem> {
    return this.client.list("/v1/tags", undefined, options, false);
  }
}

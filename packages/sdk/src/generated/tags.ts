// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type PostOptions, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { TagRename, TagRenameUndo } from "./schemas.ts";

/** One of `tags.list`. */
export interface ListTagsItem {
  /** The tag in its latest spelling. */
  name: string;
  /** The number of entries with this tag. */
  count: number;
  /** The latest start of an entry with this tag. ISO 8601, in UTC. */
  lastUsedAt: string;
}

/** The body of `tags.rename`. */
export interface RenameTagsBody {
  /** The tags to replace. Several are merged. */
  from: readonly string[];
  /** The tag that replaces them, in the spelling to show. It may already be in use. */
  to: string;
  /** If true, only counts and changes nothing. Default: `false`. */
  dryRun?: boolean | undefined;
}

/** The body of `tags.undoRename`. */
export interface UndoTagRenameBody {
  /** The `id` of the renaming, or of the undo of one. */
  id: string;
}

/** The operations of `stint.tags`. */
export class TagsApi extends Resource {
  /**
   * List the tags in use.
   *
   * Most used first. Members see the tags of their own entries, and leads of teams also see those of their teams' members.
   *
   * Needs the scope `time-entries:read`.
   *
   * @example
   * for await (const each of stint.tags.list()) console.log(each);
   */
  list(options?: CallOptions): PageList<ListTagsItem> {
    return this.client.list("/v1/tags", undefined, options, false);
  }

  /**
   * Rename or merge tags.
   *
   * Changes all live entries that the caller may change; for members, their own, and for leads of teams also those of their teams' members. Entries before the lock date and running timers keep their tags. All or nothing.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const tagRename = await stint.tags.rename({ from: ["ui", "user interface"], to: "UI", dryRun: false });
   */
  rename(body: RenameTagsBody, options?: PostOptions): Promise<TagRename> {
    return this.client.post("/v1/tags/rename", body, options);
  }

  /**
   * Undo renaming tags.
   *
   * Restores the previous tags of entries that still have the tags of the renaming and that the caller may change. It works for merged tags too, and at any time.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const tagRenameUndo = await stint.tags.undoRename({ id: "rename_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f" });
   */
  undoRename(body: UndoTagRenameBody, options?: PostOptions): Promise<TagRenameUndo> {
    return this.client.post("/v1/tags/rename/undo", body, options);
  }
}

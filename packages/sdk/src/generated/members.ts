// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Member } from "./schemas.ts";

/** The query of `members.list`. */
export interface ListMembersQuery {
  /** Members with this role. For several values, pass a list. */
  role?: "owner" | "admin" | "manager" | "member" | "viewer" | readonly ("owner" | "admin" | "manager" | "member" | "viewer")[] | undefined;
  /** Members with this status. For several values, pass a list. */
  status?: "active" | "deactivated" | readonly ("active" | "deactivated")[] | undefined;
  /** Part of the name or address, ignoring case. */
  q?: string | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `members.update`. */
export interface UpdateMemberBody {
  /** The member's role, see docs/api/api-keys.md. */
  role?: "owner" | "admin" | "manager" | "member" | "viewer" | undefined;
  /** Keys and sessions of deactivated members are refused; their entries and names are kept. */
  status?: "active" | "deactivated" | undefined;
}

/** The operations of `stint.members`. */
export class MembersApi extends Resource {
  /**
   * List members, newest first.
   *
   * Needs the scope `members:read`.
   *
   * @example
   * for await (const each of stint.members.list()) console.log(each);
   */
  list(query?: ListMembersQuery, options?: CallOptions): PageList<Member> {
    return this.client.list("/v1/members", query, options);
  }

  /**
   * Get a member, active or deactivated.
   *
   * Needs the scope `members:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const member = await stint.members.get("user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(userId: string, options?: ReadOptions<Member>): Promise<Member> {
    return this.client.get(path`/v1/members/${userId}`, undefined, options);
  }

  /**
   * Change a member's role, deactivate or reactivate them.
   *
   * Nobody may change a member with a higher role, or assign a role above their own. A session that raises a role or reactivates a member must have authenticated in the last 10 minutes, or call `POST /auth/reauthenticate` first. An API key may make owners and admins only if it has every scope.
   *
   * Needs the scope `members:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const member = await stint.members.update("user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { role: "manager" }, { ifMatch: { version: 1 } });
   */
  update(userId: string, body: UpdateMemberBody, options?: ConditionalOptions): Promise<Member> {
    return this.client.send("PATCH", path`/v1/members/${userId}`, body, options);
  }

  /**
   * Deactivate a member.
   *
   * The member's keys and sessions are revoked at once, and a running timer is stopped; entries and name are kept. The member can still be read, and can be reactivated with `PATCH`.
   *
   * Needs the scope `members:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.members.deactivate("user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  deactivate(userId: string, options?: ConditionalOptions): Promise<void> {
    return this.client.send("DELETE", path`/v1/members/${userId}`, undefined, options);
  }
}

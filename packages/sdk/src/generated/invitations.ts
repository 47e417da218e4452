// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Invitation, SentInvitation } from "./schemas.ts";

/** The query of `invitations.list`. */
export interface ListInvitationsQuery {
  /** Only invitations with this status. For several values, pass a list. */
  status?: "pending" | "expired" | "accepted" | "revoked" | readonly ("pending" | "expired" | "accepted" | "revoked")[] | undefined;
  /** Part of the address, ignoring case. */
  q?: string | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `invitations.create`. */
export interface CreateInvitationBody {
  /** The person to invite. */
  email: string;
  /** The role, not above your own; defaults to `member`. */
  role?: "owner" | "admin" | "manager" | "member" | "viewer" | undefined;
  /** The team that the person joins by accepting. Needs the scope `teams:write` too. */
  teamId?: string | undefined;
}

/** The operations of `stint.invitations`. */
export class InvitationsApi extends Resource {
  /**
   * List invitations, newest first.
   *
   * Needs the scope `members:read`.
   *
   * @example
   * for await (const each of stint.invitations.list()) console.log(each);
   */
  list(query?: ListInvitationsQuery, options?: CallOptions): PageList<Invitation> {
    return this.client.list("/v1/invitations", query, options);
  }

  /**
   * Invite a person by email address.
   *
   * The reply contains a link to pass on. If the service has a mail server, it also emails a different link, which verifies the person's address when it is used. An API key may invite owners and admins only if it has every scope.
   *
   * Needs the scope `members:write`. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const sentInvitation = await stint.invitations.create({ email: "jo@example.com", role: "member" });
   */
  create(body: CreateInvitationBody, options?: PostOptions): Promise<SentInvitation> {
    return this.client.post("/v1/invitations", body, options);
  }

  /**
   * Get an invitation.
   *
   * Needs the scope `members:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const invitation = await stint.invitations.get("inv_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<Invitation>): Promise<Invitation> {
    return this.client.get(path`/v1/invitations/${id}`, undefined, options);
  }

  /**
   * Revoke an invitation.
   *
   * Its link stops working at once. The invitation can still be read.
   *
   * Needs the scope `members:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.invitations.revoke("inv_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  revoke(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/invitations/${id}`, options);
  }

  /**
   * Resend an invitation with a new link.
   *
   * The old link stops working, and the 7 days start over. Also possible for an expired invitation.
   *
   * Needs the scope `members:write`. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const sentInvitation = await stint.invitations.resend("inv_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  resend(id: string, options?: PostOptions & ConditionalOptions): Promise<SentInvitation> {
    return this.client.post(path`/v1/invitations/${id}/resend`, undefined, options);
  }
}

// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, Resource } from "../client.ts";
import type { Member, Organization } from "./schemas.ts";

/** The body of `organization.update`. */
export interface UpdateOrganizationBody {
  /** Name of the organization. */
  name?: string | undefined;
  /** The one currency of its money (ISO 4217). ISO 4217. */
  currency?: string | undefined;
  /** IANA time zone in which its days are cut. */
  timeZone?: string | undefined;
  /** The first day of its weeks. */
  weekStart?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | undefined;
  /** The days on which it works, which forecasts of budgets count. */
  workingDays?: readonly ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | undefined;
  /** Entries that start before this day, in `timeZone`, are read-only (409 `period_locked`). `YYYY-MM-DD`. */
  lockDate?: string | null | undefined;
  /** Whether the role member may make API keys of its own; managers, admins and owners always may. */
  membersMayMakeKeys?: boolean | undefined;
}

/** The body of `organization.scheduleDeletion`. */
export interface ScheduleDeletionBody {
  /** The organization's exact name, as proof that this one is meant. */
  confirmName: string;
}

/** The body of `organization.transferOwnership`. */
export interface TransferOwnershipBody {
  /** The new owner: an active member. */
  userId: string;
}

/** What `organization.transferOwnership` answers. */
export interface TransferOwnershipReply {
  owner: Member;
  previousOwner: Member;
}

/** The operations of `stint.organization`. */
export class OrganizationApi extends Resource {
  /**
   * Get the organization of the key.
   *
   * Needs the scope `organization:read`.
   *
   * @example
   * const organization = await stint.organization.get();
   */
  get(options?: ReadOptions<Organization>): Promise<Organization> {
    return this.client.get("/v1/organization", undefined, options);
  }

  /**
   * Change the organization's settings.
   *
   * A session that turns `membersMayMakeKeys` on needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Needs the scope `organization:write`.
   *
   * Throws `BadRequestError`, `ConflictError`, `PreconditionFailedError`, and what every call may.
   *
   * @example
   * const organization = await stint.organization.update({ weekStart: "sunday", lockDate: "2026-03-01" }, { ifMatch: { version: 1 } });
   */
  update(body: UpdateOrganizationBody, options?: ConditionalOptions): Promise<Organization> {
    return this.client.send("PATCH", "/v1/organization", body, options);
  }

  /**
   * Delete the organization, 30 days from now.
   *
   * A full export (`GET /organization/export`) has to begin in the 24 hours before. Until `deletesAt` everything can be read and exported, and the deletion cancelled; every other change is 409 `organization_ending`. Then the organization and all that it holds are removed for good.
   *
   * Needs the scope `organization:write`. Only an owner may. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `ConflictError`, and what every call may.
   *
   * @example
   * const organization = await stint.organization.scheduleDeletion({ confirmName: "My company" });
   */
  scheduleDeletion(body: ScheduleDeletionBody, options?: PostOptions): Promise<Organization> {
    return this.client.post("/v1/organization/deletion", body, options);
  }

  /**
   * Keep the organization that was to be deleted.
   *
   * Needs the scope `organization:write`. Only an owner may.
   *
   * Throws `NotFoundError`, and what every call may.
   *
   * @example
   * await stint.organization.cancelDeletion();
   */
  cancelDeletion(options?: CallOptions): Promise<void> {
    return this.client.send("DELETE", "/v1/organization/deletion", undefined, options);
  }

  /**
   * Make another member the owner, and oneself an admin.
   *
   * Needs the scope `organization:write`. Also needs `time-entries:read`, `time-entries:write`, `projects:read`, `projects:write`, `reports:read`, `costs:read`, `rates:write`, `webhooks:read`, `webhooks:write`, `members:read`, `members:write`, `organization:read`, `keys:write`, `audit:read`. Only an owner may. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and what every call may.
   *
   * @example
   * const reply = await stint.organization.transferOwnership({ userId: "user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f" });
   */
  transferOwnership(body: TransferOwnershipBody, options?: PostOptions): Promise<TransferOwnershipReply> {
    return this.client.post("/v1/organization/transfer", body, options);
  }

  /**
   * Download everything that the organization holds.
   *
   * One zip of CSV and JSON files that show one moment; its README.txt says what is in them. Secrets are in none. `exportedAt` tells of it once it was sent to its end.
   *
   * Needs the scope `organization:write`. Also needs `time-entries:read`, `projects:read`, `reports:read`, `costs:read`, `webhooks:read`, `members:read`, `organization:read`, `audit:read`. Only an owner may. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * @example
   * const response = await stint.organization.export();
   */
  export(options?: CallOptions): Promise<Response> {
    return this.client.file("/v1/organization/export", undefined, options);
  }
}

// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, Resource } from "../client.ts";
import type { Member, Organization } from "./schemas.ts";

/** The body of `organization.update`. */
export interface UpdateOrganizationBody {
  /** Name of the organization. */
  name?: string | undefined;
  /** The currency of all its amounts (ISO 4217). ISO 4217. */
  currency?: string | undefined;
  /** The IANA time zone that determines its days. */
  timeZone?: string | undefined;
  /** The first day of its weeks. */
  weekStart?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | undefined;
  /** Its working days, which budget forecasts count. */
  workingDays?: readonly ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | undefined;
  /** Entries that start before this day, in `timeZone`, are read-only (409 `period_locked`). `YYYY-MM-DD`. */
  lockDate?: string | null | undefined;
  /** Whether members with the role member may create API keys; managers, admins and owners always may. */
  membersMayMakeKeys?: boolean | undefined;
  /** The rules for time entries (422 `entry_rule`); all are off by default. Absent ones stay unchanged. */
  entryRules?: {
    /** Whether every entry needs a description. */
    requireDescription?: boolean | undefined;
    /** Whether every entry needs at least one tag. */
    requireTag?: boolean | undefined;
    /** Whether a member's entries may overlap. Entries that only touch, or last 0 s, never overlap. */
    overlaps?: "allow" | "refuse" | undefined;
    /** The number of days after the day on which an entry starts (in `timeZone`) during which it may be created or deleted, or its time changed. 0 means only on that day; null means no limit. */
    latestDays?: number | null | undefined;
    /** A timer that runs longer than this many seconds is marked when it stops; null if timers are never marked. */
    longestTimerSeconds?: number | null | undefined;
  } | undefined;
  /** The timesheets that members submit; null if there are none. Turning them off stops submissions, but unlocks nothing. By default `ownApproval` is false and `graceMinutes` 5. */
  approvals?: {
    /** The period of a timesheet: a week, from `weekStart` on, or a month. */
    period: "week" | "month";
    /** A day in the first period to be submitted. `YYYY-MM-DD`. */
    from: string;
    /** Whether those who approve timesheets may approve their own. */
    ownApproval?: boolean | undefined;
    /** The number of minutes after an approval during which the approver may reopen the timesheet without a note. */
    graceMinutes?: number | undefined;
  } | null | undefined;
}

/** The body of `organization.scheduleDeletion`. */
export interface ScheduleDeletionBody {
  /** The organization's exact name, to confirm the deletion. */
  confirmName: string;
}

/** The body of `organization.transferOwnership`. */
export interface TransferOwnershipBody {
  /** The new owner: an active member. */
  userId: string;
}

/** The reply of `organization.transferOwnership`. */
export interface TransferOwnershipReply {
  owner: Member;
  previousOwner: Member;
}

/** The operations of `stint.organization`. */
export class OrganizationApi extends Resource {
  /**
   * Get the key's organization.
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
   * A session that turns `membersMayMakeKeys` on must have authenticated in the last 10 minutes, or call `POST /auth/reauthenticate` first.
   *
   * Needs the scope `organization:write`.
   *
   * Throws `BadRequestError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
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
   * A full export (`GET /organization/export`) must have begun in the last 24 hours. Until `deletesAt`, everything can be read and exported, and the deletion cancelled; every other change is 409 `organization_ending`. Then the organization and everything in it are permanently removed.
   *
   * Needs the scope `organization:write`. Only for owners. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const organization = await stint.organization.scheduleDeletion({ confirmName: "My company" });
   */
  scheduleDeletion(body: ScheduleDeletionBody, options?: PostOptions): Promise<Organization> {
    return this.client.post("/v1/organization/deletion", body, options);
  }

  /**
   * Cancel the deletion of the organization.
   *
   * Needs the scope `organization:write`. Only for owners.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * await stint.organization.cancelDeletion();
   */
  cancelDeletion(options?: CallOptions): Promise<void> {
    return this.client.send("DELETE", "/v1/organization/deletion", undefined, options);
  }

  /**
   * Make another member the owner, and yourself an admin.
   *
   * Needs the scope `organization:write`. Also needs `time-entries:read`, `time-entries:write`, `projects:read`, `projects:write`, `reports:read`, `costs:read`, `rates:write`, `webhooks:read`, `webhooks:write`, `members:read`, `members:write`, `organization:read`, `keys:write`, `audit:read`. Only for owners. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.organization.transferOwnership({ userId: "user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f" });
   */
  transferOwnership(body: TransferOwnershipBody, options?: PostOptions): Promise<TransferOwnershipReply> {
    return this.client.post("/v1/organization/transfer", body, options);
  }

  /**
   * Download all data of the organization.
   *
   * A zip of CSV and JSON files from a single snapshot; its README.txt describes them. They contain no secrets. `exportedAt` is updated when the whole zip has been sent.
   *
   * Needs the scope `organization:write`. Also needs `time-entries:read`, `projects:read`, `reports:read`, `costs:read`, `webhooks:read`, `members:read`, `organization:read`, `audit:read`. Only for owners. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * @example
   * const response = await stint.organization.export();
   */
  export(options?: CallOptions): Promise<Response> {
    return this.client.file("/v1/organization/export", undefined, options);
  }
}

// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type PostOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { CalendarEvents, CreatedGrant, CurrentCalendarFeed, Grant, GrantRequest, Me, NewCalendarFeed, Session, SubscribedCalendar } from "./schemas.ts";

/** The body of `me.update`. */
export interface UpdateMeBody {
  /** Your name, in every organization that you are a member of. */
  name?: string | undefined;
  /** Changes only the given preferences. Null restores that of the organization or the device. */
  preferences?: {
    /** The dashboard's language; null for the device's. */
    language?: "en" | "de" | "fr" | null | undefined;
    /** The dashboard's theme; null for the device's. */
    theme?: "light" | "dark" | null | undefined;
    /** The first day of the week; null for the organization's. */
    weekStart?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null | undefined;
    /** 12-hour or 24-hour clock; null to follow the device's locale. */
    clock?: "12" | "24" | null | undefined;
    /** `1:30` or `1.5`. Initially `clock`. */
    durations?: "clock" | "decimal" | undefined;
    /** The IANA time zone in which days are shown; null for the organization's. */
    timeZone?: string | null | undefined;
    /** How high rows are in the dashboard. Initially `compact`. */
    density?: "compact" | "comfortable" | undefined;
    /** Whether single keys act as shortcuts. Initially `true`. */
    shortcuts?: boolean | undefined;
    /** The notices that you get, and where. Only the given ones change. */
    notices?: {
      /** Sent on the morning after a working day without time. Initially off. */
      time_missing?: {
        /** By mail, if the service can send mail. */
        mail?: boolean | undefined;
        /** In the dashboard and in `GET /notices`. */
        dashboard?: boolean | undefined;
      } | undefined;
      /** Sent when a timer has been running for ten hours, and after each further day. Initially off. */
      timer_running_long?: {
        /** By mail, if the service can send mail. */
        mail?: boolean | undefined;
        /** In the dashboard and in `GET /notices`. */
        dashboard?: boolean | undefined;
      } | undefined;
      /** Sent when a period has ended and its timesheet has not been submitted. Initially on. */
      timesheet_due?: {
        /** By mail, if the service can send mail. */
        mail?: boolean | undefined;
        /** In the dashboard and in `GET /notices`. */
        dashboard?: boolean | undefined;
      } | undefined;
      /** Sent when a timesheet that you may approve was submitted. Initially on. */
      timesheet_submitted?: {
        /** By mail, if the service can send mail. */
        mail?: boolean | undefined;
        /** In the dashboard and in `GET /notices`. */
        dashboard?: boolean | undefined;
      } | undefined;
      /** Sent when your timesheet was approved, rejected or reopened. Initially on. */
      timesheet_decided?: {
        /** By mail, if the service can send mail. */
        mail?: boolean | undefined;
        /** In the dashboard and in `GET /notices`. */
        dashboard?: boolean | undefined;
      } | undefined;
      /** Sent when a project's budget has reached a threshold. Initially on; for owners, admins and managers only. */
      budget?: {
        /** By mail, if the service can send mail. */
        mail?: boolean | undefined;
        /** In the dashboard and in `GET /notices`. */
        dashboard?: boolean | undefined;
      } | undefined;
      /** Sent every week, with the hours of the members whose time you see. Initially off. */
      digest?: {
        /** By mail, if the service can send mail. */
        mail?: boolean | undefined;
        /** In the dashboard and in `GET /notices`. */
        dashboard?: boolean | undefined;
      } | undefined;
    } | undefined;
  } | undefined;
  /** Replaces your favourites in this organization, in this order. */
  favourites?: readonly ({
    /** The project. */
    projectId: string;
    /** The task; null for none in particular. */
    taskId: string | null;
    /** The work; may be empty. */
    description: string;
  })[] | undefined;
}

/** The body of `me.createGrant`. */
export interface CreateGrantBody {
  /** The query of the address to which the program sent the browser (RFC 6749 §4.1.1), unchanged. */
  request: string;
  /** The organization that was shown to the person; it must be that of the session. */
  organizationId: string;
  /** The scopes to grant: any of the `availableScopes` of the request. */
  scopes: readonly ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[];
  /** When the grant ends; null means when someone ends it, or after 30 days without use. A Date, or ISO 8601 with an offset. */
  expiresAt: string | Date | null;
}

/** The body of `me.describeGrantRequest`. */
export interface DescribeGrantRequestBody {
  /** The query of the address to which the program sent the browser (RFC 6749 §4.1.1), unchanged. */
  request: string;
}

/** The body of `me.updateGrant`. */
export interface UpdateGrantBody {
  /** All scopes that it keeps or gets: any of those that it has and of its `availableScopes`. */
  scopes?: readonly ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[] | undefined;
}

/** The body of `me.changePassword`. */
export interface ChangePasswordBody {
  /** Required if there is a password. */
  currentPassword?: string | undefined;
  /** 10 to 256 characters; not easy to guess. */
  newPassword: string;
}

/** The reply of `me.beginSecondFactor`. */
export interface BeginSecondFactorReply {
  /** The secret to type into an authenticator app. */
  secret: string;
  /** The secret as an `otpauth:` URL, to show as a QR code. */
  otpauthUrl: string;
}

/** The body of `me.confirmSecondFactor`. */
export interface ConfirmSecondFactorBody {
  /** The code that the app currently shows. */
  code: string;
}

/** The reply of `me.confirmSecondFactor`. */
export interface ConfirmSecondFactorReply {
  /** Ten codes, each for one sign-in without the app. Shown only now. */
  recoveryCodes: string[];
}

/** The reply of `me.replaceRecoveryCodes`. */
export interface ReplaceRecoveryCodesReply {
  /** Ten codes, each for one sign-in without the app. Shown only now. */
  recoveryCodes: string[];
}

/** The body of `me.createCalendarFeed`. */
export interface CreateCalendarFeedBody {
  /** Whether it contains your own entries, or those of a team. */
  scope: "own" | "team";
  /** The team, for the scope `team`; you must be able to read it. */
  teamId?: string | undefined;
  /** The feed contains the entries that started at most this many days before it is read, and all later ones. Default: `90`. */
  days?: number | undefined;
}

/** The body of `me.subscribeToCalendar`. */
export interface SubscribeToCalendarBody {
  /** Your name for it. */
  name: string;
  /** The address of an iCalendar file (RFC 5545): `https://`, `http://`, `webcals://` (https) or `webcal://` (https if possible, otherwise http). Calendar programs often call it the secret address in iCal format. */
  address: string;
}

/** The query of `me.listCalendarEvents`. */
export interface ListCalendarEventsQuery {
  /** The first day, in your time zone. If neither day is given, today. `YYYY-MM-DD`. */
  from?: string | undefined;
  /** The last day, inclusive; at most 62 days in all. If only one of the two days is given, only that day is returned. `YYYY-MM-DD`. */
  to?: string | undefined;
}

/** The operations of `stint.me`. */
export class MeApi extends Resource {
  /**
   * Get the caller, their organization, and their permissions.
   *
   * Any key may do this.
   *
   * @example
   * const me = await stint.me.get();
   */
  get(options?: CallOptions): Promise<Me> {
    return this.client.get("/v1/me", undefined, options);
  }

  /**
   * Change your name and preferences.
   *
   * A person has one name and one set of preferences, so they change in every organization that the person is a member of.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `BadRequestError`, and the errors of every call.
   *
   * @example
   * const me = await stint.me.update({ preferences: { theme: "dark", clock: "24" } });
   */
  update(body: UpdateMeBody, options?: CallOptions): Promise<Me> {
    return this.client.send("PATCH", "/v1/me", body, options);
  }

  /**
   * Leave the session's organization.
   *
   * Your keys and sessions in this organization are revoked at once, and a running timer is stopped; your entries and name are kept. Only an owner or admin, or an invitation, can bring you back. The last active owner cannot leave.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `ConflictError`, and the errors of every call.
   *
   * @example
   * await stint.me.leaveOrganization();
   */
  leaveOrganization(options?: CallOptions): Promise<void> {
    return this.client.send("DELETE", "/v1/me/membership", undefined, options);
  }

  /**
   * List your sessions.
   *
   * All usable sessions, in all organizations, newest first; up to 200.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * @example
   * for await (const each of stint.me.listSessions()) console.log(each);
   */
  listSessions(options?: CallOptions): PageList<Session> {
    return this.client.list("/v1/me/sessions", undefined, options, false);
  }

  /**
   * End your other sessions.
   *
   * Ends all sessions except the one of this request, in all organizations, disconnects the programs that were connected in them, and ends the calendar feeds created in them.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * @example
   * await stint.me.endOtherSessions();
   */
  endOtherSessions(options?: CallOptions): Promise<void> {
    return this.client.send("DELETE", "/v1/me/sessions", undefined, options);
  }

  /**
   * End one of your sessions.
   *
   * Programs that were connected in it lose their access too, and calendar feeds created in it end; signing out does not affect them.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * await stint.me.endSession("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  endSession(id: string, options?: CallOptions): Promise<void> {
    return this.client.remove(path`/v1/me/sessions/${id}`, options);
  }

  /**
   * List the programs that you have connected.
   *
   * In this organization, newest first; up to 200.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * @example
   * for await (const each of stint.me.listGrants()) console.log(each);
   */
  listGrants(options?: CallOptions): PageList<Grant> {
    return this.client.list("/v1/me/grants", undefined, options, false);
  }

  /**
   * Connect a program.
   *
   * Grants a request for the organization of this session; 404 if the session has switched to another organization. The program gets tokens with these scopes for `/mcp`, not for other addresses. Grants count as API keys: people who may not create keys may not connect programs, and the limits are the same (409 `too_many_api_keys`).
   *
   * Needs the scope `keys:write`. Only for signed-in people, not for API keys. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const createdGrant = await stint.me.createGrant({ request: "response_type=code&client_id=https%3A%2F%2Fclaude.ai%2Foauth%2Fclaude-code-client-metadata&redirect_uri=http%3A%2F%2F127.0.0.1%3A53682%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&scope=time-entries%3Aread%20projects%3Aread&state=af0ifjsldkj", organizationId: "org_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", scopes: ["time-entries:read"], expiresAt: "2199-03-01T08:00:00Z" });
   */
  createGrant(body: CreateGrantBody, options?: PostOptions): Promise<CreatedGrant> {
    return this.client.post("/v1/me/grants", body, options);
  }

  /**
   * Describe a program's request.
   *
   * Describes the request with which a program sent the person's browser to `/authorize`. If the program's id is an address, reads the program's description there. If the program is unknown, or the redirect address is not one of the program's, the reply is 422, and the browser must not be redirected. Stores nothing.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const grantRequest = await stint.me.describeGrantRequest({ request: "response_type=code&client_id=https%3A%2F%2Fclaude.ai%2Foauth%2Fclaude-code-client-metadata&redirect_uri=http%3A%2F%2F127.0.0.1%3A53682%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&scope=time-entries%3Aread%20projects%3Aread&state=af0ifjsldkj" });
   */
  describeGrantRequest(body: DescribeGrantRequestBody, options?: PostOptions): Promise<GrantRequest> {
    return this.client.post("/v1/me/grant-requests", body, options);
  }

  /**
   * Change what a connected program may do.
   *
   * Applies to the program's current tokens, from its next request on. To add scopes, the person must be allowed to connect programs and must have authenticated in the last 10 minutes.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const grant = await stint.me.updateGrant("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { scopes: ["time-entries:read", "projects:read"] });
   */
  updateGrant(id: string, body: UpdateGrantBody, options?: CallOptions): Promise<Grant> {
    return this.client.send("PATCH", path`/v1/me/grants/${id}`, body, options);
  }

  /**
   * Disconnect a program.
   *
   * The program's tokens are refused at once, on every node.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * await stint.me.endGrant("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  endGrant(id: string, options?: CallOptions): Promise<void> {
    return this.client.remove(path`/v1/me/grants/${id}`, options);
  }

  /**
   * Change your password.
   *
   * Ends your other sessions, in all organizations. If the account has no password yet, the session must have authenticated in the last 10 minutes.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `BadRequestError`, and the errors of every call.
   *
   * @example
   * await stint.me.changePassword({ currentPassword: "copper meadow violin", newPassword: "lantern orbit sparrow" });
   */
  changePassword(body: ChangePasswordBody, options?: CallOptions): Promise<void> {
    return this.client.send("PUT", "/v1/me/password", body, options);
  }

  /**
   * Start setting up a second factor.
   *
   * Creates a secret for an authenticator app (TOTP). It takes effect once one of its codes is confirmed.
   *
   * Any key may do this. Only for signed-in people, not for API keys. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.me.beginSecondFactor();
   */
  beginSecondFactor(options?: PostOptions): Promise<BeginSecondFactorReply> {
    return this.client.post("/v1/me/second-factor", undefined, options);
  }

  /**
   * Turn the second factor off.
   *
   * Any key may do this. Only for signed-in people, not for API keys. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * await stint.me.endSecondFactor();
   */
  endSecondFactor(options?: CallOptions): Promise<void> {
    return this.client.send("DELETE", "/v1/me/second-factor", undefined, options);
  }

  /**
   * Turn the second factor on.
   *
   * Any key may do this. Only for signed-in people, not for API keys. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.me.confirmSecondFactor({ code: "123456" });
   */
  confirmSecondFactor(body: ConfirmSecondFactorBody, options?: PostOptions): Promise<ConfirmSecondFactorReply> {
    return this.client.post("/v1/me/second-factor/confirm", body, options);
  }

  /**
   * Create new recovery codes.
   *
   * The old codes stop working.
   *
   * Any key may do this. Only for signed-in people, not for API keys. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.me.replaceRecoveryCodes();
   */
  replaceRecoveryCodes(options?: PostOptions): Promise<ReplaceRecoveryCodesReply> {
    return this.client.post("/v1/me/recovery-codes", undefined, options);
  }

  /**
   * Get your calendar feed, if you have one.
   *
   * Its address is shown only when it is created.
   *
   * Any key may do this.
   *
   * @example
   * const currentCalendarFeed = await stint.me.calendarFeed();
   */
  calendarFeed(options?: CallOptions): Promise<CurrentCalendarFeed> {
    return this.client.get("/v1/me/calendar-feed", undefined, options);
  }

  /**
   * Create your calendar feed, replacing the previous one.
   *
   * A calendar program that subscribes to `address` shows your time entries, or those of a team that you can read. The address needs no key, so anyone who knows it can read them; a new address replaces the previous one. Each time it is read, it shows what you may currently see, without money. The address stops working when the session in which it was created is ended by hand or by a new password, but not when you sign out.
   *
   * Any key may do this. Only for signed-in people, not for API keys. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const newCalendarFeed = await stint.me.createCalendarFeed({ scope: "own", days: 90 });
   */
  createCalendarFeed(body: CreateCalendarFeedBody, options?: PostOptions): Promise<NewCalendarFeed> {
    return this.client.post("/v1/me/calendar-feed", body, options);
  }

  /**
   * End your calendar feed.
   *
   * Its address stops working at once.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * await stint.me.endCalendarFeed();
   */
  endCalendarFeed(options?: CallOptions): Promise<void> {
    return this.client.send("DELETE", "/v1/me/calendar-feed", undefined, options);
  }

  /**
   * List the calendars that you subscribe to.
   *
   * Calendars of other programs. Nobody else sees them, or their events.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * @example
   * for await (const each of stint.me.listSubscribedCalendars()) console.log(each);
   */
  listSubscribedCalendars(options?: CallOptions): PageList<SubscribedCalendar> {
    return this.client.list("/v1/me/calendars", undefined, options, false);
  }

  /**
   * Subscribe to a calendar.
   *
   * Reads the calendar, and from then on once an hour. Its events are suggestions for time entries on the dashboard's calendar. An address that cannot be read is refused with the reason, and nothing is stored. If it leads to a private network address, the reason does not say more, and after 20 such failures in an hour, further attempts get a 429 `too_many_attempts`.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const subscribedCalendar = await stint.me.subscribeToCalendar({ name: "Work", address: "https://calendar.example.com/private/basic.ics" });
   */
  subscribeToCalendar(body: SubscribeToCalendarBody, options?: PostOptions): Promise<SubscribedCalendar> {
    return this.client.post("/v1/me/calendars", body, options);
  }

  /**
   * Unsubscribe from a calendar.
   *
   * Its events disappear. Time entries created from them stay.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * await stint.me.unsubscribeFromCalendar("cal_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  unsubscribeFromCalendar(id: string, options?: CallOptions): Promise<void> {
    return this.client.remove(path`/v1/me/calendars/${id}`, options);
  }

  /**
   * List the events of your subscribed calendars.
   *
   * The events of the requested days, with repetitions expanded, as of the last read of each calendar. Events are available from 92 days ago to 32 days ahead. Cancelled events, and those that you declined, are left out.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * @example
   * const calendarEvents = await stint.me.listCalendarEvents({ from: "2026-03-02", to: "2026-03-31" });
   */
  listCalendarEvents(query?: ListCalendarEventsQuery, options?: CallOptions): Promise<CalendarEvents> {
    return this.client.get("/v1/me/calendars/events", query, options);
  }
}

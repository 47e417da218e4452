// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type PostOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Me, Session } from "./schemas.ts";

/** The body of `me.update`. */
export interface UpdateMeBody {
  /** Your name, in every organization of which you are a member. */
  name?: string | undefined;
  /** Changes those that it names. Null follows the organization or the device again. */
  preferences?: {
    /** Of the dashboard; null: the device's. */
    language?: "en" | "de" | null | undefined;
    /** Null: the device's. */
    theme?: "light" | "dark" | null | undefined;
    /** The first day of the week; null: the organization's. */
    weekStart?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null | undefined;
    /** Hours of the clock; null: as the device's locale has it. */
    clock?: "12" | "24" | null | undefined;
    /** `1:30` or `1.5`. At first `clock`. */
    durations?: "clock" | "decimal" | undefined;
    /** IANA time zone in which days are shown; null: the organization's. */
    timeZone?: string | null | undefined;
    /** Whether single keys act as shortcuts. At first `true`. */
    shortcuts?: boolean | undefined;
  } | undefined;
}

/** The body of `me.changePassword`. */
export interface ChangePasswordBody {
  /** Needed where there is a password. */
  currentPassword?: string | undefined;
  /** 10 to 256 characters; not one that would be guessed. */
  newPassword: string;
}

/** What `me.beginSecondFactor` answers. */
export interface BeginSecondFactorReply {
  /** To be typed into an authenticator app. */
  secret: string;
  /** The same for a QR code. */
  otpauthUrl: string;
}

/** The body of `me.confirmSecondFactor`. */
export interface ConfirmSecondFactorBody {
  /** The code that the app shows now. */
  code: string;
}

/** What `me.confirmSecondFactor` answers. */
export interface ConfirmSecondFactorReply {
  /** Ten, each for one sign-in without the app. Shown only now. */
  recoveryCodes: string[];
}

/** What `me.replaceRecoveryCodes` answers. */
export interface ReplaceRecoveryCodesReply {
  /** Ten, each for one sign-in without the app. Shown only now. */
  recoveryCodes: string[];
}

/** The operations of `stint.me`. */
export class MeApi extends Resource {
  /**
   * The caller, their organization, and their rights.
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
   * Change one's own name and preferences.
   *
   * A person has one name and one set of preferences: they change in every organization of which they are a member.
   *
   * Any key may do this. Only for who is signed in, not for API keys.
   *
   * Throws `BadRequestError`, and what every call may.
   *
   * @example
   * const me = await stint.me.update({ preferences: { theme: "dark", clock: "24" } });
   */
  update(body: UpdateMeBody, options?: CallOptions): Promise<Me> {
    return this.client.send("PATCH", "/v1/me", body, options);
  }

  /**
   * Leave the organization of the session.
   *
   * Your keys and sessions of this organization end at once, a running timer is stopped; your entries and name stay. Only an owner or admin, or an invitation, brings you back. The last active owner cannot leave.
   *
   * Any key may do this. Only for who is signed in, not for API keys.
   *
   * Throws `ConflictError`, and what every call may.
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
   * All that could be used now, in all organizations, newest first; up to 200.
   *
   * Any key may do this. Only for who is signed in, not for API keys.
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
   * All but the one that asks, in all organizations.
   *
   * Any key may do this. Only for who is signed in, not for API keys.
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
   * Any key may do this. Only for who is signed in, not for API keys.
   *
   * Throws `NotFoundError`, and what every call may.
   *
   * @example
   * await stint.me.endSession("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  endSession(id: string, options?: CallOptions): Promise<void> {
    return this.client.remove(path`/v1/me/sessions/${id}`, options);
  }

  /**
   * Change your password.
   *
   * Ends your other sessions, in all organizations. Who has no password yet needs a session whose sign-in is less than 10 minutes ago.
   *
   * Any key may do this. Only for who is signed in, not for API keys.
   *
   * Throws `BadRequestError`, and what every call may.
   *
   * @example
   * await stint.me.changePassword({ currentPassword: "copper meadow violin", newPassword: "lantern orbit sparrow" });
   */
  changePassword(body: ChangePasswordBody, options?: CallOptions): Promise<void> {
    return this.client.send("PUT", "/v1/me/password", body, options);
  }

  /**
   * Begin with a second factor.
   *
   * Makes a secret for an authenticator app (TOTP). It is in force once a code of it is confirmed.
   *
   * Any key may do this. Only for who is signed in, not for API keys. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `ConflictError`, and what every call may.
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
   * Any key may do this. Only for who is signed in, not for API keys. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `NotFoundError`, and what every call may.
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
   * Any key may do this. Only for who is signed in, not for API keys. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `ConflictError`, and what every call may.
   *
   * @example
   * const reply = await stint.me.confirmSecondFactor({ code: "123456" });
   */
  confirmSecondFactor(body: ConfirmSecondFactorBody, options?: PostOptions): Promise<ConfirmSecondFactorReply> {
    return this.client.post("/v1/me/second-factor/confirm", body, options);
  }

  /**
   * Make new recovery codes.
   *
   * The former ones are worth nothing from then on.
   *
   * Any key may do this. Only for who is signed in, not for API keys. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `ConflictError`, and what every call may.
   *
   * @example
   * const reply = await stint.me.replaceRecoveryCodes();
   */
  replaceRecoveryCodes(options?: PostOptions): Promise<ReplaceRecoveryCodesReply> {
    return this.client.post("/v1/me/recovery-codes", undefined, options);
  }
}

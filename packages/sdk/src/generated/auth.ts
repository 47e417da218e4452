// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, path, Resource } from "../client.ts";
import type { SharedReport, SignedIn } from "./schemas.ts";

/** The query of `auth.sharedReport`. */
export interface GetSharedReportQuery {
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The reply of `auth.signInMethods`. */
export interface GetSignInMethodsReply {
  /** Always `true`: a person can sign in with a password. */
  password: true;
  /** The OpenID Connect provider; null if none is configured. */
  openId: {
    /** The label of its button. */
    name: string;
  } | null;
  /** Whether a password can be reset by mail. */
  mail: boolean;
  /** `needed` until there is an organization. */
  setUp: "needed" | "done";
}

/** The body of `auth.setUp`. */
export interface SetUpBody {
  /** The text after `#token=` in the link. */
  token: string;
  /** Name of the organization. */
  organizationName: string;
  /** The email address. */
  email: string;
  /** The owner's name. */
  name: string;
  /** The password; a new one must have 10 to 256 characters. */
  password: string;
  /** The IANA time zone that determines its days. */
  timeZone?: string | undefined;
  /** The currency of all its amounts (ISO 4217). ISO 4217. */
  currency?: string | undefined;
}

/** The body of `auth.signIn`. */
export interface SignInBody {
  /** The email address. */
  email: string;
  /** The password; a new one must have 10 to 256 characters. */
  password: string;
  /** The code of the authenticator app, if there is a second factor. */
  code?: string | undefined;
  /** One of the recovery codes, instead of `code`. Each works once. */
  recoveryCode?: string | undefined;
  /** The organization, for a person who belongs to several. */
  organizationId?: string | undefined;
}

/** The body of `auth.previewInvitation`. */
export interface PreviewInvitationBody {
  /** The text after `#token=` in the link. */
  token: string;
}

/** The reply of `auth.previewInvitation`. */
export interface PreviewInvitationReply {
  /** Name of the organization. */
  organizationName: string;
  /** Email address of the invited person. */
  email: string;
  /** The role that the person gets by accepting. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** Whether that person already has an account here and must authenticate. Only the emailed link reveals it: null for the link in the reply, which the inviter sees. */
  hasAccount: boolean | null;
}

/** The body of `auth.acceptInvitation`. */
export interface AcceptInvitationBody {
  /** The text after `#token=` in the link. */
  token: string;
  /** The name of a new person. */
  name?: string | undefined;
  /** The password; a new one must have 10 to 256 characters. */
  password?: string | undefined;
  /** The code of the authenticator app, if there is a second factor. */
  code?: string | undefined;
  /** One of the recovery codes, instead of `code`. Each works once. */
  recoveryCode?: string | undefined;
}

/** The body of `auth.signOut`. */
export interface SignOutBody {
  /** The session to end: `key.id` from `GET /v1/me`. If the cookie belongs to another session, nothing happens. If omitted, the session of the cookie ends. */
  sessionId?: string | undefined;
}

/** The body of `auth.switchOrganization`. */
export interface SwitchOrganizationBody {
  /** The id of the organization. */
  organizationId: string;
}

/** The body of `auth.reauthenticate`. */
export interface ReauthenticateBody {
  /** The password; a new one must have 10 to 256 characters. */
  password: string;
  /** The code of the authenticator app, if there is a second factor. */
  code?: string | undefined;
  /** One of the recovery codes, instead of `code`. Each works once. */
  recoveryCode?: string | undefined;
}

/** The body of `auth.askForPasswordLink`. */
export interface AskForPasswordLinkBody {
  /** The email address. */
  email: string;
}

/** The body of `auth.resetPassword`. */
export interface ResetPasswordBody {
  /** The text after `#token=` in the link. */
  token: string;
  /** The password; a new one must have 10 to 256 characters. */
  password: string;
}

/** The query of `auth.startOpenId`. */
export interface StartOpenIdQuery {
  /** Whether the provider must authenticate the person again even if they are signed in there (`prompt=login`, `max_age=0`). If the provider does not say when it last authenticated the person, only this counts as recent authentication. */
  proof?: boolean | undefined;
  /** The path to which the person returns once they are signed in; `/` by default. */
  next?: string | undefined;
  /** Ignored. Providers send it if a person starts from the provider's own page of applications. */
  iss?: string | undefined;
  /** Ignored. Providers send it if a person starts from the provider's own page of applications. */
  login_hint?: string | undefined;
  /** Ignored. Providers send it if a person starts from the provider's own page of applications. */
  target_link_uri?: string | undefined;
}

/** The body of `auth.startDeviceLogin`. */
export interface StartDeviceLoginBody {
  /** The name of the program. Letters, digits, spaces, dots, dashes and underscores. */
  program: string;
  /** The name of the machine that it runs on. Letters, digits, spaces, dots, dashes and underscores. */
  machine: string;
  /** What the program needs. The page suggests it to the person, who may choose otherwise. Scopes, presets (full, read-only, timer), or a resource with all its scopes (`timesheets`). */
  scopes?: readonly string[] | undefined;
}

/** The reply of `auth.startDeviceLogin`. */
export interface StartDeviceLoginReply {
  /** The code that the program sends when it polls. Keep it secret. */
  deviceCode: string;
  /** The code that the person compares or types. */
  userCode: string;
  /** The page where the person enters the code. */
  verificationUri: string;
  /** The same page with the code filled in. */
  verificationUriComplete: string;
  /** How long both codes are valid. */
  expiresInSeconds: number;
  /** How long to wait between two polls. */
  intervalSeconds: number;
}

/** The body of `auth.fetchDeviceKey`. */
export interface FetchDeviceKeyBody {
  /** The program's code. */
  deviceCode: string;
}

/** The reply of `auth.fetchDeviceKey`. */
export interface FetchDeviceKeyReply {
  /** The API key. Store it: after a minute it can't be fetched again. */
  apiKey: string;
}

/** The operations of `stint.auth`. */
export class AuthApi extends Resource {
  /**
   * Read a report by its link.
   *
   * Needs no key: the link's token is enough. It shows what the link's creator chose to show, computed now. 404 for a link that is revoked or expired, or whose creator may no longer publish it.
   *
   * Anyone with the token may do this.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const sharedReport = await stint.auth.sharedReport("kq0TqNWwTq0z0T1eQ2cJ9m4oVbX7yLr5sHfD3aGpUuE");
   */
  sharedReport(token: string, query?: GetSharedReportQuery, options?: CallOptions): Promise<SharedReport> {
    return this.client.get(path`/auth/shared-reports/${token}`, query, options);
  }

  /**
   * List the ways to sign in.
   *
   * What a sign-in page needs to know before anyone has signed in.
   *
   * @example
   * const reply = await stint.auth.signInMethods();
   */
  signInMethods(options?: CallOptions): Promise<GetSignInMethodsReply> {
    return this.client.get("/auth/methods", undefined, options);
  }

  /**
   * Create the first organization and sign in as its owner.
   *
   * Needs the token of the link that the server prints at startup while there is no organization.
   *
   * Throws `BadRequestError`, and the errors of every call.
   *
   * @example
   * const signedIn = await stint.auth.setUp({ token: "3q2-7w", organizationName: "My company", email: "me@example.com", name: "Ada", password: "lantern orbit sparrow", timeZone: "Europe/Berlin", currency: "EUR" });
   */
  setUp(body: SetUpBody, options?: CallOptions): Promise<SignedIn> {
    return this.client.send("POST", "/auth/set-up", body, options);
  }

  /**
   * Sign in with a password.
   *
   * `second_factor_required` means that the password is correct; send it again with `code` or `recoveryCode`.
   *
   * Throws `BadRequestError`, `NotFoundError`, and the errors of every call.
   *
   * @example
   * const signedIn = await stint.auth.signIn({ email: "me@example.com", password: "lantern orbit sparrow" });
   */
  signIn(body: SignInBody, options?: CallOptions): Promise<SignedIn> {
    return this.client.send("POST", "/auth/sign-in", body, options);
  }

  /**
   * Read an invitation by the token of its link.
   *
   * Changes nothing, so a page can show whose invitation it is before the person accepts it.
   *
   * Throws `BadRequestError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.auth.previewInvitation({ token: "3q2-7w" });
   */
  previewInvitation(body: PreviewInvitationBody, options?: CallOptions): Promise<PreviewInvitationReply> {
    return this.client.send("POST", "/auth/invitations/preview", body, options);
  }

  /**
   * Accept an invitation and sign in.
   *
   * A new person sends `name` and `password`. A person with an account authenticates by being signed in or with `password` and, if it is on, the second factor. If the account's address is unverified, the person needs the emailed link; the link that the inviter got is refused with 403 `address_not_proved`. `password` then sets a new password, and everything set up before is removed. If both `name` and `password` are sent, `password` is first tried as the password of an existing account, so a page may ask everyone for both.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const signedIn = await stint.auth.acceptInvitation({ token: "3q2-7w", name: "Jo Smith", password: "lantern orbit sparrow" });
   */
  acceptInvitation(body: AcceptInvitationBody, options?: CallOptions): Promise<SignedIn> {
    return this.client.send("POST", "/auth/invitations/accept", body, options);
  }

  /**
   * End the session.
   *
   * Also succeeds if it has already ended. A browser that retries a sign-out later can specify the session, so that it never ends the session of someone who has signed in since.
   *
   * Throws `BadRequestError`, and the errors of every call.
   *
   * @example
   * await stint.auth.signOut({ sessionId: "key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f" });
   */
  signOut(body?: SignOutBody, options?: CallOptions): Promise<void> {
    return this.client.send("POST", "/auth/sign-out", body, options);
  }

  /**
   * Continue in another organization.
   *
   * Creates another session, which ends when this one would have, and ends this one.
   *
   * Throws `BadRequestError`, `NotFoundError`, and the errors of every call.
   *
   * @example
   * const signedIn = await stint.auth.switchOrganization({ organizationId: "org_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f" });
   */
  switchOrganization(body: SwitchOrganizationBody, options?: CallOptions): Promise<SignedIn> {
    return this.client.send("POST", "/auth/switch", body, options);
  }

  /**
   * Re-authenticate.
   *
   * For 10 minutes, the session may do what needs recent authentication. It continues with a new cookie.
   *
   * Throws `BadRequestError`, and the errors of every call.
   *
   * @example
   * await stint.auth.reauthenticate({ password: "lantern orbit sparrow" });
   */
  reauthenticate(body: ReauthenticateBody, options?: CallOptions): Promise<void> {
    return this.client.send("POST", "/auth/reauthenticate", body, options);
  }

  /**
   * Request a link to set a new password.
   *
   * The reply is the same whether or not anyone has this address.
   *
   * Throws `BadRequestError`, and the errors of every call.
   *
   * @example
   * await stint.auth.askForPasswordLink({ email: "me@example.com" });
   */
  askForPasswordLink(body: AskForPasswordLinkBody, options?: CallOptions): Promise<void> {
    return this.client.send("POST", "/auth/password/forgotten", body, options);
  }

  /**
   * Set a new password with the token of a link.
   *
   * Ends all sessions of the person. API keys and the second factor stay.
   *
   * Throws `BadRequestError`, and the errors of every call.
   *
   * @example
   * await stint.auth.resetPassword({ token: "3q2-7w", password: "lantern orbit sparrow" });
   */
  resetPassword(body: ResetPasswordBody, options?: CallOptions): Promise<void> {
    return this.client.send("POST", "/auth/password/reset", body, options);
  }

  /**
   * Go to the OpenID provider.
   *
   * For browsers: redirects to the provider, which redirects back to `/auth/openid/callback`. A person who is signed in already stays in the organization of their session.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const address = stint.auth.startOpenId();
   */
  startOpenId(): string {
    return this.client.url("/auth/openid/start");
  }

  /**
   * Return from the OpenID provider.
   *
   * Applies the person's groups, if configured, and signs in the person whom the provider identified. Otherwise redirects to `/sign-in?error=…`: `openid_failed`, with `reason=denied` if the provider did not let the person in, or `reason=expired` if this browser did not begin the sign-in within the last ten minutes; `openid_not_proved` if the provider did not authenticate the person again; or `not_linked` if no member has this identity or the address that the provider verified. The `reason` is then `no_address`, `unverified_address`, `unknown_address`, `other_identity` or `no_membership`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const address = stint.auth.finishOpenId();
   */
  finishOpenId(): string {
    return this.client.url("/auth/openid/callback");
  }

  /**
   * Start connecting a program.
   *
   * Show the person `userCode` and `verificationUri`, then poll `POST /auth/device-logins/token`. One network address (IPv6: a /64) may start 50 logins in 15 minutes, and an IPv6 /48 may start 250. On a server without the dashboard, the reply is 503 `not_configured`.
   *
   * Throws `BadRequestError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.auth.startDeviceLogin({ program: "stint", machine: "laptop" });
   */
  startDeviceLogin(body: StartDeviceLoginBody, options?: CallOptions): Promise<StartDeviceLoginReply> {
    return this.client.send("POST", "/auth/device-logins", body, options);
  }

  /**
   * Fetch the API key of a connected program.
   *
   * Poll every `intervalSeconds`. Until a person has decided, the reply is 400 `authorization_pending`. Polling too fast is answered with 400 `slow_down`, and the interval grows by 5 seconds. After 400 `access_denied` or `expired_token`, stop polling. If the reply with the key is lost, you can fetch the same key again for a minute.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.auth.fetchDeviceKey({ deviceCode: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" });
   */
  fetchDeviceKey(body: FetchDeviceKeyBody, options?: CallOptions): Promise<FetchDeviceKeyReply> {
    return this.client.send("POST", "/auth/device-logins/token", body, options);
  }
}

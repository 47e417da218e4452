// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, path, Resource } from "../client.ts";
import type { SharedReport, SignedIn } from "./schemas.ts";

/** The query of `auth.sharedReport`. */
export interface GetSharedReportQuery {
  /** How many to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, with the same filters. */
  cursor?: string | undefined;
}

/** What `auth.signInMethods` answers. */
export interface GetSignInMethodsReply {
  /** Always: a person can sign in with a password. */
  password: true;
  /** The provider of OpenID Connect; null: none is set up. */
  openId: {
    /** The label of its button. */
    name: string;
  } | null;
  /** Whether a forgotten password can be asked for by mail. */
  mail: boolean;
  /** `needed` until there is an organization. */
  setUp: "needed" | "done";
}

/** The body of `auth.setUp`. */
export interface SetUpBody {
  /** The text behind `#token=` in the link. */
  token: string;
  /** Name of the organization. */
  organizationName: string;
  /** The e-mail address. */
  email: string;
  /** The owner's name. */
  name: string;
  /** The password; a new one has 10 to 256 characters. */
  password: string;
  /** IANA time zone in which its days are cut. */
  timeZone?: string | undefined;
  /** The one currency of its money (ISO 4217). ISO 4217. */
  currency?: string | undefined;
}

/** The body of `auth.signIn`. */
export interface SignInBody {
  /** The e-mail address. */
  email: string;
  /** The password; a new one has 10 to 256 characters. */
  password: string;
  /** Of the authenticator app, where a second factor is on. */
  code?: string | undefined;
  /** Instead of `code`, once each. */
  recoveryCode?: string | undefined;
  /** Which organization, for who belongs to several. */
  organizationId?: string | undefined;
}

/** The body of `auth.previewInvitation`. */
export interface PreviewInvitationBody {
  /** The text behind `#token=` in the link. */
  token: string;
}

/** What `auth.previewInvitation` answers. */
export interface PreviewInvitationReply {
  /** Name of the organization. */
  organizationName: string;
  /** E-mail address of the invited person. */
  email: string;
  /** The role that the person gets by accepting. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** Whether that person has an account here already, to be proved. Only the link of the mail tells: null for the link of the reply, which whoever invites is shown. */
  hasAccount: boolean | null;
}

/** The body of `auth.acceptInvitation`. */
export interface AcceptInvitationBody {
  /** The text behind `#token=` in the link. */
  token: string;
  /** Of a new person. */
  name?: string | undefined;
  /** The password; a new one has 10 to 256 characters. */
  password?: string | undefined;
  /** Of the authenticator app, where a second factor is on. */
  code?: string | undefined;
  /** Instead of `code`, once each. */
  recoveryCode?: string | undefined;
}

/** The body of `auth.switchOrganization`. */
export interface SwitchOrganizationBody {
  /** The id of the organization. */
  organizationId: string;
}

/** The body of `auth.reauthenticate`. */
export interface ReauthenticateBody {
  /** The password; a new one has 10 to 256 characters. */
  password: string;
  /** Of the authenticator app, where a second factor is on. */
  code?: string | undefined;
  /** Instead of `code`, once each. */
  recoveryCode?: string | undefined;
}

/** The body of `auth.askForPasswordLink`. */
export interface AskForPasswordLinkBody {
  /** The e-mail address. */
  email: string;
}

/** The body of `auth.resetPassword`. */
export interface ResetPasswordBody {
  /** The text behind `#token=` in the link. */
  token: string;
  /** The password; a new one has 10 to 256 characters. */
  password: string;
}

/** The operations of `stint.auth`. */
export class AuthApi extends Resource {
  /**
   * Read a report by its link.
   *
   * Without a key: the token of the link is enough. It shows what the link's creator chose to show, computed now. 404 for a link that is revoked or expired, or whose creator may no longer publish it.
   *
   * Anybody with the token may.
   *
   * Throws `NotFoundError`, and what every call may.
   *
   * @example
   * const sharedReport = await stint.auth.sharedReport("kq0TqNWwTq0z0T1eQ2cJ9m4oVbX7yLr5sHfD3aGpUuE");
   */
  sharedReport(token: string, query?: GetSharedReportQuery, options?: CallOptions): Promise<SharedReport> {
    return this.client.get(path`/auth/shared-reports/${token}`, query, options);
  }

  /**
   * Get how people can sign in here.
   *
   * @example
   * const reply = await stint.auth.signInMethods();
   */
  signInMethods(options?: CallOptions): Promise<GetSignInMethodsReply> {
    return this.client.get("/auth/methods", undefined, options);
  }

  /**
   * Make the first organization and sign in as its owner.
   *
   * With the token of the link that the server prints at its start while there is no organization.
   *
   * Throws `BadRequestError`, and what every call may.
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
   * `second_factor_required` comes only after a right password: send it again with `code` or `recoveryCode`.
   *
   * Throws `BadRequestError`, `NotFoundError`, and what every call may.
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
   * Throws `BadRequestError`, and what every call may.
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
   * A new person gives `name` and `password`. Who has an account proves it: by being signed in, or with `password` and, where it is on, the second factor. An account whose address was never proved takes the link of the mail, not that of the reply (403 `address_not_proved`): `password` is then a new one, and what was set up before ends. With both, `password` is tried as that of an account first, so that a page may ask everybody for both.
   *
   * Throws `BadRequestError`, `ConflictError`, and what every call may.
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
   * Also when it has ended already.
   *
   * @example
   * await stint.auth.signOut();
   */
  signOut(options?: CallOptions): Promise<void> {
    return this.client.send("POST", "/auth/sign-out", undefined, options);
  }

  /**
   * Go on in another organization.
   *
   * Gives another session, which ends when this one would have; this one is ended.
   *
   * Throws `BadRequestError`, `NotFoundError`, and what every call may.
   *
   * @example
   * const signedIn = await stint.auth.switchOrganization({ organizationId: "org_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f" });
   */
  switchOrganization(body: SwitchOrganizationBody, options?: CallOptions): Promise<SignedIn> {
    return this.client.send("POST", "/auth/switch", body, options);
  }

  /**
   * Prove again who you are.
   *
   * Opens what a session may do for 10 minutes after it only. The session goes on with another cookie.
   *
   * Throws `BadRequestError`, and what every call may.
   *
   * @example
   * await stint.auth.reauthenticate({ password: "lantern orbit sparrow" });
   */
  reauthenticate(body: ReauthenticateBody, options?: CallOptions): Promise<void> {
    return this.client.send("POST", "/auth/reauthenticate", body, options);
  }

  /**
   * Ask for a link to set a new password.
   *
   * The answer is the same whether or not anybody has this address.
   *
   * Throws `BadRequestError`, and what every call may.
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
   * Throws `BadRequestError`, and what every call may.
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
   * For a browser: redirects to the provider, which sends it back to `/auth/openid/callback`.
   *
   * Throws `NotFoundError`, and what every call may.
   *
   * @example
   * const address = stint.auth.startOpenId();
   */
  startOpenId(): string {
    return this.client.url("/auth/openid/start");
  }

  /**
   * Come back from the OpenID provider.
   *
   * Signs in whom the provider names, or goes to `/sign-in?error=…`: `openid_failed`, or `not_linked` when nobody here has this identity or the address that the provider has verified.
   *
   * Throws `NotFoundError`, and what every call may.
   *
   * @example
   * const address = stint.auth.finishOpenId();
   */
  finishOpenId(): string {
    return this.client.url("/auth/openid/callback");
  }
}

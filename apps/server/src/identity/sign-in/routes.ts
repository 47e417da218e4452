import type { FastifyReply, FastifyRequest } from "fastify";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import { visitorOf } from "#identity/visitor.ts";
import { hasOrganization } from "#identity/organizations/queries.ts";
import { findSession, type FoundSession, notSignedIn } from "#identity/sessions/find-session.ts";
import { clearSessionCookie, newSessionCookie } from "#identity/sessions/session-cookie.ts";
import { endFormerSession, endFound } from "#identity/sessions/end-found.ts";
import { newDeviceCookie } from "#identity/throttle/known-device.ts";
import { invalid } from "#platform/errors.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { normalEmail } from "#platform/email.ts";
import type { SignInDeps } from "./deps.ts";
import { askForPasswordLink, resetPassword } from "./reset-password.ts";
import { isVerifiedAccount, joinByLink, readLink } from "./join-by-link.ts";
import {
  AcceptInvitation,
  ForgottenPassword,
  InvitationLink,
  InvitationPreview,
  Methods,
  Reauthenticate,
  ResetPassword,
  SetUp,
  SignedIn,
  SignIn,
  SignOut,
  SwitchOrganization,
} from "./schemas.ts";
import { setUp } from "./set-up.ts";
import { reauthenticate, type SignedIn as SignedInPerson, signIn } from "./sign-in.ts";
import { switchOrganization } from "./switch-organization.ts";

const operations = {
  getSignInMethods: {
    at: "GET /methods",
    summary: "List the ways to sign in",
    description: "What a sign-in page needs to know before anyone has signed in.",
    reply: Methods,
    others: [],
  },
  setUp: {
    at: "POST /set-up",
    givesSession: true,
    summary: "Create the first organization and sign in as its owner",
    description: "Needs the token of the link that the server prints at startup while there is no organization.",
    body: SetUp,
    reply: SignedIn,
    status: 201,
    others: [400, 422],
  },
  signIn: {
    at: "POST /sign-in",
    givesSession: true,
    summary: "Sign in with a password",
    description:
      "`second_factor_required` means that the password is correct; send it again with `code` or `recoveryCode`.",
    body: SignIn,
    reply: SignedIn,
    others: [400, 401, 404, 422],
  },
  previewInvitation: {
    at: "POST /invitations/preview",
    summary: "Read an invitation by the token of its link",
    description: "Changes nothing, so a page can show whose invitation it is before the person accepts it.",
    body: InvitationLink,
    reply: InvitationPreview,
    others: [400, 422],
  },
  acceptInvitation: {
    at: "POST /invitations/accept",
    usesSession: "ifAny",
    givesSession: true,
    summary: "Accept an invitation and sign in",
    description:
      "A new person sends `name` and `password`. A person with an account authenticates by being signed in or with `password` and, if it is on, the second factor. If the account's address is unverified, the person needs the emailed link; the link that the inviter got is refused with 403 `address_not_proved`. `password` then sets a new password, and everything set up before is removed. If both `name` and `password` are sent, `password` is first tried as the password of an existing account, so a page may ask everyone for both.",
    body: AcceptInvitation,
    reply: SignedIn,
    status: 201,
    others: [400, 401, 403, 409, 422],
  },
  signOut: {
    at: "POST /sign-out",
    usesSession: "ifAny",
    summary: "End the session",
    description:
      "Also succeeds if it has already ended. A browser that retries a sign-out later can specify the session, so that it never ends the session of someone who has signed in since.",
    body: { ...SignOut, "x-optional": true },
    reply: "Done.",
    others: [400, 422],
  },
  switchOrganization: {
    at: "POST /switch",
    usesSession: "always",
    summary: "Continue in another organization",
    description: "Creates another session, which ends when this one would have, and ends this one.",
    body: SwitchOrganization,
    reply: SignedIn,
    others: [400, 401, 404],
  },
  reauthenticate: {
    at: "POST /reauthenticate",
    usesSession: "always",
    summary: "Re-authenticate",
    description: "For 10 minutes, the session may do what needs recent authentication. It continues with a new cookie.",
    body: Reauthenticate,
    reply: "Done.",
    others: [400, 401],
  },
  askForPasswordLink: {
    at: "POST /password/forgotten",
    summary: "Request a link to set a new password",
    description: "The reply is the same whether or not anyone has this address.",
    body: ForgottenPassword,
    reply: "If there is an account with this address, an email is being sent.",
    status: 202,
    others: [400],
  },
  resetPassword: {
    at: "POST /password/reset",
    summary: "Set a new password with the token of a link",
    description: "Ends all sessions of the person. API keys and the second factor stay.",
    body: ResetPassword,
    reply: "Done.",
    others: [400, 422],
  },
} as const satisfies Operations;

export async function signInRoutes(app: HttpApp, deps: SignInDeps): Promise<void> {
  const { db, now } = deps;
  const { needSession, setSession } = sessionsOf(deps);
  addOperations(
    app,
    operations,
    { tag: "Sign-in" },
    {
      getSignInMethods: async () => ({ body: await describeMethods(deps) }),
      async setUp(request, reply) {
        const email = normalEmail(request.body.email);
        if (email === undefined)
          throw invalid("/email", "bad_format", "must be an email address, such as me@example.com");
        return setSession(request, reply, await setUp(visitorOf(request), { input: { ...request.body, email } }, deps));
      },
      async signIn(request, reply) {
        const asked = { input: request.body, cookies: request.headers.cookie };
        return setSession(request, reply, await signIn(visitorOf(request), asked, deps));
      },
      async previewInvitation({ body }) {
        const { invitation, account } = await readLink(body, deps);
        const hasAccount = invitation.is_mailed ? isVerifiedAccount(account) : null;
        const { organization_name: organizationName, email, role } = invitation;
        return { body: { organizationName, email, role, hasAccount } };
      },
      async acceptInvitation(request, reply) {
        const session = await findSession(db, request.headers, now());
        const asked = { session, input: request.body, cookies: request.headers.cookie };
        return setSession(request, reply, await joinByLink(visitorOf(request), asked, deps));
      },
      async signOut(request, reply) {
        const found = await findSession(db, request.headers, now());
        const { sessionId } = request.body ?? {};
        if (found !== undefined) {
          if (sessionId !== undefined && sessionId !== found.owner.key_id) return;
          await endFound(visitorOf(request), found, deps);
        }
        void reply.header("set-cookie", clearSessionCookie);
      },
      async switchOrganization(request, reply) {
        const session = await needSession(request);
        const asked = { session, ...request.body };
        return setSession(request, reply, await switchOrganization(visitorOf(request), asked, deps));
      },
      async reauthenticate(request, reply) {
        const session = await needSession(request);
        const key = await reauthenticate(visitorOf(request), { session, input: request.body }, deps);
        const expiresAt = session.owner.expires_at ?? now().toISOString();
        void reply.header("set-cookie", newSessionCookie(key, expiresAt, now().getTime()));
      },
      askForPasswordLink: (request) => askForPasswordLink(visitorOf(request), request.body, deps),
      resetPassword: (request) => resetPassword(visitorOf(request), { input: request.body }, deps),
    },
  );
}

async function describeMethods({ db, openId, mail }: SignInDeps) {
  return {
    password: true,
    openId: openId === undefined ? null : { name: openId.name },
    mail: mail !== undefined,
    setUp: (await hasOrganization(db)) ? "done" : "needed",
  } as const;
}

function sessionsOf(deps: SignInDeps) {
  const { db, now, secretKey } = deps;
  return {
    async needSession({ headers }: FastifyRequest): Promise<FoundSession> {
      const found = await findSession(db, headers, now());
      if (found === undefined) throw notSignedIn();
      return found;
    },
    /** Ends the browser's former session, sets the new session's cookies and returns the reply. */
    setSession(request: FastifyRequest, reply: FastifyReply, signedIn: SignedInPerson): { body: SignedIn } {
      endFormerSession(visitorOf(request), request.headers, deps);
      const at = now();
      const session = newSessionCookie(signedIn.sessionKey, signedIn.expiresAt, at.getTime());
      const known = { userId: signedIn.account.user_id, cookies: request.headers.cookie };
      // A session alone must not mark a browser as known, because each known browser gets a separate number of attempts.
      const hasProved = signedIn.provedBy !== "session";
      const device = hasProved && secretKey !== undefined ? newDeviceCookie(secretKey, known, at) : [];
      void reply.header("set-cookie", [session, device].flat());
      return { body: toSignedIn(signedIn) };
    },
  };
}

function toSignedIn({ account, organization, organizations, expiresAt }: SignedInPerson): SignedIn {
  return {
    user: { id: account.user_id, email: account.email, name: account.name },
    organization: { id: organization.org_id, name: organization.name },
    role: organization.role,
    expiresAt,
    organizations: organizations.map(({ org_id: id, name, role }) => ({ id, name, role })),
  };
}

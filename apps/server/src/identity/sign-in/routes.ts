import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { visitorOf } from "#identity/http/visitor.ts";
import { hasOrganization } from "#identity/organizations/queries.ts";
import { findSession, type FoundSession, notSignedIn } from "#identity/sessions/find-session.ts";
import { clearSessionCookie, newSessionCookie } from "#identity/sessions/session-cookie.ts";
import { endFormerSession, endFound } from "#identity/sessions/end-found.ts";
import { newDeviceCookie } from "#identity/throttle/known-device.ts";
import { invalid } from "#platform/errors.ts";
import { sendJson, sendNothing } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { normalEmail } from "#platform/email.ts";
import type { SignInDeps } from "./deps.ts";
import { askForPasswordLink, resetPassword } from "./reset-password.ts";
import { isVerifiedAccount, joinByLink, readLink } from "./join-by-link.ts";
import {
  AcceptInvitation,
  Accepted,
  ForgottenPassword,
  InvitationLink,
  InvitationPreview,
  Methods,
  NothingLeft,
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

const tags = ["Sign-in"];

export const signInRoutes: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  const { db, now, secretKey } = deps;

  async function needSession(request: FastifyRequest): Promise<FoundSession> {
    const found = await findSession(db, request.headers, now());
    if (found === undefined) throw notSignedIn();
    return found;
  }

  /** Ends the browser's former session, sets the new session's cookies and returns the reply's body. */
  function setSession(request: FastifyRequest, reply: FastifyReply, signedIn: SignedInPerson): SignedIn {
    endFormerSession(visitorOf(request), request.headers, deps);
    const at = now();
    const session = newSessionCookie(signedIn.sessionKey, signedIn.expiresAt, at.getTime());
    const known = { userId: signedIn.account.user_id, cookies: request.headers.cookie };
    // A session alone must not mark a browser as known, because each known browser gets a separate number of attempts.
    const hasProved = signedIn.provedBy !== "session";
    const device = hasProved && secretKey !== undefined ? newDeviceCookie(secretKey, known, at) : [];
    void reply.header("set-cookie", [session, device].flat());
    return toSignedIn(signedIn);
  }

  app.get(
    "/methods",
    {
      schema: {
        operationId: "getSignInMethods",
        tags,
        summary: "List the ways to sign in",
        response: { 200: Methods },
      },
    },
    async (_request, reply) =>
      sendJson(reply, 200, {
        password: true,
        openId: deps.openId === undefined ? null : { name: deps.openId.name },
        mail: deps.mail !== undefined,
        setUp: (await hasOrganization(db)) ? "done" : "needed",
      }),
  );

  app.post(
    "/set-up",
    {
      config: { givesSession: true },
      schema: {
        operationId: "setUp",
        tags,
        summary: "Create the first organization and sign in as its owner",
        description: "Needs the token of the link that the server prints at startup while there is no organization.",
        body: SetUp,
        response: { 201: SignedIn, ...problems(400, 422) },
      },
    },
    async (request, reply) => {
      const email = normalEmail(request.body.email);
      if (email === undefined)
        throw invalid("/email", "bad_format", "must be an email address, such as me@example.com");
      return sendJson(
        reply,
        201,
        setSession(request, reply, await setUp(visitorOf(request), { input: { ...request.body, email } }, deps)),
      );
    },
  );

  app.post(
    "/sign-in",
    {
      config: { givesSession: true },
      schema: {
        operationId: "signIn",
        tags,
        summary: "Sign in with a password",
        description:
          "`second_factor_required` means that the password is correct; send it again with `code` or `recoveryCode`.",
        body: SignIn,
        response: { 200: SignedIn, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      return sendJson(
        reply,
        200,
        setSession(
          request,
          reply,
          await signIn(visitorOf(request), { input: request.body, cookies: request.headers.cookie }, deps),
        ),
      );
    },
  );

  app.post(
    "/invitations/preview",
    {
      schema: {
        operationId: "previewInvitation",
        tags,
        summary: "Read an invitation by the token of its link",
        body: InvitationLink,
        response: { 200: InvitationPreview, ...problems(400, 422) },
      },
    },
    async (request, reply) => {
      const { invitation, account } = await readLink(request.body, deps);
      return sendJson(reply, 200, {
        organizationName: invitation.organization_name,
        email: invitation.email,
        role: invitation.role,
        hasAccount: invitation.is_mailed ? isVerifiedAccount(account) : null,
      });
    },
  );

  app.post(
    "/invitations/accept",
    {
      config: { usesSession: "ifAny", givesSession: true },
      schema: {
        operationId: "acceptInvitation",
        tags,
        summary: "Accept an invitation and sign in",
        description:
          "A new person sends `name` and `password`. A person with an account authenticates by being signed in or with `password` and, if it is on, the second factor. If the account's address is unverified, the person needs the emailed link; the link that the inviter got is refused with 403 `address_not_proved`. `password` then sets a new password, and everything set up before is removed. If both `name` and `password` are sent, `password` is first tried as the password of an existing account, so a page may ask everyone for both.",
        body: AcceptInvitation,
        response: { 201: SignedIn, ...problems(400, 401, 403, 409, 422) },
      },
    },
    async (request, reply) => {
      const session = await findSession(db, request.headers, now());
      return sendJson(
        reply,
        201,
        setSession(
          request,
          reply,
          await joinByLink(visitorOf(request), { session, input: request.body, cookies: request.headers.cookie }, deps),
        ),
      );
    },
  );

  app.post(
    "/sign-out",
    {
      config: { usesSession: "ifAny" },
      schema: {
        operationId: "signOut",
        tags,
        summary: "End the session",
        description:
          "Also succeeds if it has already ended. A browser that retries a sign-out later can specify the session, so that it never ends the session of someone who has signed in since.",
        body: { ...SignOut, "x-optional": true },
        response: { 204: NothingLeft, ...problems(400, 422) },
      },
    },
    async (request, reply) => {
      const found = await findSession(db, request.headers, now());
      const { sessionId } = request.body ?? {};
      if (found !== undefined) {
        if (sessionId !== undefined && sessionId !== found.owner.key_id) return sendNothing(reply, 204);
        await endFound(visitorOf(request), found, deps);
      }
      return sendNothing(reply.header("set-cookie", clearSessionCookie), 204);
    },
  );

  app.post(
    "/switch",
    {
      config: { usesSession: "always" },
      schema: {
        operationId: "switchOrganization",
        tags,
        summary: "Continue in another organization",
        description: "Creates another session, which ends when this one would have, and ends this one.",
        body: SwitchOrganization,
        response: { 200: SignedIn, ...problems(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const session = await needSession(request);
      return sendJson(
        reply,
        200,
        setSession(request, reply, await switchOrganization(visitorOf(request), { session, ...request.body }, deps)),
      );
    },
  );

  app.post(
    "/reauthenticate",
    {
      config: { usesSession: "always" },
      schema: {
        operationId: "reauthenticate",
        tags,
        summary: "Re-authenticate",
        description:
          "For 10 minutes, the session may do what needs recent authentication. It continues with a new cookie.",
        body: Reauthenticate,
        response: { 204: NothingLeft, ...problems(400, 401) },
      },
    },
    async (request, reply) => {
      const session = await needSession(request);
      const key = await reauthenticate(visitorOf(request), { session, input: request.body }, deps);
      const cookie = newSessionCookie(key, session.owner.expires_at ?? now().toISOString(), now().getTime());
      return sendNothing(reply.header("set-cookie", cookie), 204);
    },
  );

  app.post(
    "/password/forgotten",
    {
      schema: {
        operationId: "askForPasswordLink",
        tags,
        summary: "Request a link to set a new password",
        description: "The reply is the same whether or not anyone has this address.",
        body: ForgottenPassword,
        response: { 202: Accepted, ...problems(400) },
      },
    },
    async (request, reply) => {
      await askForPasswordLink(visitorOf(request), request.body, deps);
      return sendNothing(reply, 202);
    },
  );

  app.post(
    "/password/reset",
    {
      schema: {
        operationId: "resetPassword",
        tags,
        summary: "Set a new password with the token of a link",
        description: "Ends all sessions of the person. API keys and the second factor stay.",
        body: ResetPassword,
        response: { 204: NothingLeft, ...problems(400, 422) },
      },
    },
    async (request, reply) => {
      await resetPassword(visitorOf(request), { input: request.body }, deps);
      return sendNothing(reply, 204);
    },
  );
};

function toSignedIn({ account, organization, organizations, expiresAt }: SignedInPerson): SignedIn {
  return {
    user: { id: account.user_id, email: account.email, name: account.name },
    organization: { id: organization.org_id, name: organization.name },
    role: organization.role,
    expiresAt,
    organizations: organizations.map(({ org_id: id, name, role }) => ({ id, name, role })),
  };
}

import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import { visitorOf } from "#identity/http/visitor.ts";
import { demandRecentAuthentication } from "#identity/sessions/demand-recent-authentication.ts";
import { type AttemptDeps, runPersonAttempt } from "#identity/throttle/run-person-attempt.ts";
import { personCounter } from "#identity/throttle/throttle.ts";
import { invalid } from "#platform/errors.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { Closed, Text } from "#platform/http/contract/schemas.ts";
import { hashNewPassword, type PasswordDeps, setPassword, verifyPassword } from "./password-verbs.ts";
import { findAccount } from "./queries.ts";

const ChangePassword = Closed({
  currentPassword: Type.Optional(
    Text({ maxLength: 1000, description: "Required if there is a password.", examples: ["copper meadow violin"] }),
  ),
  newPassword: Text({
    maxLength: 1000,
    description: "10 to 256 characters; not easy to guess.",
    examples: ["lantern orbit sparrow"],
  }),
});

export const passwordRoutes: FastifyPluginAsyncTypebox<PasswordDeps & AttemptDeps & { mutate: Mutate }> = async (
  app,
  deps,
) => {
  const { db, mutate, now } = deps;

  app.put(
    "/me/password",
    {
      config: { access: "anyone", sessionOnly: true, evenWhileEnding: true },
      schema: {
        operationId: "changePassword",
        tags: ["Me"],
        summary: "Change your password",
        description:
          "Ends your other sessions, in all organizations. If the account has no password yet, the session must have authenticated in the last 10 minutes.",
        body: ChangePassword,
        response: { 204: Type.Null(), ...problems(400, 403, 422) },
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const visitor = visitorOf(request);
      const account = await findAccount(db, actor.userId);
      if (account === undefined) throw new Error("the actor's account was not found");
      // Without re-authentication, a stolen session could set the first password.
      if (account.password_hash === null) demandRecentAuthentication(actor, now().getTime());
      else {
        const counters = [personCounter(actor.userId)];
        const attempt = { counters, failures: ["validation_failed"], visitor, userId: actor.userId } as const;
        await runPersonAttempt(attempt, deps, async () => {
          if (body.currentPassword === undefined)
            throw invalid("/currentPassword", "required", "Send your current password too.");
          if (!(await verifyPassword(deps, account, body.currentPassword)))
            throw invalid("/currentPassword", "wrong_password", "This is not your password.");
        });
      }
      const passwordHash = await hashNewPassword(
        deps,
        body.newPassword,
        { userId: account.user_id, email: account.email },
        "/newPassword",
      );
      return mutate(request, reply, async (tx) => {
        if (!(await setPassword(tx, visitor, { account, passwordHash, acting: actor }, { now: now() })))
          throw invalid(
            "/currentPassword",
            "wrong_password",
            "Your password was changed in the meantime. Try again with the new one.",
          );
        return { status: 204 };
      });
    },
  );
};

import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { AppError } from "#platform/errors.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import { visitorOf } from "#identity/visitor.ts";
import { demandRecentAuthentication } from "#identity/demand-recent-authentication.ts";
import { type AttemptDeps, runPersonAttempt } from "#identity/throttle/run-person-attempt.ts";
import { personCounter } from "#identity/throttle/throttle.ts";
import { invalid } from "#platform/errors.ts";
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

const operations = {
  changePassword: {
    at: "PUT /me/password",
    byHand: true,
    access: "anyone",
    sessionOnly: true,
    evenWhileEnding: true,
    summary: "Change your password",
    description:
      "Ends your other sessions, in all organizations. If the account has no password yet, the session must have authenticated in the last 10 minutes.",
    body: ChangePassword,
    reply: "No Content",
    others: [400, 403, 422],
  },
} as const satisfies Operations;

export async function passwordRoutes(
  app: HttpApp,
  deps: PasswordDeps & AttemptDeps & { mutate: Mutate },
): Promise<void> {
  const { db, mutate, now } = deps;
  addOperations(
    app,
    operations,
    { tag: "Me", mutate },
    {
      async changePassword(request, _reply, inTransaction) {
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
              throw wrongPassword("This is not your password.");
          });
        }
        const person = { userId: account.user_id, email: account.email };
        const passwordHash = await hashNewPassword(deps, body.newPassword, person, "/newPassword");
        return inTransaction(async (tx) => {
          if (!(await setPassword(tx, visitor, { account, passwordHash, acting: actor }, { now: now() })))
            throw wrongPassword("Your password was changed in the meantime. Try again with the new one.");
        });
      },
    },
  );
}

function wrongPassword(message: string): AppError {
  return invalid("/currentPassword", "wrong_password", message);
}

import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { OperationDeps } from "#identity/http/mutation.ts";
import { visitorOf } from "#identity/visitor.ts";
import { findAccount } from "#identity/passwords/queries.ts";
import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import { runAttempt, personCounter } from "#identity/throttle/throttle.ts";
import { BegunSecondFactor, ConfirmSecondFactor, RecoveryCodes } from "./schemas.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  replaceRecoveryCodes,
} from "./second-factor-verbs.ts";

const proven = { access: "anyone", sessionOnly: true, reauthenticated: true, evenWhileEnding: true } as const;

interface SecondFactorDeps extends OperationDeps {
  secretKey: Buffer | undefined;
}

const operations = {
  beginSecondFactor: {
    at: "POST /me/second-factor",
    ...proven,
    summary: "Start setting up a second factor",
    description:
      "Creates a secret for an authenticator app (TOTP). It takes effect once one of its codes is confirmed.",
    reply: BegunSecondFactor,
    others: [409],
  },
  confirmSecondFactor: {
    at: "POST /me/second-factor/confirm",
    byHand: true,
    ...proven,
    summary: "Turn the second factor on",
    body: ConfirmSecondFactor,
    reply: RecoveryCodes,
    others: [400, 409, 422],
  },
  endSecondFactor: {
    at: "DELETE /me/second-factor",
    ...proven,
    summary: "Turn the second factor off",
    reply: "No Content",
    others: [404],
  },
  replaceRecoveryCodes: {
    at: "POST /me/recovery-codes",
    ...proven,
    summary: "Create new recovery codes",
    description: "The old codes stop working.",
    reply: RecoveryCodes,
    others: [409],
  },
} as const satisfies Operations;

export async function secondFactorRoutes(app: HttpApp, deps: SecondFactorDeps): Promise<void> {
  const { db, mutate, secretKey, now } = deps;
  addOperations(
    app,
    operations,
    { tag: "Me", mutate },
    {
      async beginSecondFactor(tx, { actor: { userId } }) {
        const account = await findAccount(tx, userId);
        if (account === undefined) throw new Error("the actor's account was not found");
        const body = await beginSecondFactor(tx, { userId, email: account.email }, { secretKey });
        return { body, isSecret: true };
      },
      async confirmSecondFactor(request, _reply, inTransaction) {
        const { actor, body: input } = request;
        const counters = [personCounter(actor.userId)];
        return runAttempt({ counters, failures: ["validation_failed"] }, { db, now: now() }, () =>
          inTransaction(async (tx) => {
            const recoveryCodes = await confirmSecondFactor(tx, actor, { input }, { secretKey, now: now() });
            await recordForPerson(tx, "second_factor.enabled", actor.userId, visitorOf(request), actor);
            return { body: { recoveryCodes }, isSecret: true };
          }),
        );
      },
      async endSecondFactor(tx, request) {
        const { actor } = request;
        await endSecondFactor(tx, actor);
        await recordForPerson(tx, "second_factor.disabled", actor.userId, visitorOf(request), actor);
      },
      async replaceRecoveryCodes(tx, request) {
        const { actor } = request;
        const recoveryCodes = await replaceRecoveryCodes(tx, actor);
        await recordForPerson(tx, "recovery_codes.replaced", actor.userId, visitorOf(request), actor);
        return { body: { recoveryCodes }, isSecret: true };
      },
    },
  );
}

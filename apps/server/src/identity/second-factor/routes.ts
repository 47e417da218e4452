import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import { visitorOf } from "#identity/http/visitor.ts";
import { findAccount } from "#identity/passwords/queries.ts";
import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import { runAttempt, personCounter } from "#identity/throttle/throttle.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { BegunSecondFactor, ConfirmSecondFactor, RecoveryCodes } from "./schemas.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  replaceRecoveryCodes,
} from "./second-factor-verbs.ts";

const tags = ["Me"];
const proven = { access: "anyone", sessionOnly: true, reauthenticated: true, evenWhileEnding: true } as const;

interface SecondFactorDeps {
  db: DatabasePool;
  mutate: Mutate;
  secretKey: Buffer | undefined;
  now: () => Date;
}

export const secondFactorRoutes: FastifyPluginAsyncTypebox<SecondFactorDeps> = async (
  app,
  { db, mutate, secretKey, now },
) => {
  async function emailOf(userId: string): Promise<string> {
    const account = await findAccount(db, userId);
    if (account === undefined) throw new Error("the actor's account was not found");
    return account.email;
  }

  app.post(
    "/me/second-factor",
    {
      config: proven,
      schema: {
        operationId: "beginSecondFactor",
        tags,
        summary: "Start setting up a second factor",
        description:
          "Creates a secret for an authenticator app (TOTP). It takes effect once one of its codes is confirmed.",
        response: { 200: BegunSecondFactor, ...problems(409) },
      },
    },
    async (request, reply) => {
      const { userId } = request.actor;
      const email = await emailOf(userId);
      return mutate(request, reply, async (tx) => ({
        status: 200,
        body: await beginSecondFactor(tx, { userId, email }, { secretKey }),
        isSecret: true,
      }));
    },
  );

  app.post(
    "/me/second-factor/confirm",
    {
      config: proven,
      schema: {
        operationId: "confirmSecondFactor",
        tags,
        summary: "Turn the second factor on",
        body: ConfirmSecondFactor,
        response: { 200: RecoveryCodes, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const visitor = visitorOf(request);
      const counters = [personCounter(actor.userId)];
      return runAttempt({ counters, failures: ["validation_failed"] }, { db, now: now() }, () =>
        mutate(request, reply, async (tx) => {
          const recoveryCodes = await confirmSecondFactor(tx, actor, { input: body }, { secretKey, now: now() });
          await recordForPerson(tx, "second_factor.enabled", actor.userId, visitor, actor);
          return { status: 200, body: { recoveryCodes }, isSecret: true };
        }),
      );
    },
  );

  app.delete(
    "/me/second-factor",
    {
      config: proven,
      schema: {
        operationId: "endSecondFactor",
        tags,
        summary: "Turn the second factor off",
        response: { 204: Type.Null(), ...problems(404) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await endSecondFactor(tx, request.actor);
        await recordForPerson(tx, "second_factor.disabled", request.actor.userId, visitorOf(request), request.actor);
        return { status: 204 };
      }),
  );

  app.post(
    "/me/recovery-codes",
    {
      config: proven,
      schema: {
        operationId: "replaceRecoveryCodes",
        tags,
        summary: "Create new recovery codes",
        description: "The old codes stop working.",
        response: { 200: RecoveryCodes, ...problems(409) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const recoveryCodes = await replaceRecoveryCodes(tx, request.actor);
        await recordForPerson(tx, "recovery_codes.replaced", request.actor.userId, visitorOf(request), request.actor);
        return { status: 200, body: { recoveryCodes }, isSecret: true };
      }),
  );
};

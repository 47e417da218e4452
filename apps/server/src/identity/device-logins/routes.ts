import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { KeyShares } from "#identity/api-keys/key-shares.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { approveDeviceLogin, denyDeviceLogin, findDeviceLogin } from "./decide-device-login.ts";
import { type DeviceLoginRow, keyNameOf } from "./queries.ts";
import { ApproveDeviceLogin, DeviceLogin, FindDeviceLogin } from "./schemas.ts";

const tags = ["API keys"];

interface DeviceLoginDeps {
  db: DatabasePool;
  mutate: Mutate;
  now: () => Date;
  keyShares: KeyShares;
}

/**
 * Lets a signed-in person approve or deny a waiting program. Codes are sent in bodies, because bodies are never
 * logged.
 */
export const deviceLoginRoutes: FastifyPluginAsyncTypebox<DeviceLoginDeps> = async (app, deps) => {
  const { db, mutate, now, keyShares } = deps;

  app.post(
    "/device-logins/find",
    {
      config: { access: "keys:write", sessionOnly: true },
      schema: {
        operationId: "findDeviceLogin",
        tags,
        summary: "Find the program for a code",
        description:
          "Returns 404 if the code is wrong, has expired or was denied, or if someone else approved it. After 20 wrong codes in 15 minutes, the reply is 429 `too_many_attempts`.",
        body: FindDeviceLogin,
        response: { 200: DeviceLogin, ...problems(400, 404, 422) },
      },
    },
    async (request, reply) => {
      const login = await findDeviceLogin(db, request.actor, request.body.userCode, now());
      return mutate(request, reply, async () => ({ status: 200, body: toDeviceLogin(login) }));
    },
  );

  app.post(
    "/device-logins/approve",
    {
      config: { access: "keys:write", sessionOnly: true, reauthenticated: true },
      schema: {
        operationId: "approveDeviceLogin",
        tags,
        summary: "Approve a waiting program",
        description:
          "The key is only created when the program fetches it with its next poll. The rules are the same as for creating an API key.",
        body: ApproveDeviceLogin,
        response: { 200: DeviceLogin, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      await findDeviceLogin(db, actor, body.userCode, now());
      return mutate(request, reply, async (tx) => {
        const login = await approveDeviceLogin(tx, actor, body, { now: now(), keyShares });
        return { status: 200, body: toDeviceLogin(login) };
      });
    },
  );

  app.post(
    "/device-logins/deny",
    {
      config: { access: "keys:write", sessionOnly: true },
      schema: {
        operationId: "denyDeviceLogin",
        tags,
        summary: "Deny a waiting program",
        description: "Also possible after an approval, as long as the program has not fetched its key.",
        body: FindDeviceLogin,
        response: { 204: Type.Null({ description: "Denied." }), ...problems(400, 404, 422) },
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      await findDeviceLogin(db, actor, body.userCode, now());
      return mutate(request, reply, async (tx) => {
        await denyDeviceLogin(tx, actor, body.userCode, now());
        return { status: 204 };
      });
    },
  );
};

function toDeviceLogin(row: DeviceLoginRow): DeviceLogin {
  return {
    program: row.program,
    machine: row.machine,
    keyName: keyNameOf(row),
    address: row.address,
    status: row.status === "denied" ? "pending" : row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

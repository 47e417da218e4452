import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { KeyShares } from "#identity/api-keys/key-shares.ts";
import type { OperationDeps } from "#identity/http/mutation.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { approveDeviceLogin, denyDeviceLogin, findDeviceLogin } from "./decide-device-login.ts";
import { type DeviceLoginRow, keyNameOf } from "./queries.ts";
import { ApproveDeviceLogin, DeviceLogin, FindDeviceLogin } from "./schemas.ts";

interface DeviceLoginDeps extends OperationDeps {
  keyShares: KeyShares;
}

const operations = {
  findDeviceLogin: {
    at: "POST /device-logins/find",
    byHand: true,
    access: "keys:write",
    sessionOnly: true,
    summary: "Find the program for a code",
    description:
      "Returns 404 if the code is wrong, has expired or was denied, or if someone else approved it. After 20 wrong codes in 15 minutes, the reply is 429 `too_many_attempts`.",
    body: FindDeviceLogin,
    reply: DeviceLogin,
    others: [400, 404, 422],
  },
  approveDeviceLogin: {
    at: "POST /device-logins/approve",
    byHand: true,
    access: "keys:write",
    sessionOnly: true,
    reauthenticated: true,
    summary: "Approve a waiting program",
    description:
      "The key is only created when the program fetches it with its next poll. The rules are the same as for creating an API key.",
    body: ApproveDeviceLogin,
    reply: DeviceLogin,
    others: [400, 404, 409, 422],
  },
  denyDeviceLogin: {
    at: "POST /device-logins/deny",
    byHand: true,
    access: "keys:write",
    sessionOnly: true,
    summary: "Deny a waiting program",
    description: "Also possible after an approval, as long as the program has not fetched its key.",
    body: FindDeviceLogin,
    reply: "Denied.",
    others: [400, 404, 422],
  },
} as const satisfies Operations;

/**
 * Lets a signed-in person approve or deny a waiting program. Codes are sent in bodies, because bodies are never
 * logged.
 */
export async function deviceLoginRoutes(app: HttpApp, deps: DeviceLoginDeps): Promise<void> {
  const { db, mutate, now, keyShares } = deps;
  addOperations(
    app,
    operations,
    { tag: "API keys", mutate },
    {
      async findDeviceLogin({ actor, body }, _reply, inTransaction) {
        const login = await findDeviceLogin(db, actor, body.userCode, now());
        return inTransaction(async () => ({ body: toDeviceLogin(login) }));
      },
      async approveDeviceLogin({ actor, body }, _reply, inTransaction) {
        await findDeviceLogin(db, actor, body.userCode, now());
        return inTransaction(async (tx) => ({
          body: toDeviceLogin(await approveDeviceLogin(tx, actor, body, { now: now(), keyShares })),
        }));
      },
      async denyDeviceLogin({ actor, body: { userCode } }, _reply, inTransaction) {
        await findDeviceLogin(db, actor, userCode, now());
        return inTransaction((tx) => denyDeviceLogin(tx, actor, userCode, now()));
      },
    },
  );
}

const toStored = shownAs(DeviceLogin, "keyName", "status");

function toDeviceLogin(row: DeviceLoginRow): DeviceLogin {
  return { ...toStored(row), keyName: keyNameOf(row), status: row.status === "denied" ? "pending" : row.status };
}

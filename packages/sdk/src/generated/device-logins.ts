// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type PostOptions, Resource } from "../client.ts";
import type { DeviceLogin } from "./schemas.ts";

/** The body of `deviceLogins.find`. */
export interface FindDeviceLoginBody {
  /** The code that the program shows; case and dashes don't matter. */
  userCode: string;
}

/** The body of `deviceLogins.approve`. */
export interface ApproveDeviceLoginBody {
  /** The code that the program shows; case and dashes don't matter. */
  userCode: string;
  /** Its scopes: at most those of the calling key. A preset stands for its scopes that the calling key also has. Scopes, presets (full, read-only, timer), or a resource with all its scopes (`timesheets`). Default: `["timer"]`. */
  scopes?: readonly string[] | undefined;
  /** When it stops being accepted; null if never. A Date, or ISO 8601 with an offset. */
  expiresAt?: string | Date | null | undefined;
}

/** The body of `deviceLogins.deny`. */
export interface DenyDeviceLoginBody {
  /** The code that the program shows; case and dashes don't matter. */
  userCode: string;
}

/** The operations of `stint.deviceLogins`. */
export class DeviceLoginsApi extends Resource {
  /**
   * Find the program for a code.
   *
   * Returns 404 if the code is wrong, has expired or was denied, or if someone else approved it. After 20 wrong codes in 15 minutes, the reply is 429 `too_many_attempts`.
   *
   * Needs the scope `keys:write`. Only for signed-in people, not for API keys.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const deviceLogin = await stint.deviceLogins.find({ userCode: "WDJB-MJHT" });
   */
  find(body: FindDeviceLoginBody, options?: PostOptions): Promise<DeviceLogin> {
    return this.client.post("/v1/device-logins/find", body, options);
  }

  /**
   * Approve a waiting program.
   *
   * The key is only created when the program fetches it with its next poll. The rules are the same as for creating an API key.
   *
   * Needs the scope `keys:write`. Only for signed-in people, not for API keys. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const deviceLogin = await stint.deviceLogins.approve({ userCode: "WDJB-MJHT", scopes: ["timer"] });
   */
  approve(body: ApproveDeviceLoginBody, options?: PostOptions): Promise<DeviceLogin> {
    return this.client.post("/v1/device-logins/approve", body, options);
  }

  /**
   * Deny a waiting program.
   *
   * Also possible after an approval, as long as the program has not fetched its key.
   *
   * Needs the scope `keys:write`. Only for signed-in people, not for API keys.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * await stint.deviceLogins.deny({ userCode: "WDJB-MJHT" });
   */
  deny(body: DenyDeviceLoginBody, options?: PostOptions): Promise<void> {
    return this.client.post("/v1/device-logins/deny", body, options);
  }
}

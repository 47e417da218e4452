// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { ApiKey, ApiKeyWithSecret } from "./schemas.ts";

/** The query of `apiKeys.list`. */
export interface ListApiKeysQuery {
  /** Only keys of this member; `me` is the key's own. For several values, pass a list. */
  userId?: string | readonly string[] | undefined;
  /** Only keys with this status. For several values, pass a list. */
  status?: "active" | "expired" | "revoked" | readonly ("active" | "expired" | "revoked")[] | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `apiKeys.create`. */
export interface CreateApiKeyBody {
  /** The purpose of the key. */
  name: string;
  /** Its scopes: at most those of the calling key. A preset stands for its scopes that the calling key also has. Scopes, presets (full, read-only, timer), or a resource with all its scopes (`timesheets`). Default: `["read-only"]`. */
  scopes?: readonly string[] | undefined;
  /** When it stops being accepted; null if never. A Date, or ISO 8601 with an offset. */
  expiresAt?: string | Date | null | undefined;
}

/** The body of `apiKeys.update`. */
export interface UpdateApiKeyBody {
  /** The purpose of the key. */
  name?: string | undefined;
  /** A subset of its scopes; the others are removed. A preset stands for its scopes that the key also has. Scopes, presets (full, read-only, timer), or a resource with all its scopes (`timesheets`). */
  scopes?: readonly string[] | undefined;
  /** When it stops being accepted; null if never. A Date, or ISO 8601 with an offset. */
  expiresAt?: string | Date | null | undefined;
}

/** The body of `apiKeys.rotate`. */
export interface RotateApiKeyBody {
  /** How long the old key keeps working; 0 revokes it at once. Default: `3600`. */
  overlapSeconds?: 0 | 900 | 3600 | 21600 | 86400 | undefined;
  /** When the new key expires; by default, when the old one would have. A Date, or ISO 8601 with an offset. */
  expiresAt?: string | Date | null | undefined;
}

/** The operations of `stint.apiKeys`. */
export class ApiKeysApi extends Resource {
  /**
   * List API keys.
   *
   * Newest first, including keys that are no longer valid. Members get their own keys; owners and admins get all keys.
   *
   * Needs the scope `keys:write`.
   *
   * @example
   * for await (const each of stint.apiKeys.list()) console.log(each);
   */
  list(query?: ListApiKeysQuery, options?: CallOptions): PageList<ApiKey> {
    return this.client.list("/v1/api-keys", query, options);
  }

  /**
   * Create an API key for yourself.
   *
   * The reply contains the key, which is shown only this once. The key gets at most the permissions of the calling key; requesting a scope that the calling key lacks is refused with 403. A member may have 50 active keys and an organization 1,000 (otherwise 409 `too_many_api_keys`).
   *
   * Needs the scope `keys:write`. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const apiKey = await stint.apiKeys.create({ name: "Invoicing", scopes: ["time-entries:read", "costs:read"], expiresAt: "2199-03-01T08:00:00Z" });
   */
  create(body: CreateApiKeyBody, options?: PostOptions): Promise<ApiKeyWithSecret> {
    return this.client.post("/v1/api-keys", body, options);
  }

  /**
   * Get an API key.
   *
   * The ETag does not cover `lastUsedAt` and `lastUsedAddress`.
   *
   * Needs the scope `keys:write`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const apiKey = await stint.apiKeys.get("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<ApiKey>): Promise<ApiKey> {
    return this.client.get(path`/v1/api-keys/${id}`, undefined, options);
  }

  /**
   * Change the name, scopes or expiry of an API key.
   *
   * Owners and admins may change other members' keys too, but may not extend their lifetime. To extend a key's lifetime with a session, the person must have authenticated in the last 10 minutes (otherwise call `POST /auth/reauthenticate` first). If a rotated key is extended beyond its overlap, it counts as active again (409 `too_many_api_keys` if there is no room). A key that is no longer valid cannot be changed (409 `key_ended`).
   *
   * Needs the scope `keys:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const apiKey = await stint.apiKeys.update("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { name: "Invoicing, new server" }, { ifMatch: { version: 1 } });
   */
  update(id: string, body: UpdateApiKeyBody, options?: ConditionalOptions): Promise<ApiKey> {
    return this.client.send("PATCH", path`/v1/api-keys/${id}`, body, options);
  }

  /**
   * Revoke an API key.
   *
   * The key is refused at once, on every node, and stays listed. Owners and admins may revoke any key. A key that is already revoked is 404.
   *
   * Needs the scope `keys:write`.
   *
   * Throws `NotFoundError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.apiKeys.revoke("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  revoke(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/api-keys/${id}`, options);
  }

  /**
   * Replace one of your API keys.
   *
   * The reply contains the new key, which is shown only this once and has the permissions of the old one. The old key expires after the overlap, or at its own expiry time if that is earlier. The calling key needs all `effectiveScopes` of the old key. The new key takes the old key's place in the limit, so a member who has reached the limit can still rotate every key. Rotating a key that has already been rotated counts as an additional key (409 `too_many_api_keys` if there is no room).
   *
   * Needs the scope `keys:write`. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const apiKey = await stint.apiKeys.rotate("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { overlapSeconds: 900 });
   */
  rotate(id: string, body?: RotateApiKeyBody, options?: PostOptions & ConditionalOptions): Promise<ApiKeyWithSecret> {
    return this.client.post(path`/v1/api-keys/${id}/rotate`, body, options);
  }
}

import assert from "node:assert/strict";
import type { Scope } from "#identity/access.ts";
import { scopes } from "#identity/access.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { Answer, Caller, Json, TestApp } from "#test/worlds/test-app.ts";
import { resolveShared } from "./resolve-shared.ts";

/** An operation of /v1, as the OpenAPI document describes it. */
export interface Operation {
  id: string;
  method: string;
  /** The path template, with placeholders such as `{id}`. */
  path: string;
  pathParameters: string[];
  /** Undefined if any key can use the operation. */
  scope: Scope | undefined;
  /** Scopes that are required in addition to `scope`. */
  alsoNeeds: Scope[];
  /** Whether API keys are refused, even with all scopes. */
  sessionOnly: boolean;
  /** Whether the caller must be an owner, in addition to having the scope. */
  ownerOnly: boolean;
  /** Whether the caller must be an owner or admin, in addition to having the scope. */
  adminOnly: boolean;
  /** Whether the session must have reauthenticated in the last 10 minutes. */
  reauthenticated: boolean;
  /** The operation's OpenAPI Operation Object. */
  described: Json;
}

const methods = ["get", "post", "patch", "put", "delete"];

let text: Promise<string> | undefined;

/** Returns the OpenAPI document. Requests it only once, because it is the same for every app. */
export async function readServedDocument(app: HttpApp): Promise<Json> {
  text ??= app.inject({ method: "GET", url: "/openapi.json" }).then(({ body }) => body);
  return JSON.parse(await text);
}

/** Returns the OpenAPI document with its shared parameters, headers and errors in all their places. */
export async function readDocument(app: HttpApp): Promise<Json> {
  return resolveShared(await readServedDocument(app));
}

/** Returns all operations of /v1 in the OpenAPI document. openapi.test.ts verifies that no route is missing from it. */
export async function listOperations(app: HttpApp): Promise<Operation[]> {
  const document = await readDocument(app);
  const operations: Operation[] = [];
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    if (!path.startsWith("/v1/")) continue;
    for (const method of methods) {
      const described = item[method];
      if (described === undefined) continue;
      const access = described["x-access"];
      assert.ok(access.scope === null || scopes.includes(access.scope), `${method} ${path} names its scope`);
      operations.push({
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
        scope: access.scope ?? undefined,
        alsoNeeds: access.alsoNeeds ?? [],
        sessionOnly: access.sessionOnly ?? false,
        ownerOnly: access.ownerOnly ?? false,
        adminOnly: access.adminOnly ?? false,
        reauthenticated: access.reauthenticated ?? false,
        described,
      });
    }
  }
  assert.ok(operations.length >= 30, `the document has ${operations.length} operations`);
  return operations;
}

/** Creates the owner of a new organization, with an API key or a session as the operation requires. */
export async function newCallerOf({ newOrganization }: TestApp, operation: Operation): Promise<Caller> {
  const owner = await newOrganization();
  return operation.sessionOnly ? owner.world.newSession(owner) : owner;
}

export function isMutation({ method }: Operation): boolean {
  return method !== "GET";
}

/** Whether the operation accepts a JSON body. */
export function takesBody({ described }: Operation): boolean {
  return described.requestBody !== undefined && !takesFile({ described });
}

/** Whether the operation accepts a file. Any media type is accepted, because the file is checked when it is read. */
export function takesFile({ described }: Pick<Operation, "described">): boolean {
  return described.requestBody?.content["text/csv"] !== undefined;
}

/** Returns the operation's path with the ids inserted. */
export function pathOf(operation: Operation, ids: Record<string, string>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const id = ids[name];
    assert.ok(id !== undefined, `${operation.id} has an id for {${name}} in test/valid-requests.ts`);
    return encodeURIComponent(id);
  });
}

/** Calls `check` for every operation. Prefixes errors with the operation's method and path. */
export async function eachOperation(app: HttpApp, check: (operation: Operation) => Promise<void>): Promise<void> {
  for (const operation of await listOperations(app)) {
    await explained(`${operation.method} ${operation.path}`, () => check(operation));
  }
}

/** Calls `check`, and prefixes its errors with a title. */
export async function explained(title: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    (error as Error).message = `${title}: ${(error as Error).message}`;
    throw error;
  }
}

/** Returns a well-formed id of the same kind that does not exist. */
export function neverWas(id: string): string {
  return `${id.split("_", 1)[0]}_${"0".repeat(31)}1`;
}

/**
 * Sends an unknown id, an invalid query and an invalid body. The reply then shows which of them the server checks
 * first.
 */
export function sendUseless(
  operation: Operation,
  caller: Pick<Caller, "send">,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const ids = Object.fromEntries(operation.pathParameters.map((name) => [name, neverWas("x_")]));
  return caller.send(operation.method, `${pathOf(operation, ids)}?no=such`, undefined, {
    raw: "[",
    headers: { "content-type": "text/plain", ...headers },
  });
}

import assert from "node:assert/strict";
import type { Scope } from "#identity/access.ts";
import { scopes } from "#identity/access.ts";
import type { HttpApp } from "#platform/http/create-http-app.ts";
import type { Answer, Caller, Json, TestApp } from "./test-app.ts";

/** One operation of /v1, as the OpenAPI document describes it. */
export interface Operation {
  id: string;
  method: string;
  /** With `{id}` and the like. */
  path: string;
  pathParameters: string[];
  /** Undefined where any key may. */
  scope: Scope | undefined;
  /** Scopes that it needs besides. */
  alsoNeeds: Scope[];
  /** API keys are refused, whatever their scopes. */
  sessionOnly: boolean;
  /** Of those who have the scope, only an owner may. */
  ownerOnly: boolean;
  /** A session must have proved who it is in the last 10 minutes. */
  reauthenticated: boolean;
  /** The operation object itself. */
  described: Json;
}

const methods = ["get", "post", "patch", "put", "delete"];

let text: Promise<string> | undefined;

/** The document, which is the same of every app: the first one asked makes it. */
export async function readDocument(app: HttpApp): Promise<Json> {
  text ??= app.inject({ method: "GET", url: "/openapi.json" }).then(({ body }) => body);
  return JSON.parse(await text);
}

/** All operations of /v1, taken from the document; that it leaves no route out is tested in openapi.test.ts. */
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
        reauthenticated: access.reauthenticated ?? false,
        described,
      });
    }
  }
  assert.ok(operations.length >= 30, `the document has ${operations.length} operations`);
  return operations;
}

/** The owner of a fresh organization, in the way that the operation takes: by API key, or by session. */
export async function newCallerOf({ newOrganization }: TestApp, operation: Operation): Promise<Caller> {
  const owner = await newOrganization();
  return operation.sessionOnly ? owner.world.newSession(owner) : owner;
}

export function isMutation({ method }: Operation): boolean {
  return method !== "GET";
}

export function takesBody({ described }: Operation): boolean {
  return described.requestBody !== undefined;
}

/** The operation's path with these ids in it. */
export function pathOf(operation: Operation, ids: Record<string, string>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const id = ids[name];
    assert.ok(id !== undefined, `${operation.id} has an id for {${name}} in test/valid-requests.ts`);
    return encodeURIComponent(id);
  });
}

/** Calls `check` for every operation, and names the operation in what goes wrong. */
export async function eachOperation(app: HttpApp, check: (operation: Operation) => Promise<void>): Promise<void> {
  for (const operation of await listOperations(app)) {
    await explained(`${operation.method} ${operation.path}`, () => check(operation));
  }
}

/** Says in what goes wrong where it went wrong. */
export async function explained(title: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    (error as Error).message = `${title}: ${(error as Error).message}`;
    throw error;
  }
}

/** An id of the same kind that names nothing anywhere. */
export function neverWas(id: string): string {
  return `${id.split("_", 1)[0]}_${"0".repeat(31)}1`;
}

/** Path, query and body are all wrong: what is checked before them answers. */
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

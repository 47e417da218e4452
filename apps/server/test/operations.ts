import assert from "node:assert/strict";
import type { Scope } from "#identity/access.ts";
import { scopes } from "#identity/access.ts";
import type { HttpApp } from "#platform/http/create-http-app.ts";
import type { Caller, Json, TestApp } from "./test-app.ts";

/** One operation of /v1, as the OpenAPI document describes it. */
export interface Operation {
  id: string;
  method: string;
  /** With `{id}` and the like. */
  path: string;
  pathParameters: string[];
  /** Undefined where any key may. */
  scope: Scope | undefined;
  /** API keys are refused, whatever their scopes. */
  sessionOnly: boolean;
  /** The operation object itself. */
  described: Json;
}

const methods = ["get", "post", "patch", "put", "delete"];

export async function readDocument(app: HttpApp): Promise<Json> {
  return JSON.parse((await app.inject({ method: "GET", url: "/openapi.json" })).body);
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
      const scope = scopes.find((name) => name === /Needs the scope `([^`]+)`/.exec(described.description)?.[1]);
      assert.ok(
        scope !== undefined || described.description.includes("Any key may"),
        `${method} ${path} names its scope in the OpenAPI document`,
      );
      operations.push({
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
        scope,
        sessionOnly: described.description.includes("Only for who is signed in"),
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
  return operation.sessionOnly ? owner.newSession() : owner;
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

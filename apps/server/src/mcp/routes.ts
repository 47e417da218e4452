import { hkdfSync, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { HttpMeans } from "@stint/mcp/http.ts";
import { type Actor, effectiveScopes, leadsOf, roleLacks, type Scope } from "#identity/access.ts";
import { missingKey } from "#identity/door/authenticate.ts";
import { guard, type GuardDeps } from "#identity/door/guard.ts";
import { grantableScopes } from "#identity/oauth/grantable-scopes.ts";
import { challenge } from "#identity/oauth/challenge.ts";
import { sendJsonText } from "#platform/http/replies/replies.ts";
import { AppError } from "#platform/errors.ts";
import { allowAnyOrigin, answerPreflight } from "#platform/http/replies/any-origin.ts";
import { type HttpApp, unknownPath } from "#platform/http/server/create-http-app.ts";
import { fetchInProcess } from "#platform/http/server/in-process.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import { readBody } from "#platform/http/server/bodies/read-body.ts";
import { fault, readMessage } from "./read-message.ts";
import { refuseRebinding } from "./refuse-rebinding.ts";

export interface McpDeps extends GuardDeps {
  /** Undefined if the operator disabled the dashboard: people then cannot connect programs, and need API keys. */
  dashboard: object | undefined;
  version: string;
  publicUrl: string;
  metrics: Metrics;
  /** Set only by tests, which replace the server with an example. */
  createMcpServer?: HttpMeans["createServer"];
}

/**
 * Serves the tools for agents (docs/api/agents.md). A request is subject to the same checks as under /v1, and its tools
 * call /v1 in this process with the caller's key, so there is no second way to read or write anything.
 */
export async function mcpRoutes(app: HttpApp, v1: HttpApp, deps: McpDeps): Promise<void> {
  app.addHook("onRequest", async (request, reply) => {
    allowAnyOrigin(reply);
    if (request.method === "OPTIONS") return answerPreflight(request, reply);
    // Programs also look for metadata below this path. Without this 404, they would mistake the 401 below for the one
    // of /mcp.
    if (request.url.startsWith("/mcp/.well-known/")) throw unknownPath(request);
    refuseRebinding(request.headers, deps.publicUrl);
    return undefined;
  });
  guard(app, { ...deps, takesGrants: true });
  // Checks the header, because a request with a refused key has no actor, despite the type.
  app.addHook("onSend", (request, reply, payload, done) => {
    if (reply.statusCode === 401 && deps.dashboard !== undefined) {
      const hasKey = request.headers.authorization !== undefined;
      void reply.header("www-authenticate", challenge(deps, hasKey ? { error: "invalid_token" } : {}));
    }
    done(null, payload);
  });
  app.addHook("onRequest", (request, _reply, done) => {
    // Any page can make a browser send its cookies, so cookies do not authenticate here.
    done(request.actor.kind === "session" ? missingKey() : undefined);
  });
  const count = deps.metrics.counter("stint_mcp_calls_total", "Calls of tools by agents, by tool and outcome.", "call");
  const open = async () => {
    // Loaded by the first request, because most installations have no agents.
    const { createHttpServer, neededScopes } = await import("@stint/mcp/http.ts");
    const server = createHttpServer({
      version: deps.version,
      signingKey: signingKeyOf(deps.secretKey),
      now: deps.now,
      onCall: (tool, outcome) => count(`${tool} ${outcome}`),
      onFault: (error) => app.log.error({ err: error }, "a tool failed"),
      createServer: deps.createMcpServer,
    });
    return { ...server, neededScopes };
  };
  let opened: ReturnType<typeof open> | undefined;

  app.post(
    "",
    {
      config: { access: "anyone", streamsBody: true, evenWhileEnding: true },
    },
    async (request, reply) => {
      const message = await receive(request);
      if ("fault" in message) return sendFault(reply, message.fault);
      const server = await (opened ??= open());
      demandGranted(request.actor, server.neededScopes(message.value) as readonly Scope[], deps);
      const response = await server.answer({
        headers: request.headers,
        bodyType: request.bodyType,
        body: message.value,
        toRequest: () => toWebRequest(request),
        keyId: request.actor.keyId,
        scopes: listedScopes(request.actor),
        fetch: fetchInProcess(v1, {
          address: request.ip,
          headers: { authorization: request.headers.authorization ?? "", "x-request-id": request.id },
        }),
      });
      if (typeof response === "string") return sendJsonText(reply.header("content-type", "application/json"), response);
      return sendResponse(request, reply, response);
    },
  );
}

/**
 * Asks a program to request a wider grant if the member has the missing scopes and only the grant lacks them. For an
 * API key, the tool reports what is missing.
 */
function demandGranted(actor: Actor, needed: readonly Scope[], deps: Pick<McpDeps, "publicUrl">): void {
  const missing = needed.filter((scope) => !actor.scopes.has(scope));
  if (actor.kind !== "grant" || missing.length === 0 || missing.some((scope) => roleLacks(actor.role, scope))) return;
  const wanted = challenge(deps, { error: "insufficient_scope", scopes: [...actor.scopes, ...missing] });
  throw new AppError(
    "insufficient_scope",
    `This tool needs the scope ${missing.join(", ")}, which this connection lacks. The person can add it on ${deps.publicUrl}/settings/api-keys?status=programs with "Change permissions", or by connecting the program again; then repeat the call.`,
    { headers: { "www-authenticate": wanted } },
  );
}

/**
 * The scopes whose tools the caller sees: those of the key and, for a connected program, those that its person can add,
 * without those that the role lacks.
 */
function listedScopes(actor: Actor): Scope[] {
  const addable = actor.kind === "grant" ? grantableScopes : [];
  return effectiveScopes(actor.role, [...actor.scopes, ...addable], leadsOf(actor));
}

/**
 * Derives the key from SECRET_KEY, so nodes with the same SECRET_KEY accept each other's drafts and undo references.
 */
function signingKeyOf(secretKey: Buffer | undefined): Buffer {
  return secretKey === undefined ? randomBytes(32) : Buffer.from(hkdfSync("sha256", secretKey, "", "mcp tokens", 32));
}

async function receive(request: FastifyRequest) {
  try {
    return readMessage(await readBody(request.raw, request.bodyType, request.headers));
  } catch (error) {
    if (error instanceof AppError && error.code === "payload_too_large")
      return { fault: fault(413, -32600, "The request is larger than 1 MiB. Send fewer entries at once.") };
    throw error;
  }
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && name !== "authorization" && name !== "cookie") headers.set(name, value);
  // Accepts both types on behalf of the program, because the library refuses requests that do not.
  headers.set("accept", "application/json, text/event-stream");
  if (request.bodyType !== undefined) headers.set("content-type", request.bodyType);
  return new Request("http://in-process/mcp", { method: "POST", headers });
}

function sendFault(reply: FastifyReply, { status, body }: { status: number; body: object }): FastifyReply {
  void reply.code(status).header("content-type", "application/json");
  return sendJsonText(reply, JSON.stringify(body));
}

/** Sends a stream of events only to programs that accept one. For others, the last event is the reply. */
async function sendResponse(request: FastifyRequest, reply: FastifyReply, response: Response): Promise<FastifyReply> {
  void reply.code(response.status);
  const type = response.headers.get("content-type");
  const body = await response.text();
  const isWanted = type !== "text/event-stream" || request.headers.accept?.includes(type) === true;
  if (type !== null) void reply.header("content-type", isWanted ? type : "application/json");
  const text = isWanted ? body : ([...body.matchAll(/^data: (.+)$/gm)].at(-1)?.[1] ?? "");
  return text === "" ? reply.send() : sendJsonText(reply, text);
}

import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { STATUS_CODES } from "node:http";
import { type FixedDocument, fixedDocument, sendFixed } from "./fixed-document.ts";
import { exampleOf, hoistNamedSchemas, type Json, named } from "./openapi-schemas.ts";
import { addReferencePage, type Sample } from "./reference-page.ts";
import { ProblemSchema } from "./schemas.ts";

export interface OpenApiOptions {
  title: string;
  version: string;
  description: string;
  tags: { name: string; description: string }[];
  /** Code that calls an operation, by its id, for the reference page. */
  samples: Record<string, Sample>;
  /** What this service sends by itself. */
  webhooks: { type: string; description: string; schema: object; example: object }[];
}

// What every operation can answer, whatever else it does.
const everywhereWithoutKey = [403, 405, 408, 422, 429, 431, 500, 503];
const everywhere = [401, ...everywhereWithoutKey];
const withBody = [413, 415];

const meanings: Record<number | "default", string> = {
  default: "Anything else is an error.",
  400: "The body is malformed or lacks a required field.",
  401: "The API key is missing, invalid, expired or revoked.",
  403: "The key or its member lacks the permission for this.",
  404: "There is no such resource in this organization.",
  405: "The path takes other methods, which Allow names.",
  408: "The request did not arrive whole in time. Nothing was changed; send it again.",
  409: "The state of the resource does not allow it, or an Idempotency-Key is in use.",
  412: "If-Match names another state of the resource.",
  413: "The body is larger than 1 MiB.",
  415: "The body is not application/json.",
  422: "A value, field or query parameter is not valid.",
  429: "More requests than this key may send; wait for Retry-After seconds.",
  431: "The request line and headers are larger than 16 KiB together.",
  500: "A fault on our side. Nothing was changed; safe to retry.",
  503: "The database cannot answer now. Nothing was changed; safe to retry.",
};

const meaningsWithoutKey: Record<number | "default", string | undefined> = {
  default: undefined,
  401: "Who this is was not proved.",
  403: "The request comes from another site.",
  404: "There is no such thing, or it is not set up here.",
  429: "Too many attempts; wait for Retry-After seconds.",
};

/** Makes /openapi.json (OpenAPI 3.1) from the schemas that validate, and the reference page at /docs. */
export async function addOpenApi(app: FastifyInstance, options: OpenApiOptions): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: options.title,
        version: options.version,
        description: options.description,
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/", description: "This server" }],
      tags: options.tags,
      components: {
        securitySchemes: {
          apiKey: { type: "http", scheme: "bearer", description: "An API key: Authorization: Bearer stint_…" },
          session: {
            type: "apiKey",
            in: "cookie",
            name: "__Host-stint-session",
            description: "A session, from this service's own pages only. `POST /auth/sign-in` gives it.",
          },
        },
      },
      security: [{ apiKey: [] }, { session: [] }],
    },
    transform: ({ schema, url, route }) => ({
      schema:
        url.startsWith("/v1/") || url.startsWith("/auth/")
          ? described(schema as Json, route, url.startsWith("/v1/"))
          : { ...schema, hide: true },
      url,
    }),
    transformObject: (document) =>
      withOptionalBodies(
        hoistNamedSchemas({
          ...("openapiObject" in document ? document.openapiObject : document.swaggerObject),
          webhooks: Object.fromEntries(options.webhooks.map((webhook) => [webhook.type, sent(webhook)])),
        }),
      ) as never,
  });
  await addReferencePage(app, options.title, options.samples);
  // The routes are complete only when the first request comes.
  let document: FixedDocument | undefined;
  app.get("/openapi.json", { schema: { hide: true } }, (request, reply) => {
    document ??= fixedDocument(JSON.stringify(app.swagger()), { "content-type": "application/json" });
    return sendFixed(request, reply, document);
  });
}

/** The generator takes every body for required; those that are not carry a mark. */
function withOptionalBodies(document: Json): Json {
  for (const item of Object.values(document["paths"] as Record<string, Record<string, Json>>)) {
    for (const { requestBody } of Object.values(item)) {
      const body = requestBody as { required: boolean; content: Record<string, { schema: Json }> } | undefined;
      const schema = body?.content["application/json"]?.schema;
      if (body === undefined || schema?.["x-optional"] !== true) continue;
      body.required = false;
      delete schema["x-optional"];
    }
  }
  return document;
}

/** The headers of a delivery (Standard Webhooks 1.0, and one of ours). */
const sentHeaders = [
  ["webhook-id", "The event's id: the same for every attempt, endpoint, redelivery and replay."],
  ["webhook-timestamp", "When this attempt was made, in seconds since 1970."],
  ["webhook-signature", "`v1,` and the base64 of the HMAC-SHA256 of id.timestamp.body; several, separated by blanks."],
  ["stint-attempt", "Which attempt of this delivery it is, from 1 on. Not signed."],
].map(([name, description]) => ({ name, in: "header", required: true, description, schema: { type: "string" } }));

function sent({ type, description, schema, example }: OpenApiOptions["webhooks"][number]): Json {
  const content = { "application/json": { schema: named(schema as Json), example } };
  return {
    post: {
      operationId: `on ${type}`.replaceAll(/[ ._](\w)/g, (_all, letter: string) => letter.toUpperCase()),
      summary: type,
      description,
      tags: ["Webhooks"],
      // Deliveries carry signatures, not keys.
      security: [],
      parameters: sentHeaders,
      requestBody: { required: true, content },
      responses: { "2XX": { description: "Taken. Anything else is tried again later." } },
    },
  };
}

function described(schema: Json, route: { method: string | string[]; config?: RouteConfig }, needsKey: boolean): Json {
  const { body, response, querystring, params, ...rest } = named(schema) as {
    body?: Json;
    response?: Record<string, Json>;
    querystring?: Json;
    params?: Json;
  };
  const changes = route.config?.access !== undefined && route.method !== "GET";
  const replies = Object.fromEntries(
    Object.entries(response ?? {}).map(([status, reply]) => [
      status,
      Number(status) < 400 ? success(Number(status), reply) : problem(Number(status), needsKey),
    ]),
  );
  const always = [...(needsKey ? everywhere : everywhereWithoutKey), ...(body === undefined ? [] : withBody)];
  // Nothing is changed while the organization waits for its deletion.
  if (needsKey && changes && route.config?.evenWhileEnding !== true) always.push(409);
  for (const status of always) replies[status] = problem(status, needsKey);
  // Who has a key may look at what is their own: nothing can be missing.
  if (
    needsKey &&
    route.method === "GET" &&
    route.config?.access === "anyone" &&
    route.config.sessionOnly !== true &&
    response?.[403] === undefined
  )
    delete replies[403];
  // Redirects alone: what else may come is an error.
  if (!Object.keys(replies).some((status) => status.startsWith("2"))) replies["default"] = problem("default", needsKey);
  const whoMay = needsKey ? describeAccess(route.config ?? {}) : "";
  return {
    ...rest,
    ...security(route.config ?? {}, needsKey),
    description: [rest["description" as keyof typeof rest], whoMay].filter(Boolean).join("\n\n"),
    ...(needsKey ? { "x-access": accessOf(route.config ?? {}) } : {}),
    ...(hasProperties(querystring) ? { querystring } : {}),
    ...(params === undefined ? {} : { params }),
    ...(body === undefined
      ? {}
      : { body: { content: { "application/json": { schema: { ...body, examples: [exampleOf(body)] } } } } }),
    ...requestHeaders(needsKey && route.method === "POST", Object.keys(replies), isStream(response?.[200])),
    response: replies,
  };
}

interface RouteConfig {
  access?: string;
  alsoNeeds?: readonly string[];
  sessionOnly?: boolean;
  usesSession?: "always" | "ifAny";
  reauthenticated?: boolean;
  ownerOnly?: boolean;
  evenWhileEnding?: boolean;
}

/** Where it is not what the document says for all: an API key or a session. */
function security({ sessionOnly, usesSession }: RouteConfig, needsKey: boolean): { security?: Json[] } {
  if (sessionOnly === true || usesSession === "always") return { security: [{ session: [] }] };
  if (usesSession === "ifAny") return { security: [{}, { session: [] }] };
  return needsKey ? {} : { security: [] };
}

/** The same for programs. */
function accessOf({ access, alsoNeeds = [], sessionOnly, reauthenticated, ownerOnly }: RouteConfig): Json {
  return {
    scope: access === "anyone" || access === undefined ? null : access,
    ...(alsoNeeds.length > 0 ? { alsoNeeds } : {}),
    ...(ownerOnly === true ? { ownerOnly } : {}),
    ...(sessionOnly === true ? { sessionOnly } : {}),
    ...(reauthenticated === true ? { reauthenticated } : {}),
  };
}

function describeAccess({ access, alsoNeeds = [], sessionOnly, reauthenticated, ownerOnly }: RouteConfig): string {
  const sentences = [
    access === "anyone" || access === undefined ? "Any key may do this." : `Needs the scope \`${access}\`.`,
  ];
  if (alsoNeeds.length > 0) sentences.push(`Also needs ${alsoNeeds.map((scope) => `\`${scope}\``).join(", ")}.`);
  if (ownerOnly === true) sentences.push("Only an owner may.");
  if (sessionOnly === true) sentences.push("Only for who is signed in, not for API keys.");
  if (reauthenticated === true)
    sentences.push(
      "A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.",
    );
  return sentences.join(" ");
}

function isStream(reply: Json | undefined): boolean {
  return (reply as { content?: object } | undefined)?.content?.["text/event-stream" as never] !== undefined;
}

function requestHeaders(isPost: boolean, statuses: string[], streams: boolean): { headers?: Json } {
  const ifMatch =
    "The ETag that the resource must still have, or its `version` in quotes (of a timer only the ETag); else 412.";
  const ifNoneMatch = "The ETag that is known already: 304 while the resource still has it.";
  const properties: Json = {
    ...(isPost ? { "Idempotency-Key": idempotencyKey } : {}),
    ...(statuses.includes("412") ? { "If-Match": text(ifMatch) } : {}),
    ...(streams
      ? { "Last-Event-ID": text("The `id` of the last event that was received: the stream goes on behind it.") }
      : {}),
    ...(statuses.includes("304") ? { "If-None-Match": text(ifNoneMatch) } : {}),
  };
  return Object.keys(properties).length === 0 ? {} : { headers: { type: "object", properties } };
}

const idempotencyKey = {
  type: "string",
  minLength: 1,
  maxLength: 255,
  description: "Makes repeating this request safe for 24 hours.",
};

const text = (description: string) => ({ type: "string", description });

/** `reply` is a schema of JSON, or the `content` of several media types. */
function success(status: number, reply: Json): Json {
  const content = (reply["content"] ?? { "application/json": { schema: reply } }) as Record<string, { schema: Json }>;
  const schema = content["application/json"]?.schema ?? {};
  const description = (schema["description"] as string | undefined) ?? STATUS_CODES[status];
  if (schema["type"] === "null") return { description, type: "null" };
  const headers = status === 201 ? { Location: text("The path of what was made, where it has one.") } : undefined;
  if (content["application/json"] === undefined) return { description, content };
  return {
    description,
    ...(headers === undefined ? {} : { headers }),
    content: { ...content, "application/json": { schema, example: exampleOf(schema) } },
  };
}

function problem(status: number | "default", needsKey: boolean): Json {
  const headers: Record<number | "default", Json | undefined> = {
    default: undefined,
    405: { Allow: text("The methods that the path takes.") },
    ...(needsKey ? { 401: { "WWW-Authenticate": text("`Bearer`") } } : {}),
    429: { "Retry-After": { type: "integer", description: "Seconds after which the request would pass." } },
  };
  const schema = named(ProblemSchema as unknown as Json);
  return {
    description: (needsKey ? undefined : meaningsWithoutKey[status]) ?? meanings[status] ?? STATUS_CODES[status],
    ...(headers[status] === undefined ? {} : { headers: headers[status] }),
    content: { "application/problem+json": { schema } },
  };
}

function hasProperties(schema: Json | undefined): boolean {
  return Object.keys((schema?.["properties"] as object | undefined) ?? {}).length > 0;
}

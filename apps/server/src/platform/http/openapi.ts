import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { STATUS_CODES } from "node:http";
import { sendJson } from "./replies.ts";
import { ProblemSchema } from "./schemas.ts";

export interface OpenApiOptions {
  title: string;
  version: string;
  description: string;
  tags: { name: string; description: string }[];
  /** What this service sends by itself. */
  webhooks: { type: string; description: string; schema: object; example: object }[];
}

type Json = Record<string, unknown>;

// What every operation can answer, whatever else it does.
const everywhere = [401, 403, 422, 429, 500, 503];
const everywhereWithoutKey = [403, 422, 429, 500, 503];
const withBody = [413, 415];

const meanings: Record<number, string> = {
  400: "The body is malformed or lacks a required field.",
  401: "The API key is missing, invalid, expired or revoked.",
  403: "The key or its member lacks the permission for this.",
  404: "There is no such resource in this organization.",
  409: "The state of the resource does not allow it, or an Idempotency-Key is in use.",
  412: "If-Match names another state of the resource.",
  413: "The body is larger than 1 MiB.",
  415: "The body is not application/json.",
  422: "A value, field or query parameter is not valid.",
  429: "More requests than this key may send; wait for Retry-After seconds.",
  500: "A fault on our side. Nothing was changed; safe to retry.",
  503: "The database cannot answer now. Nothing was changed; safe to retry.",
};

const meaningsWithoutKey: Record<number, string> = {
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
      hoistNamedSchemas({
        ...("openapiObject" in document ? document.openapiObject : document.swaggerObject),
        webhooks: Object.fromEntries(options.webhooks.map((webhook) => [webhook.type, sent(webhook)])),
      }) as never,
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    // BaseLayout: without the bar of somebody else's brand.
    uiConfig: { docExpansion: "list", deepLinking: true, layout: "BaseLayout" },
    theme: { title: options.title },
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  });
  app.get("/openapi.json", { schema: { hide: true } }, async (_request, reply) => sendJson(reply, 200, app.swagger()));
}

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
      requestBody: { required: true, content },
      responses: { "2XX": { description: "Taken. Anything else is tried again later." } },
    },
  };
}

/** A schema of ours as JSON Schema that stands by itself. */
export function inlineSchema(schema: object): object {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const { "x-schema-name": _name, ...rest } = value as Json;
    return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(named(schema as Json)) as object;
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
  if (needsKey && route.method === "GET" && route.config?.access === "anyone" && route.config.sessionOnly !== true)
    delete replies[403];
  const whoMay = needsKey ? describeAccess(route.config ?? {}) : "";
  return {
    ...rest,
    ...security(route.config ?? {}, needsKey),
    description: [rest["description" as keyof typeof rest], whoMay].filter(Boolean).join("\n\n"),
    ...(hasProperties(querystring) ? { querystring } : {}),
    ...(params === undefined ? {} : { params }),
    ...(body === undefined
      ? {}
      : { body: { content: { "application/json": { schema: { ...body, examples: [exampleOf(body)] } } } } }),
    ...requestHeaders(needsKey && route.method === "POST", Object.keys(replies)),
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

function requestHeaders(isPost: boolean, statuses: string[]): { headers?: Json } {
  const ifMatch = "The ETag that the resource must still have, else 412.";
  const ifNoneMatch = "The ETag that is known already: 304 while the resource still has it.";
  const properties: Json = {
    ...(isPost ? { "Idempotency-Key": idempotencyKey } : {}),
    ...(statuses.includes("412") ? { "If-Match": text(ifMatch) } : {}),
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

function problem(status: number, needsKey: boolean): Json {
  const headers: Record<number, Json> = {
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

// Formats that say only what every text here obeys, or how forgiving we are.
const publicFormats: Record<string, string | undefined> = {
  text: undefined,
  name: undefined,
  "query-date-time": "date-time",
};

/** A copy for the document: `$id` becomes a mark that survives the generator, and marks for our validator go. */
function named(node: Json): Json {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const { $id: name, "x-optional": _optional, ...rest } = value as Json;
    if (typeof rest["format"] === "string" && rest["format"] in publicFormats)
      rest["format"] = publicFormats[rest["format"]];
    const entries = Object.entries(rest).filter(([key, inner]) => !key.startsWith("~") && inner !== undefined);
    return {
      ...Object.fromEntries(entries.map(([key, inner]) => [key, walk(inner)])),
      ...(name === undefined ? {} : { "x-schema-name": name }),
    };
  };
  return walk(node) as Json;
}

/** An example put together from those of the properties. */
function exampleOf(schema: Json): unknown {
  const examples = schema["examples"] as unknown[] | undefined;
  if (examples !== undefined) return examples[0];
  if (schema["default"] !== undefined) return schema["default"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if (schema["const"] !== undefined) return schema["const"];
  if (Array.isArray(schema["anyOf"])) return exampleOf(schema["anyOf"][0] as Json);
  const [type] = [schema["type"]].flat();
  if (type === "object")
    return Object.fromEntries(
      Object.entries((schema["properties"] ?? {}) as Record<string, Json>).map(([name, inner]) => [
        name,
        exampleOf(inner),
      ]),
    );
  if (type === "array") return [exampleOf(schema["items"] as Json)];
  if (type === "integer") return schema["minimum"] ?? 1;
  if (type === "boolean") return true;
  return type === "string" ? "text" : null;
}

/** Marked schemas become components, and references to them where they stood. */
function hoistNamedSchemas(document: Json): Json {
  const schemas: Json = {};
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    const { "x-schema-name": name, ...schema } = node as Json;
    const walked = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, walk(value)]));
    if (typeof name !== "string") return walked;
    schemas[name] = { ...walked, examples: [exampleOf(schema)] };
    return { $ref: `#/components/schemas/${name}` };
  };
  const { components, ...rest } = walk(document) as Json & { components?: Json };
  return {
    ...rest,
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b))),
    },
  };
}

import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { STATUS_CODES } from "node:http";
import { jsonBytes } from "./replies.ts";
import { ProblemSchema } from "./schemas.ts";

export interface OpenApiOptions {
  title: string;
  version: string;
  description: string;
  tags: { name: string; description: string }[];
}

type Json = Record<string, unknown>;

// What every operation can answer, whatever else it does.
const everywhere = [401, 403, 429, 500, 503];
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
        },
      },
      security: [{ apiKey: [] }],
    },
    transform: ({ schema, url, route }) => ({
      schema: url.startsWith("/v1/") ? described(schema as Json, route) : { ...schema, hide: true },
      url,
    }),
    transformObject: (document) =>
      hoistNamedSchemas(
        ("openapiObject" in document ? document.openapiObject : document.swaggerObject) as Json,
      ) as never,
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    uiConfig: { docExpansion: "list", deepLinking: true },
    theme: { title: options.title },
  });
  app.get("/openapi.json", { schema: { hide: true } }, async (_request, reply) =>
    reply.header("content-type", "application/json").send(jsonBytes(JSON.stringify(app.swagger()))),
  );
}

function described(schema: Json, route: { method: string | string[]; config?: { access?: string } }): Json {
  const { body, response, querystring, ...rest } = schema as {
    body?: Json;
    response?: Record<string, Json>;
    querystring?: Json;
  };
  const declared = response ?? {};
  const statuses = [...everywhere, ...(body === undefined ? [] : withBody)];
  const replies = Object.fromEntries(
    Object.entries(declared).map(([status, reply]) => [
      status,
      Number(status) < 400 ? success(status, reply) : problem(Number(status)),
    ]),
  );
  for (const status of statuses) replies[status] = problem(status);
  const { access } = route.config ?? {};
  const scope = access === undefined ? "" : `Needs the scope \`${access}\`.`;
  return {
    ...rest,
    description: [rest["description" as keyof typeof rest], scope].filter(Boolean).join("\n\n"),
    ...(hasProperties(querystring) ? { querystring } : {}),
    ...(body === undefined ? {} : { body: withoutMarks(body) }),
    ...(route.method === "POST" ? { headers: idempotencyHeader } : {}),
    response: replies,
  };
}

const idempotencyHeader = {
  type: "object",
  properties: {
    "Idempotency-Key": {
      type: "string",
      minLength: 1,
      maxLength: 255,
      description: "Makes repeating this request safe for 24 hours.",
    },
  },
};

function success(status: string, schema: Json): Json {
  const description = String(schema["description"] ?? STATUS_CODES[status]);
  if (schema["type"] === "null") return { description, type: "null" };
  return { description, content: { "application/json": { schema } } };
}

function problem(status: number): Json {
  return {
    description: meanings[status] ?? STATUS_CODES[status],
    content: { "application/problem+json": { schema: ProblemSchema } },
  };
}

function hasProperties(schema: Json | undefined): boolean {
  return Object.keys((schema?.["properties"] as object | undefined) ?? {}).length > 0;
}

function withoutMarks(body: Json): Json {
  const { "x-optional": _mark, ...schema } = body;
  return schema;
}

/** Schemas that carry an `$id` become components, and references to them where they stood. */
function hoistNamedSchemas(document: Json): Json {
  const named: Json = {};
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    const { $id: name, ...schema } = node as Json;
    const walked = Object.fromEntries(
      Object.entries(schema)
        .filter(([key]) => !key.startsWith("~"))
        .map(([key, value]) => [key, walk(value)]),
    );
    if (typeof name !== "string") return walked;
    named[name] = walked;
    return { $ref: `#/components/schemas/${name}` };
  };
  const { components, ...rest } = walk(document) as Json & { components?: Json };
  return {
    ...rest,
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(named).sort(([a], [b]) => a.localeCompare(b))),
    },
  };
}

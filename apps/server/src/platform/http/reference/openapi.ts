import { readFile } from "node:fs/promises";
import Fastify, { type FastifyInstance, type RouteOptions } from "fastify";
import type { ErrorCode } from "#platform/errors.ts";
import type { TSchema } from "#platform/http/contract/type/type.ts";
import { STATUS_CODES } from "#platform/http/node-http.ts";
import { type FixedDocument, fixedDocument, sendFixed } from "#platform/http/replies/fixed-document.ts";
import { exampleOf, hoistNamedSchemas, type Json, named } from "./openapi-schemas.ts";
import { addReferencePage, type Sample } from "./reference-page.ts";
import { problemSchema } from "./problem-schema.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Builds the OpenAPI document from the routes. This blocks the event loop for a second, so no request calls it. */
    describeApi(): Promise<object>;
  }
}

export interface OpenApiOptions {
  /** The file with the document that `describeApi` generated. */
  file: URL;
  title: string;
  version: string;
  description: string;
  tags: { name: string; description: string }[];
  /** Sample calls by operation id, for the reference page. */
  samples: Record<string, Sample>;
  /** The webhook requests that this service sends, and their common headers. */
  webhooks: { type: string; description: string; schema: object; example: object }[];
  webhookHeaders: readonly (readonly [name: string, description: string])[];
  securitySchemes: Record<string, Json>;
  statusOf: Readonly<Record<ErrorCode, number>>;
  /** Additional members of problems that only some errors have. */
  errorFacts: Record<string, TSchema>;
  /** The description of If-Match. */
  ifMatch: string;
  /** Returns the checks before an operation; undefined hides the operation from the document. */
  doorOf(operation: Operation): Door | undefined;
}

export interface Operation {
  url: string;
  method: string | string[];
  config: object;
}

/** The checks before an operation, as the document describes them. */
export interface Door {
  /** Omitted if any one of `securitySchemes` is enough. */
  security?: Json[];
  /** A sentence about who may call the operation. */
  whoMay?: string;
  /** The content of `whoMay` in machine-readable form: keys that begin with `x-`. */
  extensions?: Json;
  /** The statuses returned by the checks themselves. */
  statuses: readonly number[];
  /** Descriptions and headers of statuses that differ from the usual ones. */
  meanings: Partial<Record<number, string>>;
  headersOf: Partial<Record<number, Json>>;
  /** Request headers, in addition to those of conditional requests. */
  requestHeaders: Json;
}

// Statuses that every operation can return.
const everywhere = [405, 408, 422, 431, 500, 503];
const withBody = [413, 415];

const meanings: Record<number | "default", string> = {
  default: "Any other status is an error.",
  400: "The body is malformed or lacks a required field.",
  405: "The path supports other methods, listed in Allow.",
  408: "The complete request did not arrive in time. Nothing was changed; send it again.",
  412: "If-Match is for another state of the resource.",
  413: "The body is too large: the limit is 1 MiB for JSON and 100 MB for a file.",
  415: "The operation does not accept this Content-Type.",
  422: "A value, field or query parameter is not valid.",
  431: "The request line and headers are larger than 16 KiB together.",
  500: "A fault of the server. Nothing was changed; safe to retry.",
  503: "The database is not available right now. Nothing was changed; safe to retry.",
};

/**
 * Serves the OpenAPI 3.1 document, generated from the schemas that validate requests, at /openapi.json, and the
 * reference page at /docs.
 */
export async function addOpenApi(app: FastifyInstance, options: OpenApiOptions): Promise<void> {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => void (route.method === "HEAD" || routes.push(route)));
  app.decorate("describeApi", () => describe(routes, options));
  await addReferencePage(app, options.title, options.samples);
  let document: Promise<FixedDocument> | undefined;
  app.get("/openapi.json", { schema: { hide: true } }, async (request, reply) => {
    document ??= readDocument(options.file);
    return sendFixed(request, reply, await document);
  });
}

async function readDocument(file: URL): Promise<FixedDocument> {
  const text = await readFile(file, "utf8");
  // Removes the indentation, which makes up half of the file. JSON strings contain no raw line breaks.
  return fixedDocument(text.replaceAll(/\n */g, ""), { "content-type": "application/json" });
}

/** Registers the routes in a second app without handlers, so the service itself never loads the generator. */
async function describe(routes: RouteOptions[], options: OpenApiOptions): Promise<object> {
  const { default: swagger } = await import("@fastify/swagger");
  const sentHeaders = options.webhookHeaders.map(([name, description]) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  }));
  const compilersFactory = { buildValidator: () => () => () => true, buildSerializer: () => () => () => "" };
  const app = Fastify({ exposeHeadRoutes: false, schemaController: { compilersFactory: compilersFactory as never } });
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
        securitySchemes: options.securitySchemes as never,
      },
      security: Object.keys(options.securitySchemes).map((name) => ({ [name]: [] })),
    },
    transform({ schema, url, route }) {
      const door = options.doorOf({ url, method: route.method, config: route.config ?? {} });
      return { schema: door === undefined ? { ...schema, hide: true } : described(schema as Json, door, options), url };
    },
    transformObject: (document) =>
      withOptionalBodies(
        hoistNamedSchemas({
          ...("openapiObject" in document ? document.openapiObject : document.swaggerObject),
          webhooks: Object.fromEntries(options.webhooks.map((webhook) => [webhook.type, sent(webhook, sentHeaders)])),
        }),
      ) as never,
  });
  for (const { method, url, schema, config } of routes) {
    const handler = () => undefined;
    app.route({ method, url, handler, ...(schema && { schema }), ...(config && { config }) });
  }
  await app.ready();
  return app.swagger();
}

/** Makes bodies with `x-optional` optional, because the generator marks every body as required. */
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

function sent({ type, description, schema, example }: OpenApiOptions["webhooks"][number], headers: Json[]): Json {
  const content = { "application/json": { schema: named(schema as Json), example } };
  return {
    post: {
      operationId: `on ${type}`.replaceAll(/[ ._](\w)/g, (_all, letter: string) => letter.toUpperCase()),
      summary: type,
      description,
      tags: ["Webhooks"],
      // Deliveries are signed instead of carrying a key.
      security: [],
      parameters: headers,
      requestBody: { required: true, content },
      responses: { "2XX": { description: "Accepted. Any other status is retried later." } },
    },
  };
}

function described(schema: Json, door: Door, options: OpenApiOptions): Json {
  const { body, response, querystring, params, description, ...rest } = named(schema) as {
    body?: Json;
    response?: Record<string, Json>;
    querystring?: Json;
    params?: Json;
    description?: string;
  };
  const replies = Object.fromEntries(
    Object.entries(response ?? {}).map(([status, reply]) => [
      status,
      Number(status) < 400 ? success(Number(status), reply) : problem(Number(status), door, options),
    ]),
  );
  const always = [...everywhere, ...(body === undefined ? [] : withBody), ...door.statuses];
  for (const status of always) replies[status] = problem(status, door, options);
  // An operation without a 2xx only redirects, so every other status is an error.
  if (!Object.keys(replies).some((status) => status.startsWith("2")))
    replies["default"] = problem("default", door, options);
  return {
    ...rest,
    ...(door.security === undefined ? {} : { security: door.security }),
    description: [description, door.whoMay].filter(Boolean).join("\n\n"),
    ...door.extensions,
    ...(hasProperties(querystring) ? { querystring } : {}),
    ...(params === undefined ? {} : { params }),
    ...(body === undefined
      ? {}
      : body["content"] === undefined
        ? { body: { content: { "application/json": { schema: { ...body, examples: [exampleOf(body)] } } } } }
        : { body }),
    ...requestHeaders(door.requestHeaders, options.ifMatch, Object.keys(replies), isStream(response?.[200])),
    response: replies,
  };
}

function isStream(reply: Json | undefined): boolean {
  return (reply as { content?: object } | undefined)?.content?.["text/event-stream" as never] !== undefined;
}

function requestHeaders(ofDoor: Json, ifMatch: string, statuses: string[], streams: boolean): { headers?: Json } {
  const ifNoneMatch = "The ETag that you already have; 304 if the resource still has it.";
  const properties: Json = {
    ...ofDoor,
    ...(statuses.includes("412") ? { "If-Match": text(ifMatch) } : {}),
    ...(streams
      ? { "Last-Event-ID": text("The `id` of the last event received; the stream continues after it.") }
      : {}),
    ...(statuses.includes("304") ? { "If-None-Match": text(ifNoneMatch) } : {}),
  };
  return Object.keys(properties).length === 0 ? {} : { headers: { type: "object", properties } };
}

const text = (description: string) => ({ type: "string", description });

/** Describes a successful reply. `reply` is a JSON Schema, or the `content` of several media types. */
function success(status: number, reply: Json): Json {
  const content = (reply["content"] ?? { "application/json": { schema: reply } }) as Record<string, { schema: Json }>;
  const schema = content["application/json"]?.schema ?? {};
  const description = (schema["description"] as string | undefined) ?? STATUS_CODES[status];
  if (schema["type"] === "null") return { description, type: "null" };
  const headers = status === 201 ? { Location: text("The path of the created resource, if it has one.") } : undefined;
  if (content["application/json"] === undefined) return { description, content };
  return {
    description,
    ...(headers === undefined ? {} : { headers }),
    content: { ...content, "application/json": { schema, example: exampleOf(schema) } },
  };
}

function problem(status: number | "default", door: Door, { statusOf, errorFacts }: OpenApiOptions): Json {
  const headers: Record<number | "default", Json | undefined> = {
    default: undefined,
    405: { Allow: text("The methods that the path supports.") },
    ...door.headersOf,
  };
  const schema = named(problemSchema(statusOf, errorFacts) as unknown as Json);
  return {
    description: { ...meanings, ...door.meanings }[status] ?? STATUS_CODES[status],
    ...(headers[status] === undefined ? {} : { headers: headers[status] }),
    content: { "application/problem+json": { schema } },
  };
}

function hasProperties(schema: Json | undefined): boolean {
  return Object.keys((schema?.["properties"] as object | undefined) ?? {}).length > 0;
}

import type { RouteOptions } from "fastify";
import type { ErrorCode } from "#platform/errors.ts";
import type { TSchema } from "#platform/http/contract/type/type.ts";
import { STATUS_CODES } from "#platform/http/node-http.ts";
import { createComponents } from "./components.ts";
import { exampleOf, type Json } from "./openapi-schemas.ts";
import { problemSchema } from "./problem-schema.ts";
import type { Sample } from "./reference-page.ts";

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
  headersOf: Partial<Record<number, Record<string, Json>>>;
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

/** The schema of a route. */
interface Source extends Json {
  tags: [string];
  description?: string;
  body?: Json;
  querystring?: Json;
  params?: Json;
  response?: Record<string, Json>;
  "x-table-formats"?: Record<string, string>;
}

type Context = OpenApiOptions & ReturnType<typeof createComponents> & { problem: Json };

/** Writes the OpenAPI document of the routes. */
export function writeDocument(routes: RouteOptions[], options: OpenApiOptions): Json {
  const components = createComponents();
  const problem = components.publish(problemSchema(options.statusOf, options.errorFacts) as object as Json);
  const context = { ...options, ...components, problem };
  const paths: Record<string, Record<string, Described>> = {};
  for (const { method, url, schema, config = {} } of routes) {
    const door = options.doorOf({ url, method, config });
    if (door === undefined) continue;
    const item = (paths[url.replaceAll(/:(\w+)/g, "{$1}")] ??= {});
    item[String(method).toLowerCase()] = describeOperation(schema as Source, door, context);
  }
  const webhooks = Object.fromEntries(
    options.webhooks.map((webhook) => [webhook.type, { post: describeWebhook(webhook, context) }]),
  );
  const items = [...Object.values(paths), ...Object.values<Record<string, Described>>(webhooks)];
  shareParameters(items.flatMap(Object.values<Described>), context);
  const { title, version, description, tags, securitySchemes } = options;
  const { schemas, ...others } = components.all;
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      description,
      contact: { name: "The operator of this server" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This server" }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags,
    // The components come before their references, because that compresses better.
    components: {
      securitySchemes,
      ...others,
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))),
    },
    webhooks,
    paths,
  };
}

interface Described extends Json {
  tags: [string];
  parameters: Json[] | undefined;
}

/** Replaces parameters that several operations have with references. */
function shareParameters(operations: Described[], { refer }: Context): void {
  const uses = operations.flatMap(({ tags: [tag], parameters: list = [] }) =>
    list.map((value, at) => ({ list, at, value, tag })),
  );
  for (const [first, ...others] of Map.groupBy(uses, ({ value }) => JSON.stringify(value)).values()) {
    if (first === undefined || others.length === 0) continue;
    const reference = refer("parameters", String(first.value["name"]), first.value, first.tag);
    for (const { list, at } of [first, ...others]) list[at] = reference;
  }
}

function describeWebhook(
  { type, schema, example, ...rest }: OpenApiOptions["webhooks"][number],
  context: Context,
): Described {
  return {
    operationId: `on ${type}`.replaceAll(/[ ._](\w)/g, (_all, letter: string) => letter.toUpperCase()),
    summary: type,
    ...rest,
    tags: ["Webhooks"],
    // Deliveries are signed instead of carrying a key.
    security: [],
    parameters: context.webhookHeaders.map(([name, said]) => toParameter("header", name, text(said), true)),
    requestBody: {
      required: true,
      content: { "application/json": { schema: context.publish(schema as Json), example } },
    },
    responses: { "2XX": { description: "Accepted. Any other status is retried later." } },
  };
}

function describeOperation(schema: Source, door: Door, context: Context): Described {
  const { body, response = {}, querystring, params, description, ...rest } = schema;
  const always = [...everywhere, ...door.statuses, ...(body === undefined ? [] : withBody)].map(String);
  const statuses = [...new Set([...Object.keys(response), ...always])];
  // An operation without a 2xx only redirects, so every other status is an error.
  if (!statuses.some((status) => status.startsWith("2"))) statuses.push("default");
  const replies = statuses.map((status) => [status, describeReply(status, response[status], schema, door, context)]);
  const headers = requestHeaders(door, context, statuses, response["200"]);
  const parameters = [
    ...toParameters("query", querystring, context),
    ...toParameters("path", params, context),
    ...toParameters("header", { properties: headers }, context),
  ];
  return {
    ...rest,
    security: door.security,
    description: [description, door.whoMay].filter(Boolean).join("\n\n") || undefined,
    ...door.extensions,
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: body && { required: body["x-optional"] !== true, content: toContent(body, context, true) },
    responses: Object.fromEntries(replies),
  };
}

type Place = "query" | "path" | "header";

function toParameters(place: Place, schema: Json = {}, { publish }: Context): Json[] {
  const { properties = {}, required = [] } = publish(schema, true) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) =>
    toParameter(place, name, value, place === "path" || required.includes(name)),
  );
}

function toParameter(place: Place, name: string, { description, examples, ...schema }: Json, required: boolean): Json {
  return { name, in: place, required, description, example: (examples as unknown[] | undefined)?.[0], schema };
}

function requestHeaders(door: Door, { ifMatch }: Context, statuses: string[], reply: Json = {}): Json {
  const lastEvent = "The `id` of the last event received; the stream continues after it.";
  const ifNoneMatch = "The ETag that you already have; 304 if the resource still has it.";
  const streams = "text/event-stream" in ((reply["content"] as object | undefined) ?? {});
  return {
    ...door.requestHeaders,
    ...(statuses.includes("412") && { "If-Match": text(ifMatch) }),
    ...(streams && { "Last-Event-ID": text(lastEvent) }),
    ...(statuses.includes("304") && { "If-None-Match": text(ifNoneMatch) }),
  };
}

const text = (description: string) => ({ type: "string", description });

/** `schema` is a JSON Schema of JSON, or the `content` of several media types. A named schema has its own example. */
function toContent(schema: Json, { publish }: Context, isSent = false): Json {
  const media = (schema["content"] ?? { "application/json": { schema } }) as Record<string, { schema: Json }>;
  return Object.fromEntries(
    Object.entries(media).map(([type, { schema: source }]) => {
      if (type !== "application/json" || source["$id"] !== undefined || source["format"] === "binary")
        return [type, { schema: publish(source, isSent) }];
      const { examples: _, ...rest } = source;
      return [type, { schema: publish(rest, isSent), example: exampleOf(source) }];
    }),
  );
}

/** CSV is text, a workbook is binary. */
function tableContents({ "x-table-formats": formats = {} }: Source): Json {
  const contentOf = (type: string) => ({
    schema: { type: "string", ...(!type.startsWith("text/") && { format: "binary" }) },
  });
  return Object.fromEntries(Object.values(formats).map((type) => [type, contentOf(type)]));
}

const headers: Record<string, Record<string, Json>> = {
  201: { Location: header("The path of the created resource, if it has one.") },
  405: { Allow: header("The methods that the path supports.") },
};

function header(description: string): Json {
  return { description, schema: { type: "string" } };
}

function describeReply(status: string, reply: Json = {}, source: Source, door: Door, context: Context): Json {
  const [tag] = source.tags;
  const media = reply["content"] as Record<string, { schema: Json }> | undefined;
  const schema = media === undefined ? reply : media["application/json"]?.schema;
  const fields = Object.entries(door.headersOf[Number(status)] ?? headers[status] ?? {});
  const isEmpty = schema?.["type"] === "null";
  const meaning = { ...meanings, ...door.meanings }[status as "default"];
  const described = {
    description: meaning ?? schema?.["description"] ?? STATUS_CODES[Number(status)],
    headers:
      fields.length === 0
        ? undefined
        : Object.fromEntries(fields.map(([name, field]) => [name, context.refer("headers", name, field, tag)])),
    content:
      Number(status) < 400
        ? isEmpty
          ? undefined
          : { ...toContent(reply, context), ...(status === "200" && tableContents(source)) }
        : { "application/problem+json": { schema: context.problem } },
  };
  return status.startsWith("2") ? described : context.refer("responses", status, described, tag);
}

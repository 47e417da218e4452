import { readFile } from "node:fs/promises";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: (string | number | null)[];
  const?: string | boolean;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean;
  format?: string;
  pattern?: string;
  description?: string;
  examples?: unknown[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

/** How the client calls an operation. The kind also decides whether the client retries when the outcome is unknown. */
export type Kind = "get" | "list" | "table" | "file" | "upload" | "post" | "remove" | "send" | "url" | "stream";

export interface Operation {
  id: string;
  method: string;
  path: string;
  kind: Kind;
  summary: string;
  description: string;
  pathParameters: string[];
  /** An example id for each path parameter. */
  exampleIds: string[];
  query: Parameter[];
  headers: string[];
  body: { schema: Schema; required: boolean; example: Record<string, unknown> } | undefined;
  fileTypes: string[];
  /** Undefined if the response has no JSON body. */
  reply: Schema | undefined;
  replyExample: unknown;
  errors: number[];
}

export interface SentEvent {
  type: string;
  description: string;
  schema: Schema;
}

export interface Document {
  operations: Operation[];
  schemas: Record<string, Schema>;
  events: SentEvent[];
  statusOfCodes: Record<string, number>;
}

// DELETEs that must not be retried, because their resources can be restored under the same id: a repeated DELETE could
// delete a restored resource.
const comesBack = ["deleteTimeEntry", "deactivateMember"];

// oxlint-disable-next-line typescript/no-explicit-any -- typing the rest of the document would be of no use
type Json = any;

const documentFile = new URL("../../../../apps/server/openapi.json", import.meta.url);

export async function readDocument(): Promise<Document> {
  const document = resolveParts(JSON.parse(await readFile(documentFile, "utf8")));
  const operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({
      ...toOperation(document, method.toUpperCase(), path, operation),
      exampleIds: [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(
        ([, collection = "", name = ""]) => ownExample(operation, name) ?? exampleId(document, collection, name),
      ),
    })),
  );
  for (const id of comesBack)
    if (!operations.some((operation) => operation.id === id)) throw new Error(`there is no operation ${id}`);
  return {
    operations,
    schemas: document.components.schemas,
    events: Object.entries<Json>(document.webhooks).map(([type, { post }]) => ({
      type,
      description: post.description,
      schema: post.requestBody.content["application/json"].schema,
    })),
    statusOfCodes: document.components.schemas.Problem.properties.code["x-status"],
  };
}

/** Resolves all references except those to schemas with an example, which become types of their own. */
function resolveParts(document: Json): Json {
  const resolve = (node: Json): Json => {
    if (typeof node !== "object" || node === null) return node;
    if (Array.isArray(node)) return node.map(resolve);
    const { $ref, ...rest } = node;
    const [, , kind, name] = $ref?.split("/") ?? [];
    const part = document.components[kind]?.[name];
    if (part !== undefined && part.examples === undefined) return resolve({ ...part, ...rest });
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]));
  };
  const { schemas } = document.components;
  const named = Object.entries<Json>(schemas).filter(([, { examples }]) => examples !== undefined);
  return resolve({ ...document, components: { schemas: Object.fromEntries(named) } });
}

function ownExample({ parameters = [] }: Json, name: string): string | undefined {
  return parameters.find((parameter: Json) => parameter.in === "path" && parameter.name === name)?.example;
}

/** Finds an example id for a collection in the schema of its items. */
function exampleId({ paths, components }: Json, collection: string, name: string): string {
  const [, list] = Object.entries<Json>(paths).find(([path]) => path.endsWith(`/${collection}`)) ?? [];
  const item: string = list?.get.responses["200"].content["application/json"].schema.properties.data.items.$ref;
  const fields = components.schemas[item.split("/").at(-1) ?? ""].properties;
  const [example] = (fields[name] ?? fields.id).examples ?? [];
  if (typeof example !== "string") throw new Error(`the ids of ${collection} have no example`);
  return example;
}

function toOperation(document: Json, method: string, path: string, operation: Json): Omit<Operation, "exampleIds"> {
  const parameters: Parameter[] = operation.parameters ?? [];
  const successes = Object.entries<Json>(operation.responses).filter(([status]) => status.startsWith("2"));
  const [success] = successes;
  const [, { content } = { content: undefined }] = success ?? [];
  const json = content?.["application/json"];
  const replies: Schema[] = successes.flatMap(([, each]) => each.content?.["application/json"]?.schema ?? []);
  const sent = operation.requestBody?.content["application/json"];
  const takesFields = Object.keys(sent?.schema.properties ?? {}).length > 0;
  const isFile = content !== undefined && json === undefined;
  return {
    id: operation.operationId,
    method,
    path,
    kind:
      success === undefined
        ? "url"
        : content?.["text/event-stream"] !== undefined
          ? "stream"
          : isFile
            ? "file"
            : kindOf(method, path, operation, json?.schema),
    summary: operation.summary,
    description: operation.description ?? "",
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    query: parameters.filter((parameter) => parameter.in === "query"),
    fileTypes: fileTypesOf(operation),
    headers: parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name),
    body: takesFields
      ? { schema: sent.schema, required: operation.requestBody.required, example: sent.example }
      : undefined,
    reply: replies.length > 1 ? { anyOf: replies } : json?.schema,
    replyExample: json?.example ?? document.components.schemas[json?.schema.$ref?.split("/").at(-1)]?.examples[0],
    errors: Object.keys(operation.responses)
      .map(Number)
      .filter((status) => status >= 400),
  };
}

function kindOf(method: string, path: string, operation: Json, reply: Schema | undefined): Kind {
  if (method === "GET") {
    if (operation["x-table-formats"] !== undefined) return "table";
    return isList(operation.operationId, reply) ? "list" : "get";
  }
  if (fileTypesOf(operation).length > 0) return "upload";
  const headers = (operation.parameters ?? []).map(({ name }: Parameter) => name);
  if (method === "POST" && headers.includes("Idempotency-Key")) return "post";
  const isFinal = path.endsWith("}") && !comesBack.includes(operation.operationId);
  return method === "DELETE" && isFinal ? "remove" : "send";
}

function fileTypesOf({ requestBody }: Json): string[] {
  return Object.entries<Json>(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    schema.format === "binary" ? type : [],
  );
}

/**
 * Whether the reply is only a page of items. Lists whose replies have other fields, such as changes, are read with
 * plain GETs.
 */
function isList(id: string, reply: Schema | undefined): boolean {
  const names = Object.keys(reply?.properties ?? {}).filter((name) => name !== "nextCursor" && name !== "resumeCursor");
  return id.startsWith("list") && names.join() === "data";
}

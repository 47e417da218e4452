import { kebabCase, type NamedOperation, pascalCase } from "./name-operations.ts";
import type { Schema } from "./read-document.ts";
import { writeExample } from "./write-examples.ts";
import { comment, typeOf, writeInterface, writeQuery } from "./write-types.ts";

// Handwritten methods that are added to generated resources, with their imports.
const additions: Record<string, { imports: string; method: string }> = {
  events: {
    imports: `import { type StreamedEvent, type StreamOptions, streamEvents } from "../stream.ts";`,
    method: `${comment(
      `Events from now on, or after \`lastEventId\`, as they happen.

A lost connection is reopened automatically, without a gap. The stream ends when you leave the loop or abort the signal, and
throws permanent errors, such as \`AuthenticationError\` for a revoked key.

@example
for await (const event of stint.events.stream({ types: ["timer.started", "timer.stopped"] })) console.log(event.type);`,
      "  ",
    )}  stream(options: StreamOptions = {}): AsyncGenerator<StreamedEvent, void, undefined> {
    return streamEvents(this.client, options);
  }`,
  },
  projects: {
    imports: `import { type ProjectChange, syncProjects } from "../sync-projects.ts";\nimport type { SyncStart } from "../sync-run.ts";`,
    method: `${comment(
      `Keeps a copy of the projects, tasks and clients exact: what has changed since the last run, then the cursor of the next.

Nothing is missed, not even changes that are being written at the time. Deleted or hidden objects are yielded as \`remove\`. Store
\`cursor\` of \`synced\` with the copy, in one transaction if you can.

@example
for await (const change of stint.projects.sync({ cursor })) {
  if (change.kind === "reset") copy.clear();
  else if (change.kind === "remove") copy.delete(change.id);
  else if (change.kind === "synced") ({ cursor } = change);
  else copy.set(change.object.id, change.object);
}`,
      "  ",
    )}  sync(start: SyncStart = {}, options?: CallOptions): AsyncGenerator<ProjectChange, void, undefined> {
    return syncProjects(this.client, start, options);
  }`,
  },
  timeEntries: {
    imports: `import { type EntryChange, type SyncQuery, syncTimeEntries } from "../sync.ts";`,
    method: `${comment(
      `Keeps a copy of the time entries exact: what has changed since the last run, then the cursor of the next.

Nothing is missed, not even changes that are being written at the time. Rights, projects and filters count too: entries that the
caller may no longer see are yielded as \`remove\`. Store \`cursor\` of \`synced\` with the copy, in one transaction if you can.

@example
for await (const change of stint.timeEntries.sync({ cursor })) {
  if (change.kind === "reset") copy.clear();
  else if (change.kind === "upsert") copy.set(change.entry.id, change.entry);
  else if (change.kind === "remove") copy.delete(change.id);
  else ({ cursor } = change);
}`,
      "  ",
    )}  sync(query: SyncQuery = {}, options?: CallOptions): AsyncGenerator<EntryChange, void, undefined> {
    return syncTimeEntries(this.client, query, options);
  }`,
  },
};

const statusNames: Record<number, string> = {
  400: "BadRequestError",
  404: "NotFoundError",
  409: "ConflictError",
  412: "PreconditionFailedError",
};

/** Writes the module of one resource: its request and response types, and its class. */
export function writeResource(resource: string, operations: NamedOperation[], schemas: string[]): string {
  const types: string[] = [];
  // Streams are handwritten (see `additions`).
  const methods = operations.flatMap((operation) => (operation.kind === "stream" ? [] : writeMethod(operation, types)));
  const addition = additions[resource];
  if (addition !== undefined) methods.push(addition.method);
  const body = [
    ...types,
    `${comment(`The operations of \`stint.${resource}\`.`)}export class ${className(resource)} extends Resource {\n${methods.join("\n\n")}\n}\n`,
  ].join("\n");
  const used = (name: string) => new RegExp(`\\b${name}\\b`).test(body.replaceAll(/\/\*\*[\s\S]*?\*\//g, ""));
  const components = schemas.filter((name) => name !== "WebhookEvent" && used(name));
  const options = ["CallOptions", "ConditionalOptions", "PostOptions", "ReadOptions"].filter(used);
  const values = ["path", "Resource", "wantsFile"].filter(used);
  return [
    `import { ${[...options.map((name) => `type ${name}`), ...values].join(", ")} } from "../client.ts";`,
    used("PageList") ? `import type { PageList } from "../pages.ts";` : "",
    addition?.imports ?? "",
    used("WebhookEvent") ? `import type { WebhookEvent } from "./webhook-events.ts";` : "",
    components.length > 0 ? `import type { ${components.join(", ")} } from "./schemas.ts";` : "",
    "",
    body,
  ]
    .filter((line, at) => line !== "" || at === 5)
    .join("\n");
}

function writeMethod(operation: NamedOperation, types: string[]): string {
  const { id, name, kind, path, pathParameters, query, body } = operation;
  const parameters = pathParameters.map((each) => `${each}: string`);
  if (kind === "upload") parameters.push("file: Blob");
  const input = body === undefined ? (query.length > 0 ? "query" : undefined) : "body";
  const address = pathParameters.length === 0 ? `"${path}"` : `path\`${path.replaceAll("{", "${")}\``;
  const optionsType = optionsOf(operation);
  if (body !== undefined) {
    types.push(
      writeInterface(`${pascalCase(id)}Body`, body.schema, "sent", `The body of \`${operation.resource}.${name}\`.`),
    );
    parameters.push(`body${body.required ? "" : "?"}: ${pascalCase(id)}Body`);
  } else if (query.length > 0) {
    types.push(writeQuery(`${pascalCase(id)}Query`, query, `The query of \`${operation.resource}.${name}\`.`));
    parameters.push(`query?: ${pascalCase(id)}Query`);
  }
  const passed = [address, input ?? "undefined", "options"].join(", ");
  const documentation = comment(describe(operation), "  ");
  if (kind === "url") return `${documentation}  ${name}(): string {\n    return this.client.url(${address});\n  }`;
  parameters.push(`options?: ${optionsType}`);
  const returned = returnType(operation, types);
  if (kind === "table") {
    const first = parameters
      .slice(0, -2)
      .map((parameter) => `${parameter}, `)
      .join("");
    const last = parameters.at(-1) ?? "";
    const queryType = `${pascalCase(id)}Query`;
    const isList = returned.startsWith("PageList");
    return `${documentation}  ${name}(${first}query: ${queryType} & { format: "csv" | "xlsx" }, ${last}): Promise<Response>;
  ${name}(${first}query?: ${queryType} & { format?: "json" | undefined }, ${last}): ${returned};
  ${name}(${first}query?: ${queryType}, ${last}): ${isList ? `${returned} | Promise<Response>` : returned.replace(">", " | Response>")} {
    return wantsFile(query) ? this.client.file(${passed}) : this.client.${isList ? "list" : "get"}(${passed});
  }`;
  }
  const calls: Record<string, string> = {
    get: `get(${passed})`,
    list: `list(${passed}${query.some((each) => each.name === "limit") ? "" : ", false"})`,
    file: `file(${passed})`,
    post: `post(${passed})`,
    upload: `upload(${[address, "file", input ?? "undefined", "options"].join(", ")})`,
    remove: `remove(${address}, options)`,
    send: `send("${operation.method}", ${passed})`,
  };
  return `${documentation}  ${name}(${parameters.join(", ")}): ${returned} {\n    return this.client.${calls[kind]};\n  }`;
}

function optionsOf({ headers, kind, reply }: NamedOperation): string {
  const conditional = headers.includes("If-Match");
  if (kind === "post" || kind === "upload") return conditional ? "PostOptions & ConditionalOptions" : "PostOptions";
  if (conditional) return "ConditionalOptions";
  if (headers.includes("If-None-Match") && reply !== undefined) return `ReadOptions<${typeOf(reply, "received")}>`;
  return "CallOptions";
}

function returnType({ id, kind, reply, resource, name }: NamedOperation, types: string[]): string {
  if (kind === "file") return "Promise<Response>";
  // A DELETE resolves to nothing, even if its reply describes work in progress. Callers can read the resource to follow
  // the work.
  if (reply === undefined || kind === "remove") return "Promise<void>";
  if (kind === "list" || (kind === "table" && id.startsWith("list"))) {
    const item = reply.properties?.["data"]?.items ?? {};
    return `PageList<${hoist(`${pascalCase(id)}Item`, item, types, `One of \`${resource}.${name}\`.`)}>`;
  }
  return `Promise<${hoist(`${pascalCase(id)}Reply`, reply, types, `The reply of \`${resource}.${name}\`.`)}>`;
}

function hoist(name: string, schema: Schema, types: string[], text: string): string {
  if (schema.$ref !== undefined || schema.anyOf !== undefined) return typeOf(schema, "received");
  types.push(writeInterface(name, schema, "received", text));
  return name;
}

function describe(operation: NamedOperation): string {
  const errors = operation.errors.flatMap((status) => statusNames[status] ?? []);
  const thrown =
    errors.length === 0
      ? ""
      : `Throws ${errors.map((name) => `\`${name}\``).join(", ")}, and the errors of every call.`;
  return [
    `${operation.summary}.`,
    operation.description === "" ? "" : `\n${operation.description}`,
    operation.fileTypes.length === 0
      ? ""
      : `\nThe file's \`type\` is one of ${operation.fileTypes.map((type) => `\`${type}\``).join(", ")}.`,
    thrown === "" ? "" : `\n${thrown}`,
    `\n@example\n${writeExample(operation)}`,
  ]
    .filter(Boolean)
    .join("\n");
}

/**
 * Returns the name of a resource's class. The suffix is needed because a resource and its object share a name (`timer`,
 * `Timer`).
 */
function className(resource: string): string {
  return `${pascalCase(resource)}Api`;
}

/** Writes the `Stint` class, which has one property for each resource. */
export function writeStint(resources: string[], byHand: Record<string, string>): string {
  const names = [...resources, ...Object.keys(byHand)].toSorted();
  const fileOf = (name: string) => byHand[name] ?? `./${kebabCase(name)}.ts`;
  return `import { Client } from "../client.ts";
${names.map((name) => `import { ${className(name)} } from "${fileOf(name)}";`).join("\n")}

/**
 * The whole API: one property for each resource.
 *
 * @example
 * const stint = new Stint({ apiKey: process.env.STINT_SDK_API_KEY, baseUrl: "http://127.0.0.1:3000" });
 */
export class Stint extends Client {
${names.map((name) => `${comment(`The operations of \`stint.${name}\`.`, "  ")}  readonly ${name}: ${className(name)} = new ${className(name)}(this);`).join("\n")}
}
`;
}

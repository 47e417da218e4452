import { type NamedOperation } from "./name-operations.ts";

const exampleKey = "0199c5d0a1b27c3d8e4f5a6b7c8d9e0f";

// How the ids of what a path names begin.
const prefixes: Record<string, string> = {
  clients: "client",
  projects: "proj",
  tasks: "task",
  "time-entries": "time",
  webhooks: "hook",
  deliveries: "dlv",
  rates: "rate",
  invitations: "inv",
  "api-keys": "key",
  sessions: "key",
  members: "user",
};

/** The call of an operation with the values of the document's examples, as a person would write it. */
export function writeExample(operation: NamedOperation): string {
  const { resource, name, kind, reply } = operation;
  const call = `stint.${resource}.${name}(${argumentsOf(operation).join(", ")})`;
  if (kind === "list" || (kind === "table" && operation.id.startsWith("list")))
    return `for await (const each of ${call}) console.log(each);`;
  if (kind === "url") return `const address = ${call};`;
  if (kind === "file") return `const response = await ${call};`;
  return reply === undefined ? `await ${call};` : `const ${variableOf(operation)} = await ${call};`;
}

function argumentsOf({ path, query, body, headers, method, resource }: NamedOperation): string[] {
  const ids = [...path.matchAll(/([\w-]+)\/\{\w+\}/g)].map(([, collection = ""]) => {
    const prefix = prefixes[collection];
    if (prefix === undefined) throw new Error(`ids of ${collection} have no prefix in write-examples.ts`);
    return `"${prefix}_${exampleKey}"`;
  });
  if (body !== undefined) ids.push(write(body.example));
  const shown = query.filter(({ name }) => ["from", "to", "tz", "groupBy"].includes(name));
  const asked = shown.map(({ name, example, schema }) => [
    name,
    example ?? (name === "groupBy" ? ["project", "user"] : (schema.examples?.[0] ?? "Europe/Berlin")),
  ]);
  if (asked.length > 0)
    ids.push(write({ ...Object.fromEntries(asked), ...(query.some(isTo) ? { to: "2026-03-31" } : {}) }));
  // A timer is told from the next by more than its version.
  if (method === "PATCH" && headers.includes("If-Match") && resource !== "timer")
    ids.push("{ ifMatch: { version: 1 } }");
  return ids;
}

const isTo = ({ name }: { name: string }) => name === "to";

function variableOf({ reply, resource }: NamedOperation): string {
  const named = reply?.$ref?.split("/").at(-1);
  if (named === undefined) return "reply";
  const variable = named.charAt(0).toLowerCase() + named.slice(1);
  return variable === resource ? variable : variable.replace("WithSecret", "");
}

/** A value as TypeScript, in one line where it is short. */
function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, inner]) => `${name}: ${write(inner)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

import { type NamedOperation } from "./name-operations.ts";

interface ExampleInput {
  body: Record<string, unknown> | undefined;
  query: Record<string, unknown> | undefined;
  /** Whether the call passes `ifMatch`. */
  isConditional: boolean;
}

/** Returns code that calls the operation with the document's example values, as a person would write it. */
export function writeExample(operation: NamedOperation): string {
  const { resource, name, kind, reply } = operation;
  const call = `stint.${resource}.${name}(${argumentsOf(operation).join(", ")})`;
  if (kind === "list" || (kind === "table" && operation.id.startsWith("list")))
    return `for await (const each of ${call}) console.log(each);`;
  if (kind === "stream") return `for await (const event of ${call}) console.log(event);`;
  if (kind === "url") return `const address = ${call};`;
  if (kind === "file") return `const response = await ${call};`;
  return reply === undefined || kind === "remove"
    ? `await ${call};`
    : `const ${variableOf(operation)} = await ${call};`;
}

/** Returns the values that the operation's example sends. */
export function exampleInput({ query, body, headers, method, resource }: NamedOperation): ExampleInput {
  const shown = query.filter(({ name }) => ["from", "to", "tz", "groupBy"].includes(name));
  const asked = shown.map(({ name, example, schema }): [string, unknown] => [
    name,
    example ?? (name === "groupBy" ? ["project", "user"] : (schema.examples?.[0] ?? "Europe/Berlin")),
  ]);
  return {
    body: body?.example,
    query:
      asked.length > 0
        ? { ...Object.fromEntries(asked), ...(query.some(isTo) ? { to: "2026-03-31" } : {}) }
        : undefined,
    // Timers are excluded, because the version alone does not distinguish a timer from its successor.
    isConditional: method === "PATCH" && headers.includes("If-Match") && resource !== "timer",
  };
}

/**
 * The code of an example file. Real programs pass the file that the user chose in a browser, or `await
 * openAsBlob(path)` in Node.
 */
const exampleFile = `new Blob(["Date,Project,Hours\\n2026-03-02,Website,1.5\\n"], { type: "text/csv" })`;

function argumentsOf(operation: NamedOperation): string[] {
  const { body, query, isConditional } = exampleInput(operation);
  return [
    ...operation.exampleIds.map((id) => JSON.stringify(id)),
    ...(operation.kind === "upload" ? [exampleFile] : []),
    ...(body === undefined ? [] : [write(body)]),
    ...(query === undefined ? [] : [write(query)]),
    ...(isConditional ? ["{ ifMatch: { version: 1 } }"] : []),
  ];
}

const isTo = ({ name }: { name: string }) => name === "to";

function variableOf({ reply, resource }: NamedOperation): string {
  const named = reply?.$ref?.split("/").at(-1);
  if (named === undefined) return "reply";
  const variable = named.charAt(0).toLowerCase() + named.slice(1);
  // `import` is a reserved word, and `imports` is already the resource.
  if (variable === "import") return "imported";
  return variable === resource ? variable : variable.replace("WithSecret", "");
}

/** Formats a value as TypeScript source. */
function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, inner]) => {
    const key = /^[A-Za-z]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${key}: ${write(inner)}`;
  });
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

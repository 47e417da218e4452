// Writes packages/sdk/src/generated from apps/server/openapi.json. With --check, only reports outdated files.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { kebabCase, nameOperations } from "./generate/name-operations.ts";
import { type Document, readDocument } from "./generate/read-document.ts";
import { writeCurl } from "./generate/write-curl.ts";
import { writeResource, writeStint } from "./generate/write-resource.ts";
import { writeExample } from "./generate/write-examples.ts";
import { comment, typeOf, writeInterface } from "./generate/write-types.ts";

const header = "// Generated from apps/server/openapi.json by `npm run generate`; never edited.\n";
const folder = new URL("../src/generated/", import.meta.url);
const samplesFile = new URL("../../../apps/server/pages/sdk-samples.json", import.meta.url);
const examplesFile = new URL("../test/examples.ts", import.meta.url);

/**
 * This schema of the document is skipped, because it has only the fields that all events share. `webhook-events.ts` has
 * a type for each event instead.
 */
const eventName = "WebhookEvent";

// Handwritten resources. The document lacks them, because they are not part of /v1.
const byHand = { blog: "../blog.ts" };

function writeAll(document: Document): Map<string, string> {
  const operations = nameOperations(document);
  const resources = [...new Set(operations.map(({ resource }) => resource))].toSorted();
  const schemas = Object.keys(document.schemas);
  const files = new Map<string, string>();
  const add = (name: string, text: string) => files.set(new URL(name, folder).pathname, `${header}${text}`);
  for (const resource of resources) {
    const own = operations.filter((operation) => operation.resource === resource);
    add(`${kebabCase(resource)}.ts`, writeResource(resource, own, schemas));
  }
  add(
    "schemas.ts",
    Object.entries(document.schemas)
      .filter(([name]) => name !== eventName)
      .map(([name, schema]) => writeInterface(name, schema, "received"))
      .join("\n"),
  );
  add("error-codes.ts", writeCodes(document.statusOfCodes));
  add("webhook-events.ts", writeEvents(document));
  add("stint.ts", writeStint(resources, byHand));
  add(
    "index.ts",
    [...resources.map((name) => `./${kebabCase(name)}.ts`), "./stint.ts"]
      .map((file) => `export * from "${file}";\n`)
      .join(""),
  );
  const samples = Object.fromEntries(operations.map((operation) => [operation.id, writeExample(operation)]));
  const shown = Object.fromEntries(
    operations.map((operation) => [operation.id, { curl: writeCurl(operation), typescript: samples[operation.id] }]),
  );
  files.set(samplesFile.pathname, `${JSON.stringify(shown, null, 2)}\n`);
  // Leave out event streams, because a stream never ends, so its example cannot run as a test.
  const ending = operations.filter(({ kind }) => kind !== "stream").map(({ id }) => [id, samples[id] ?? ""] as const);
  files.set(examplesFile.pathname, `${header}${writeExamples(Object.fromEntries(ending))}`);
  return files;
}

function writeCodes(statusOfCodes: Record<string, number>): string {
  const codesOf = new Map<number, string[]>();
  for (const [code, status] of Object.entries(statusOfCodes))
    codesOf.set(status, [...(codesOf.get(status) ?? []), code]);
  const lines = [...codesOf].map(
    ([status, codes]) => `  ${status}: ${codes.map((code) => JSON.stringify(code)).join(" | ")};\n`,
  );
  return `${comment("The codes of each status.")}export interface CodesByStatus {\n${lines.join("")}}

${comment("The reason for a refusal, for programs: a closed list.")}export type ErrorCode = CodesByStatus[keyof CodesByStatus];
`;
}

function writeEvents({ events, schemas }: Document): string {
  const members = events.map(
    ({ description, schema }) => `${comment(description, "  ")}  | ${typeOf(schema, "received", "    ")}`,
  );
  const text = members.join("\n");
  const used = Object.keys(schemas).filter((name) => name !== eventName && new RegExp(`: ${name}\\b`).test(text));
  return `import type { ${used.join(", ")} } from "./schemas.ts";

${comment("An event, as sent to webhooks and listed by `events`; `type` says which one.")}export type ${eventName} =
${text};

${comment("The types of events.")}export type WebhookEventType = WebhookEvent["type"];
`;
}

function writeExamples(samples: Record<string, string>): string {
  const functions = Object.entries(samples).map(([id, sample]) => {
    const [, variable] = /^const (\w+) =/.exec(sample) ?? [];
    return `  async ${id}(stint) {\n    ${sample}${variable === undefined ? "" : `\n    return ${variable};`}\n  },\n`;
  });
  return `import type { Stint } from "#src/index.ts";

/** The documented example of each operation, as a test that runs it. */
export const examples: Record<string, (stint: Stint) => Promise<unknown>> = {
${functions.join("")}};
`;
}

async function stale(files: Map<string, string>): Promise<string[]> {
  const kept = (await readdir(folder).catch(() => [])).map((name) => new URL(name, folder).pathname);
  const changed = await Promise.all(
    [...files].map(async ([file, text]) => ((await readFile(file, "utf8").catch(() => "")) === text ? [] : [file])),
  );
  return [...changed.flat(), ...kept.filter((file) => !files.has(file))];
}

const files = writeAll(await readDocument());
const differing = await stale(files);
if (process.argv.includes("--check")) {
  if (differing.length > 0) {
    process.stderr.write(`Not what openapi.json says: run \`npm run generate\` and commit.\n${differing.join("\n")}\n`);
    process.exitCode = 1;
  }
} else {
  await mkdir(folder, { recursive: true });
  for (const file of differing) {
    const text = files.get(file);
    await (text === undefined ? rm(file) : writeFile(file, text));
  }
}

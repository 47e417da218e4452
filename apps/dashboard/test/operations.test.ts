import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

function listOperations(): string[] {
  const { paths } = JSON.parse(read("apps/server/openapi.json")) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId = [] }) => operationId),
  );
}

/** Maps the SDK's handwritten methods to the generated ones that they call. */
const byHand = new Map([
  ["projects.sync", "projects.listChanges"],
  ["timeEntries.sync", "timeEntries.listChanges"],
]);

/**
 * The SDK methods that a source text calls: `stint.tasks.create`, or `timer.stop` if `timer` was destructured from the
 * client. `edit(stint.tasks, …)` (state/edit.ts) gets and updates tasks.
 */
function listCalls(source: string): string[] {
  const taken = [...source.matchAll(/\{([^{}]*)\}(?:: Stint\b| = stint;)/g)].flatMap(([, names = ""]) =>
    names.split(","),
  );
  const resources = ["stint\\s*\\.\\w+", ...taken.map((name) => name.trim()).filter(Boolean)];
  const calls = source.matchAll(new RegExp(`(?<![\\w.])(${resources.join("|")})\\s*\\.(\\w+)`, "g"));
  const edited = [...source.matchAll(/\bedit\(stint\.(\w+),/g)];
  return [
    ...[...calls].map(([, resource = "", method]) => `${resource.replace(/^stint\s*\./, "")}.${method}`),
    ...edited.flatMap(([, resource]) => [`${resource}.get`, `${resource}.update`]),
  ];
}

/** Returns a function that checks whether the dashboard calls the SDK method of an operation. */
function createFinder(): (operation: string) => boolean {
  const samples = JSON.parse(read("apps/server/pages/sdk-samples.json")) as Record<string, { typescript: string }>;
  const sources = globSync(["apps/dashboard/src/**/*.{ts,tsx}", "packages/offline/src/*.ts"], {
    cwd: root,
    exclude: ["**/*.test.ts"],
  });
  const calls = new Set(sources.flatMap((path) => listCalls(read(path))).map((call) => byHand.get(call) ?? call));
  return (operation) => {
    const [, call] = /stint\.(\w+\.\w+)\(/.exec(samples[operation]?.typescript ?? "") ?? [];
    assert.ok(call !== undefined, `${operation} has no sample in TypeScript`);
    return calls.has(call);
  };
}

test("each operation of the API is used by a screen, or listed in apps/dashboard/README.md with a reason", () => {
  const operations = listOperations();
  assert.ok(operations.length > 100);
  const isDone = createFinder();
  const [, section = ""] = read("apps/dashboard/README.md").split("## Operations without a screen");
  const listed = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `(\w+)`\s*\| (.+?)\s*\|$/gm)];
  assert.deepEqual(
    listed.map(([, operation]) => operation),
    operations.filter((operation) => !isDone(operation)).toSorted(),
  );
  for (const [, operation, reason = ""] of listed) assert.ok(reason.length > 10, `${operation} has no reason`);
});

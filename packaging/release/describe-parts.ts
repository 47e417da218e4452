import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";

interface Options {
  version: string;
  commit: string;
  epoch: number;
}

interface PackageJson {
  name: string;
  version: string;
  license?: string;
}

/**
 * Returns the bill of materials of a production tree as CycloneDX 1.6 JSON (https://cyclonedx.org): every package in
 * the tree, Node, and PostgreSQL. `npm sbom --omit=dev` would omit packages that development tools need too.
 */
export async function describeParts(tree: string, { version, commit, epoch }: Options): Promise<string> {
  const components = [nodeOf(await readFile(join(tree, "node/LICENSE"), "utf8")), ...(await listPackages(tree))];
  const hex = createHash("sha256").update(commit).digest("hex");
  const id = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)];
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${id.join("-")}`,
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: { type: "application", "bom-ref": "stint", name: "stint", version, licenses: [{ expression: "MIT" }] },
    },
    components,
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

async function listPackages(tree: string): Promise<object[]> {
  const paths = await Array.fromAsync(glob("node_modules/**/package.json", { cwd: tree }));
  // A folder inside a package may have a package.json without a name, so match only the packages' own.
  const roots = paths.filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path)).toSorted();
  return Promise.all(
    roots.map(async (path) => componentOf(JSON.parse(await readFile(join(tree, path), "utf8")) as PackageJson)),
  );
}

function componentOf({ name, version, license }: PackageJson): object {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const licenses = license === undefined ? {} : { licenses: [{ expression: license }] };
  return { type: "library", "bom-ref": purl, name, version, purl, ...licenses };
}

/**
 * Describes Node by the process's version: the tree has no package.json of Node, but it contains the Node that makes
 * the release.
 */
function nodeOf(license: string): object {
  const version = process.versions.node;
  const name = license.slice(0, license.indexOf("\n")).trim();
  return {
    type: "application",
    "bom-ref": "node",
    name: "node",
    version,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { name } }],
  };
}

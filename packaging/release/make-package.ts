import { chmod, cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run.ts";

interface PackageOptions {
  version: string;
  epoch: number;
  /** The folder for intermediate files. */
  work: string;
  /** The folder with the package's description: control file, unit and scripts. */
  description: string;
}

const architecture = process.arch === "x64" ? "amd64" : process.arch;

/** The file name of the Debian package: https://www.debian.org/doc/debian-policy/ch-controlfields.html */
const packageName = (version: string): string => `stint_${version}_${architecture}.deb`;

/** Builds the Debian package of a production tree with debhelper. */
export async function makePackage(tree: string, into: string, options: PackageOptions): Promise<void> {
  const { version, epoch, work, description } = options;
  const source = join(work, "deb", "stint");
  await rm(join(work, "deb"), { recursive: true, force: true });
  await mkdir(source, { recursive: true });
  await cp(description, join(source, "debian"), { recursive: true });
  await cp(tree, join(source, "tree"), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  // The package has /usr/bin/stint-server and /usr/bin/stint instead of the tarball's commands.
  await rm(join(source, "tree/bin"), { recursive: true });
  await writeFile(join(source, "debian/changelog"), changelogOf(version, epoch));
  for (const name of ["rules", "stint-server"]) await chmod(join(source, "debian", name), 0o755);
  await run("dpkg-buildpackage", ["--build=binary", "--no-sign", "--no-check-builddeps"], { cwd: source, epoch });
  await rename(join(work, "deb", packageName(version)), join(into, packageName(version)));
}

function changelogOf(version: string, epoch: number): string {
  const date = new Date(epoch * 1000).toUTCString().replace("GMT", "+0000");
  return `stint (${version}) stable; urgency=medium

  * See /usr/lib/stint/CHANGELOG.md.

 -- Stint <stint@example.com>  ${date}
`;
}

import { chmod, chown, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run.ts";

/**
 * The Debian packages that Node and PostgreSQL need: libraries, an init process, and a shell with a few tools for
 * `initdb`. libnss-wrapper names users that have no line in /etc/passwd (`docker run --user`).
 */
const packages = [
  "base-files",
  "busybox",
  "ca-certificates",
  "libatomic1",
  "libc6",
  "libgcc-s1",
  "libnss-wrapper",
  "libstdc++6",
  "tini",
];
const suite = "bookworm";

/** The tools that the scripts use which start PostgreSQL and the terminal. */
const tools = [
  "[",
  "cat",
  "chmod",
  "chown",
  "date",
  "grep",
  "head",
  "kill",
  "mkdir",
  "mkfifo",
  "mv",
  "readlink",
  "rm",
  "sh",
  "sleep",
  "wc",
];

/** Files of these packages that nothing in the image uses. */
const excluded = [
  "/usr/share/{bug,debconf,doc-base,info,lintian,locale,man,menu,perl5,pixmaps,base-files}/*",
  "/usr/share/doc/*/*",
  "/usr/lib/*-linux-gnu/{gconv,perl,perl-base,engines-3,ossl-modules}/*",
  "/usr/lib/*-linux-gnu/lib{ssl,crypto}.*",
  "/usr/{sbin,include,src}/*",
  "/usr/bin/{c_rehash,debconf*,mawk,openssl,perl*,tini-static}",
  "/{sbin,boot,home,media,mnt,opt,srv}/*",
].flatMap(alternatives);

/** Expands `/a/{b,c}` to `/a/b` and `/a/c`. */
function alternatives(pattern: string): string[] {
  const [, before = "", list, after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return list === undefined ? [pattern] : list.split(",").map((one) => before + one + after);
}

export const user = 10_001;

/** Creates the image's root file system from Debian's packages, without Stint. */
export async function makeRoot(root: string, { epoch }: { epoch: number }): Promise<void> {
  await rm(root, { recursive: true, force: true });
  await run(
    "mmdebstrap",
    [
      "--variant=extract",
      "--format=directory",
      `--include=${packages.join(",")}`,
      ...excluded.map((pattern) => `--dpkgopt=path-exclude=${pattern}`),
      "--dpkgopt=path-include=/usr/share/doc/*/copyright",
      suite,
      root,
    ],
    { epoch },
  );
  // The last two files describe the machine on which the image is built.
  for (const path of ["etc/apt", "etc/dpkg", "var", "dev", "boot", "etc/hostname", "etc/resolv.conf"])
    await rm(join(root, path), { recursive: true, force: true });
  for (const path of ["dev", "data", "var/tmp", "proc", "sys"]) await mkdir(join(root, path), { recursive: true });
  for (const tool of tools) await symlink("busybox", join(root, "bin", tool));
  await writeFile(join(root, "etc/passwd"), `root:x:0:0::/:/bin/sh\nstint:x:${user}:${user}::/data:/bin/sh\n`);
  await writeFile(join(root, "etc/group"), `root:x:0:\nstint:x:${user}:\n`);
  await writeFile(join(root, "etc/nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files dns\n");
  await bundleCertificates(root);
  await chmod(join(root, "data"), 0o750);
  await chown(join(root, "data"), user, user);
}

/** Creates the file that Debian creates in a script when the package is installed. Here, no such scripts run. */
async function bundleCertificates(root: string): Promise<void> {
  const folder = join(root, "usr/share/ca-certificates/mozilla");
  const names = (await readdir(folder)).toSorted();
  const certificates = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  await mkdir(join(root, "etc/ssl/certs"), { recursive: true });
  await writeFile(join(root, "etc/ssl/certs/ca-certificates.crt"), certificates.join(""));
  await rm(folder, { recursive: true });
}

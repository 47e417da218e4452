// Tests everything in packaging/. Because this takes ten minutes, a run that passes writes a digest of the files to
// packaging/tested, which should be committed with them. `--is-tested` runs nothing, and exits with 0 if the digest is
// current.
import { spawn, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";

const record = "packaging/tested";
const digest = digestOf(["packaging", "apps/server/bin", "packages/cli/bin", "package-lock.json"]);

if (process.argv.includes("--is-tested")) {
  process.exitCode = readFileSync(record, "utf8").trim() === digest ? 0 : 1;
} else {
  const files = globSync("packaging/**/*.test.ts").toSorted();
  const child = spawn(process.execPath, ["--test", "--test-concurrency=1", "--test-force-exit", ...files], {
    stdio: "inherit",
  });
  child.on("close", (code) => {
    process.exitCode = code ?? 1;
    if (code === 0) writeFileSync(record, `${digest}\n`);
  });
}

/** Hashes the names and contents of the files that git tracks or would add. */
function digestOf(paths: string[]): string {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...paths], {
    encoding: "utf8",
  });
  const hash = createHash("sha256");
  for (const path of new Set(listed.trim().split("\n").toSorted()))
    if (path !== record) hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

// The protocol's own checks, run against the real endpoint. Most scenarios call tools of an example server, which Stint
// does not have: they are listed in conformance-baseline.yml, and a listed scenario that passes makes the test fail.
import assert from "node:assert/strict";
import { findPackageJSON } from "node:module";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runProgram } from "stint-cli/test/support/world.ts";
import { freshOwner } from "#test/support/world.ts";
import { withKey } from "#test/support/with-key.ts";

const baseline = fileURLToPath(new URL("conformance-baseline.yml", import.meta.url));
// The package exports nothing except its command.
const manifest = findPackageJSON("@modelcontextprotocol/conformance", import.meta.url) ?? "";
const program = join(dirname(manifest), "dist/index.js");

test("the protocol's conformance checks pass, except those of an example server's tools", async () => {
  const { url, owner } = await freshOwner();
  const output = await mkdtemp(join(tmpdir(), "stint-conformance-"));
  const address = await withKey(url, owner.apiKey);
  const args = ["server", "--url", address, "--suite", "active", "--expected-failures", baseline, "-o", output];
  const ran = await runProgram(process.execPath, [program, ...args], { env: { PATH: process.env["PATH"] ?? "" } });
  await rm(output, { recursive: true, force: true });
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
});

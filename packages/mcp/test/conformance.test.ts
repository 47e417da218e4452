// The protocol's own checks, in each version that Stint speaks: of the real endpoint with Stint's tools, and of the same
// endpoint with the example tools that most scenarios call by name. conformance-baseline.yml names the checks that fail,
// with reasons; an unexpected failure fails here, and so does a check that passes although it is named there.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { parse } from "yaml";
import { createExampleServer } from "#test/example/example-server.ts";
import { type Conformance, scenariosOf, testServer } from "#test/support/conformance.ts";
import { freshOwner, type Served, serve } from "#test/support/world.ts";
import { withKey } from "#test/support/with-key.ts";

const versions = ["2025-06-18", "2025-11-25", "2026-07-28"];

interface Expected {
  reason: string;
  /** The versions in which these fail; all that report them if left out. */
  only?: string[];
  checks: string[];
}

const baseline = parse(await readFile(new URL("conformance-baseline.yml", import.meta.url), "utf8")) as Record<
  "endpoint" | "example",
  Expected[]
>;

const testBuild = () => serve({ createMcpServer: createExampleServer });
const targets: Record<keyof typeof baseline, () => Promise<Served>> = { endpoint: freshOwner, example: testBuild };

for (const [target, start] of Object.entries(targets) as [keyof typeof baseline, () => Promise<Served>][])
  test(`the checks of the protocol pass, except those that the baseline names (${target})`, async () => {
    const { url, owner } = await start();
    const address = await withKey(url, owner.apiKey);
    const failedOnce = new Set<string>();
    const tested = await Promise.all(
      versions.map(async (version) => ({ version, ...(await testServer(address, version)) })),
    );
    for (const { version, scenarios, checks } of tested) {
      assert.deepEqual(scenarios, await scenariosOf(version));
      const failed = [...checks].filter(([, { hasFailed }]) => hasFailed);
      const expected = expectedOf(target, version, checks);
      const unexpected = failed.filter(([name]) => !expected.includes(name));
      assert.deepEqual(
        unexpected.map(([name, { message }]) => `${name}: ${message}`),
        [],
        `${version}: unexpected`,
      );
      assert.deepEqual(failed.map(([name]) => name).toSorted(), expected, `${version}: these pass now`);
      for (const name of expected) failedOnce.add(name);
    }
    const named = baseline[target].flatMap((entry) => entry.checks);
    assert.deepEqual([...failedOnce].toSorted(), named.toSorted(), "named twice, or reported in no version");
  });

function expectedOf(target: keyof typeof baseline, version: string, checks: Conformance["checks"]): string[] {
  const entries = baseline[target].filter(({ only }) => only?.includes(version) ?? true);
  return entries
    .flatMap((entry) => entry.checks)
    .filter((name) => checks.has(name))
    .toSorted();
}

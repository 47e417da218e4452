// Runs the protocol's own checks in each version of the protocol that Stint speaks: on the real endpoint with Stint's
// tools, and on the same endpoint with the example tools that most scenarios call by name. conformance-baseline.yml
// lists the checks that fail, with reasons. The test fails if another check fails, and also if a listed check passes.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { parse } from "yaml";
import { createExampleServer } from "#test/example/example-server.ts";
import { type Conformance, scenariosOf, testServer } from "#test/support/conformance.ts";
import { freshOwner, type Served, serve } from "#test/support/world.ts";
import { withKey } from "#test/support/with-key.ts";

const versions = ["2025-06-18", "2025-11-25", "2026-07-28"];

type Target = "endpoint" | "example";

const groups = parse(await readFile(new URL("conformance-baseline.yml", import.meta.url), "utf8")) as Record<
  Target,
  { reason: string; checks: string[] }[]
>;

const started: Record<Target, () => Promise<Served>> = {
  endpoint: freshOwner,
  example: () => serve({ createMcpServer: createExampleServer }),
};

for (const target of ["endpoint", "example"] as const)
  test(`the checks of the protocol pass, except those that the baseline names (${target})`, async () => {
    const { url, owner } = await started[target]();
    const address = await withKey(url, owner.apiKey);
    const named = groups[target].flatMap(({ checks }) => checks);
    const reported = new Set<string>();
    for (const version of versions) {
      const { scenarios, checks } = await testServer(address, version);
      assert.deepEqual(scenarios, await scenariosOf(version));
      await repeatUnexpected({ address, version, named, checks });
      assert.deepEqual(unexpectedIn(checks, named), [], `${version}: unexpected`);
      const passing = named.filter((name) => checks.get(name)?.hasFailed === false);
      assert.deepEqual(passing, [], `${version}: these pass now`);
      for (const name of checks.keys()) reported.add(name);
    }
    const unknown = named.filter((name) => !reported.has(name));
    assert.deepEqual(unknown, [], "named, but reported in no version");
  });

type Checks = Conformance["checks"];

function unexpectedIn(checks: Checks, named: readonly string[]): string[] {
  const unexpected = [...checks].filter(([name, { hasFailed }]) => hasFailed && !named.includes(name));
  return unexpected.map(([name, { message }]) => `${name}: ${message}`);
}

interface Run {
  address: string;
  version: string;
  named: readonly string[];
  checks: Checks;
}

/**
 * Repeats scenarios with unexpected failures, because some wait only half a second for a reply, which can take longer
 * on a busy machine.
 */
async function repeatUnexpected({ address, version, named, checks }: Run): Promise<void> {
  const scenarios = new Set(unexpectedIn(checks, named).map((line) => line.split(":", 1)[0] ?? ""));
  for (const scenario of scenarios) {
    for (const name of checks.keys()) if (name.startsWith(`${scenario}:`)) checks.delete(name);
    const repeated = await testServer(address, version, scenario);
    for (const [name, outcome] of repeated.checks) checks.set(name, outcome);
  }
}

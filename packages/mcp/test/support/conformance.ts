// The protocol's conformance suite, whose scenarios report a list of checks each.
import { glob, mkdtemp, readFile, rm } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { runProgram } from "stint-cli/test/support/world.ts";

// The package exports nothing but its command.
const manifest = findPackageJSON("@modelcontextprotocol/conformance", import.meta.url) ?? "";
const program = join(dirname(manifest), "dist/index.js");

export interface Conformance {
  scenarios: string[];
  /** The worst status of each check that was reported, by `scenario:check`, and why. */
  checks: Map<string, Outcome>;
}

export interface Outcome {
  hasFailed: boolean;
  message: string;
}

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/** Runs a command of the suite; it ends with 1 if a check fails, and its reports say which. */
export async function conformance(args: string[], options: { input?: string } = {}): Promise<string> {
  const ran = await runProgram(process.execPath, [program, ...args], {
    env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "" },
    ...options,
  });
  if (ran.code !== 0 && ran.code !== 1) throw new Error(`It ended with ${ran.code}: ${ran.stdout}${ran.stderr}`);
  return ran.stdout + ran.stderr;
}

/** Runs all scenarios of a version of the protocol against a server. */
export async function testServer(url: string, version: string): Promise<Conformance> {
  const folder = await mkdtemp(join(tmpdir(), "stint-conformance-"));
  try {
    await conformance(["server", "--url", url, "--suite", "all", "--spec-version", version, "-o", folder]);
    return await readReports(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The scenarios that the suite has for servers, with their versions. */
async function listScenarios(): Promise<{ name: string; versions: string[] }[]> {
  const listed = await conformance(["list", "--server"]);
  return [...listed.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)].map(([, name = "", versions = ""]) => ({
    name,
    versions: versions.split(","),
  }));
}

let scenarios: ReturnType<typeof listScenarios> | undefined;

export async function scenariosOf(version: string): Promise<string[]> {
  const all = await (scenarios ??= listScenarios());
  return all.flatMap(({ name, versions }) => (versions.includes(version) ? [name] : [])).toSorted();
}

export async function readReports(folder: string): Promise<Conformance> {
  const scenarios: string[] = [];
  const checks = new Map<string, Outcome>();
  for await (const file of glob(join(folder, "*/checks.json"))) {
    const scenario = basename(dirname(file)).replace(/^server-|-\d{4}-\d\d-\d\dT[\d-]+Z$/g, "");
    scenarios.push(scenario);
    for (const { id, status, errorMessage } of JSON.parse(await readFile(file, "utf8")) as Check[]) {
      const hasFailed = status === "FAILURE" || status === "WARNING";
      const name = `${scenario}:${id}`;
      if (status !== "SKIPPED" && checks.get(name)?.hasFailed !== true)
        checks.set(name, { hasFailed, message: errorMessage ?? "" });
    }
  }
  return { scenarios: scenarios.toSorted(), checks };
}

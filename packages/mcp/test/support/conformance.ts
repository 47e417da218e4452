// Runs the protocol's conformance suite, each of whose scenarios reports a list of checks.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { glob, mkdtemp, readFile, rm } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

// Finds the program by its path, because the package exports only its command.
const manifest = findPackageJSON("@modelcontextprotocol/conformance", import.meta.url) ?? "";
const program = join(dirname(manifest), "dist/index.js");

export interface Conformance {
  scenarios: string[];
  /** The results of the checks, by `scenario:check`. */
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

interface Watching {
  onLine?(line: string): void;
  signal?: AbortSignal;
}

/**
 * Runs a command of the suite and returns its output. Exit code 1 is not an error: it means that a check failed, and
 * the reports say which.
 */
async function conformance(args: string[], { onLine, signal }: Watching = {}): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    onLine?.(line);
  });
  const [[code], errors] = await Promise.all([once(child, "close"), text(child.stderr)]);
  const output = lines.join("\n");
  if (code !== 0 && code !== 1) throw new Error(`It ended with ${code}: ${output}${errors}`);
  return output;
}

/** Runs a command of the suite that writes reports, and returns the reports. */
async function report(args: string[], watching?: Watching): Promise<Conformance> {
  const folder = await mkdtemp(join(tmpdir(), "stint-conformance-"));
  try {
    await conformance([...args, "-o", folder], watching);
    return await readReports(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs one scenario, or all scenarios of a version of the protocol, against a server. */
export function testServer(url: string, version: string, scenario?: string): Promise<Conformance> {
  const which = scenario === undefined ? ["--suite", "all"] : ["--scenario", scenario];
  return report(["server", "--url", url, "--spec-version", version, ...which]);
}

export interface AuthorizationTest {
  issuer: string;
  clientId: string;
  /** The resource for which the suite requests a token. */
  resource: string;
  /** The port on which the suite waits for the browser, at `/callback`. */
  port: number;
  /** Opens this URL as the person's browser would. */
  open(address: URL): Promise<unknown>;
}

/** Runs the scenarios for authorization servers. */
export async function testAuthorization(asked: AuthorizationTest): Promise<Conformance> {
  const { issuer, clientId, resource, port } = asked;
  const args = ["--url", issuer, "--client-id", clientId, "--resource", resource, "--port", `${port}`];
  // Ends the suite if the browser fails, because the suite would otherwise wait for it for five minutes.
  const failing = new AbortController();
  return report(["authorization", ...args], {
    onLine(line) {
      if (line.startsWith(`${issuer}/`)) asked.open(new URL(line)).catch((error: unknown) => failing.abort(error));
    },
    signal: failing.signal,
  });
}

/** Returns the scenarios that the suite has for servers, with their versions of the protocol. */
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

async function readReports(folder: string): Promise<Conformance> {
  const scenarios: string[] = [];
  const checks = new Map<string, Outcome>();
  for await (const file of glob(join(folder, "*/checks.json"))) {
    const scenario = basename(dirname(file)).replace(/^(authorization-)?server-|-\d{4}-\d\d-\d\dT[\d-]+Z$/g, "");
    scenarios.push(scenario);
    for (const { id, status, errorMessage } of JSON.parse(await readFile(file, "utf8")) as Check[]) {
      const hasFailed = status === "FAILURE" || status === "WARNING";
      const name = `${scenario}:${id}`;
      if (status !== "SKIPPED" && status !== "INFO" && checks.get(name)?.hasFailed !== true)
        checks.set(name, { hasFailed, message: errorMessage ?? "" });
    }
  }
  return { scenarios: scenarios.toSorted(), checks };
}

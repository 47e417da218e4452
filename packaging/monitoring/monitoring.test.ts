// Needs Debian's package prometheus, which contains promtool.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { exposedBy, namesIn } from "./promql.ts";
import { freePorts, startProgram } from "#packaging/start-program.ts";

const here = import.meta.dirname;
const program = join(here, "../../apps/server/bin/stint-server.js");

interface Target {
  expr: string;
}

interface Panel {
  id: number;
  type: string;
  title: string;
  description: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: Target[];
}

const dashboard = JSON.parse(await readFile(join(here, "grafana.json"), "utf8")) as { panels: Panel[] };
const rules = await readFile(join(here, "alerts.yaml"), "utf8");
const graphs = dashboard.panels.filter(({ type }) => type !== "row");

/** Panels that are empty unless something fails. */
const emptyWhileHealthy = ["Errors by route", "Failing jobs"];
/** The labels that Prometheus adds to each series. */
const added = ["instance", "job"];

/** Runs one of Prometheus's programs and returns its output. */
async function run(name: string, args: string[], input = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(name, args, (error, stdout, stderr) => {
      const isMissing = (error as NodeJS.ErrnoException | null)?.code === "ENOENT";
      if (isMissing) reject(new Error(`${name} is missing: apt-get install --no-install-recommends prometheus`));
      else if (error !== null) reject(new Error(`${name} ${args.join(" ")}: ${stdout}${stderr}`));
      else resolve(stdout + stderr);
    });
    child.stdin?.end(input);
  });
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stint-monitoring-"));
  // If the tests run as root, the embedded PostgreSQL runs as another user, which needs access.
  await chmod(folder, 0o755);
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function waitFor(what: string, condition: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (!(await condition())) {
    assert.ok(performance.now() - startedAt < 5 * 60_000, `within five minutes: ${what}`);
    await pause(100);
  }
}

/** Starts the service with a new data folder. */
async function startService(t: TestContext) {
  const folder = await folderOf(t);
  const { PATH = "", HOME = "" } = process.env;
  const env = {
    PATH,
    HOME,
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    DASHBOARD: "off",
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "1000000",
  };
  let url = "";
  const service = await startProgram({
    command: process.execPath,
    args: [program, "serve"],
    env,
    isReady: (printed) => {
      url = / is ready on (\S+)\n/.exec(printed)?.[1] ?? "";
      return url !== "";
    },
  });
  t.after(service.stop);
  return { url, env };
}

/** Creates an organization with an endpoint. Returns a function that sends requests as its owner. */
async function startWorld({ url, env }: Awaited<ReturnType<typeof startService>>): Promise<() => Promise<void>> {
  const args = [program, "org", "create", "--name", "One", "--owner-email", "one@example.com", "--json"];
  const made = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, args, { env }, (error, stdout) => (error === null ? resolve(stdout) : reject(error))),
  );
  const { apiKey } = JSON.parse(made) as { apiKey: string };
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.status < 400, `${method} ${path}: ${text}`);
    return JSON.parse(text) as { id: string };
  };
  // Nothing listens on this port, so each delivery fails immediately and becomes due again.
  await send("POST", "/v1/webhooks", { url: "http://127.0.0.1:9/", events: ["project.created"] });
  let projects = 0;
  return async () => {
    await send("POST", "/v1/projects", { name: `Project ${projects++}` });
    await send("GET", "/v1/time-entries");
    await (await fetch(`${url}/api/blogs/`)).text();
  };
}

/** Returns the expressions of the alerts, each on one line. */
function alertExpressions(): string[] {
  return [...rules.matchAll(/^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(([, lines, line]) =>
    (lines ?? line ?? "").replaceAll(/\s+/g, " ").trim(),
  );
}

/** Replaces Grafana's variables in an expression by the values that Grafana would send. */
function filledIn(expression: string): string {
  return expression.replaceAll("$__rate_interval", "10s").replaceAll("$instance", ".*");
}

test("promtool accepts the configuration and the alerts, each of which fires in its case only", async (t) => {
  t.diagnostic(await run("promtool", ["check", "config", join(here, "prometheus.yml")]));
  t.diagnostic(await run("promtool", ["test", "rules", join(here, "alerts.test.yaml")]));
  const cases = await readFile(join(here, "alerts.test.yaml"), "utf8");
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  assert.equal(alertExpressions().length, names.length);
  for (const name of names) {
    assert.match(cases, new RegExp(`alertname: ${name}, exp_alerts: \\[\\] }`), `${name} in the healthy case`);
    assert.match(cases, new RegExp(`alertname: ${name}\n +exp_alerts:\n`), `a case for ${name}`);
  }
});

test("the names in an expression are found, whatever it does with them", () => {
  const expression =
    'topk(10, sum by (route, le) (rate(a_total{status=~"5..|b{c", x="1"}[$__rate_interval]))) / on (node) group_left () c:d > 1e9 or vector(0)';
  const a = { name: "a_total", labels: ["status", "x"] };
  assert.deepEqual(namesIn(expression), {
    metrics: [a, { name: "c:d", labels: [] }],
    grouped: ["route", "le", "node"],
  });
  const text = '# TYPE a_total counter\na_total{status="x=1",y="}"} 2\n# TYPE h histogram\nh_bucket{le="1"} 0\n';
  assert.deepEqual(
    [...exposedBy(text)].map(([name, labels]) => [name, ...labels]),
    [["a_total", "status", "y"], ["h_bucket", "le"], ["h_sum"], ["h_count"]],
  );
});

test("the documentation says what to do about each alert", async () => {
  const page = await readFile(join(here, "../../docs/run/monitoring.md"), "utf8");
  for (const [, name] of rules.matchAll(/- alert: (\w+)/g)) assert.match(page, new RegExp(`^\\| \`${name}\``, "m"));
});

test("the dashboard's panels have a description and an expression, and none covers another", () => {
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
  const covered = new Map<string, string>();
  for (const { title, gridPos, type, description, targets = [] } of dashboard.panels) {
    if (type !== "row") assert.ok(description !== "" && targets.length > 0, title);
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.equal(covered.get(`${x} ${y}`), undefined, `${title} covers another panel`);
        covered.set(`${x} ${y}`, title);
      }
    }
  }
});

test("the service exposes every metric and label that the dashboard and the alerts name", async (t) => {
  const service = await startService(t);
  const use = await startWorld(service);
  await use();
  let text = "";
  await waitFor("a delivery is attempted", async () => {
    text = await (await fetch(`${service.url}/metrics`)).text();
    return text.includes("stint_webhook_attempts_total{");
  });
  t.diagnostic(await run("promtool", ["check", "metrics"], text));
  const exposed = exposedBy(text).set("up", new Set());
  const expressions = [...graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)), ...alertExpressions()];
  for (const expression of expressions) {
    const { metrics, grouped } = namesIn(expression);
    const known = new Set(added);
    for (const { name, labels } of metrics) {
      const has = exposed.get(name);
      assert.ok(has !== undefined, `${name} is not exposed: ${expression}`);
      for (const label of labels)
        assert.ok(has.has(label) || added.includes(label), `${name} has no label ${label}: ${expression}`);
      for (const label of has) known.add(label);
    }
    for (const label of grouped) assert.ok(known.has(label), `no metric has the label ${label}: ${expression}`);
  }
});

/** Starts a Prometheus that scrapes the service every second. Returns a function that queries its API. */
async function startPrometheus(t: TestContext, serviceUrl: string) {
  const folder = await folderOf(t);
  const config = await readFile(join(here, "prometheus.yml"), "utf8");
  await cp(join(here, "alerts.yaml"), join(folder, "alerts.yaml"));
  const scraping = config.replaceAll("15s", "1s").replace("127.0.0.1:3000", new URL(serviceUrl).host);
  await writeFile(join(folder, "prometheus.yml"), scraping);
  const [port = 0] = await freePorts(1);
  const address = `127.0.0.1:${port}`;
  const prometheus = await startProgram({
    command: "prometheus",
    args: [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=${address}`,
      "--log.level=warn",
    ],
    debianPackage: "prometheus",
    isReady: async () => (await fetch(`http://${address}/-/ready`).catch(() => undefined))?.status === 200,
  });
  t.after(prometheus.stop);
  return async (path: string, parameters: Record<string, string> = {}) => {
    const response = await fetch(`http://${address}/api/v1/${path}?${String(new URLSearchParams(parameters))}`);
    return (await response.json()) as { status: string; error?: string; data: Answer };
  };
}

interface Answer {
  result: unknown[];
  groups: { rules: { name: string; health: string; lastError?: string }[] }[];
}

test("a real Prometheus evaluates each alert and each panel, and panels show data", async (t) => {
  const service = await startService(t);
  const use = await startWorld(service);
  const ask = await startPrometheus(t, service.url);
  const count = async (query: string) => {
    const { status, error, data } = await ask("query", { query });
    assert.equal(status, "success", `${query}: ${error}`);
    return data.result.length;
  };
  await waitFor("every metric was scraped five times", async () => {
    await use();
    return (await count("count_over_time(stint_event_loop_delay_seconds_count[1m]) >= 5")) > 0;
  });
  for (const { title, targets = [] } of graphs) {
    for (const { expr } of targets) {
      const isEmpty = (await count(filledIn(expr))) === 0;
      assert.ok(!isEmpty || emptyWhileHealthy.includes(title), `${title} shows nothing: ${expr}`);
    }
  }
  await waitFor("every alert was evaluated", async () => {
    const { data } = await ask("rules");
    const evaluated = data.groups.flatMap((group) => group.rules);
    for (const { name, health, lastError } of evaluated) assert.notEqual(health, "err", `${name}: ${lastError}`);
    return evaluated.length > 0 && evaluated.every(({ health }) => health === "ok");
  });
});

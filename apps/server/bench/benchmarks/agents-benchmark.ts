import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import { median } from "../measure/compare.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";

const calls = 100;

/**
 * Compares tool calls through `/mcp` with the same calls to the API. Both sides share one connection and one key,
 * are warmed up, and take turns.
 */
export async function benchmarkAgents(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { apiKey } = await newOrganization(db);
  const { url } = await startService(run, tempDir, dataDir);
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const send = async (path: string, init: Sent = {}) => {
    const response = await fetch(url + path, { ...init, headers: { ...headers, ...init.headers } });
    const text = await response.text();
    if (!response.ok || text.includes('"isError":true')) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };
  const post = async (path: string, body: object) =>
    JSON.parse(await send(path, { method: "POST", body: JSON.stringify(body) })) as { id: string };
  const { id: projectId } = await post("/v1/projects", { name: "project" });
  const { id: taskId } = await post(`/v1/projects/${projectId}/tasks`, { name: "General" });
  const entries = Array.from({ length: 200 }, (_, at) => {
    const startedAt = new Date(Date.now() - (at + 1) * 3_600_000).toISOString();
    return { projectId, taskId, startedAt, durationSeconds: 1800, description: `text ${at}` };
  });
  await post("/v1/time-entries/batch", { entries });
  const [from, to] = [entries.at(-1)?.startedAt.slice(0, 10) ?? "", new Date().toISOString().slice(0, 10)];
  const period = `${from}..${to}`;
  // Send the same parameters as the tools, so that both sides do the same work.
  const days = `from=${from}&to=${to}&tz=UTC&userId=me`;
  return [
    await line(
      run,
      { name: "list_time of 50 entries", most: 1.8 },
      () => callTool(send, "list_time", { period }),
      () => send(`/v1/time-entries?limit=50&${days}`),
    ),
    await line(
      run,
      { name: "report by project", most: 1.3 },
      () => callTool(send, "report", { period }),
      () => send(`/v1/reports/summary?${days}&groupBy=project`),
    ),
  ];
}

interface Sent {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

type Send = (path: string, init?: Sent) => Promise<string>;

function callTool(send: Send, name: string, args: object): Promise<string> {
  const version = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, _meta } };
  return send("/mcp", {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": version,
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
  });
}

async function line(
  run: BenchRun,
  { name, most }: { name: string; most: number },
  tool: () => Promise<string>,
  api: () => Promise<string>,
): Promise<Line> {
  const rounds: [number, number][] = [];
  for (let round = 0; round <= run.rounds; round++) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let call = 0; call < calls; call++) {
      ours.push(await timed(tool));
      theirs.push(await timed(api));
    }
    // Do not count the first round, because it warms up both sides.
    if (round > 0) rounds.push([median(ours), median(theirs)]);
  }
  const ratios = rounds.map(([own, other]) => own / other);
  return {
    name: `${name} through /mcp`,
    product: `${median(rounds.map(([own]) => own)).toFixed(2)} ms`,
    against: `the same call of /v1 ${median(rounds.map(([, other]) => other)).toFixed(2)} ms`,
    ratio: `${median(ratios).toFixed(2)} × as long`,
    target: `≤ ${most} ×`,
    outcome: median(ratios) <= most ? "ok" : "MISSED",
    note: `${rounds.length} rounds of ${calls} calls`,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

import { createInterface } from "node:readline";
import pg from "pg";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from "#platform/embedded-postgres/start-embedded-postgres.ts";

// A process with its own embedded server. It reads commands from stdin, and exits when its parent does.
const report = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);
const input = createInterface({ input: process.stdin });
input.once("close", () => process.exit());

const options = JSON.parse(process.argv[2] ?? "{}") as Omit<EmbeddedPostgresOptions, "say">;
try {
  const server = await startEmbeddedPostgres({ ...options, say: (said) => report({ said }) });
  const query = async (sql: string): Promise<void> => {
    const client = new pg.Client(server.connection);
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    report({ rows });
  };
  const stop = async (): Promise<void> => {
    await server.stop();
    report({ stopped: true });
  };
  process.once("SIGINT", () => void query("select 'after SIGINT' as told").then(stop));
  input.on("line", (line) => void (line === "stop" ? stop() : query(line)));
  report({ started: { ...server, stop: undefined } });
} catch (error) {
  const { name, message } = error as Error;
  report({ failed: { name, message } });
  process.exit(1);
}

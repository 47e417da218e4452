import type pg from "pg";
import { openPool } from "#platform/database/database.ts";
import { senderSettings } from "#tracking/webhooks/delivery/sender.ts";
import { startTestSender } from "./sending.ts";

// A sending node in a process of its own, to be killed: `node test-node.ts <connection as JSON>`.
const connection = JSON.parse(process.argv[2] ?? "{}") as pg.PoolConfig;
const db = openPool({ connection, poolSize: 4, applicationName: "stint-test-node", settings: senderSettings });
const sender = startTestSender(db, {
  egressOptions: { timeoutMs: 500 },
  timings: { pollMs: 30, leaseMs: 1_200, leaseLeftMs: 600, graceMs: 300 },
});
process.once("SIGTERM", () => void sender.stop().then(() => process.exit(0)));
process.stdout.write("up\n");

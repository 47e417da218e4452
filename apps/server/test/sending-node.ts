import type pg from "pg";
import { openPool } from "#platform/database/database.ts";
import { senderSettings, type SenderTimings } from "#tracking/webhooks/delivery/sender.ts";
import { startTestSender } from "./sending.ts";

// A sender in a process of its own, to be killed: `node sending-node.ts <connection> <timings>`, both as JSON.
const connection = JSON.parse(process.argv[2] ?? "{}") as pg.PoolConfig;
const timings = JSON.parse(process.argv[3] ?? "{}") as Partial<SenderTimings>;
const db = openPool({ connection, poolSize: 4, applicationName: "stint-test-node", settings: senderSettings });
const sender = startTestSender(db, {
  egressOptions: { timeoutMs: 500 },
  timings: { pollMs: 30, leaseMs: 1_200, leaseLeftMs: 600, graceMs: 300, ...timings },
});
process.once("SIGTERM", () => void sender.stop().then(() => process.exit(0)));
process.stdout.write("up\n");

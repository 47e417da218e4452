import type pg from "pg";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { senderSettings } from "#tracking/exchange/webhooks/delivery/sender.ts";
import { nodeName, nodeTimings } from "./node-timings.ts";
import { startTestSender, type TestSenderOptions } from "#test/deliveries/start-test-sender.ts";

// A sender in a separate process that tests can kill: `node sending-node.ts <connection> <options>`, both as JSON.
const connection = JSON.parse(process.argv[2] ?? "{}") as pg.PoolConfig;
const options = JSON.parse(process.argv[3] ?? "{}") as Pick<TestSenderOptions, "timings" | "egressOptions">;
const db = openPool({ connection, poolSize: 4, applicationName: nodeName, settings: senderSettings });
const sender = startTestSender(db, {
  egressOptions: { ...nodeTimings.egressOptions, ...options.egressOptions },
  timings: { ...nodeTimings.timings, ...options.timings },
});
process.once("SIGTERM", () => void sender.stop().then(() => process.exit(0)));
process.stdout.write("up\n");

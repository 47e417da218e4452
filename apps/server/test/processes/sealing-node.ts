// Chains and seals changes until it is killed: `node sealing-node.ts <connection as JSON> <instant>`.
import { chainChanges } from "#identity/seals/chain-changes.ts";
import { sealChains } from "#identity/seals/seal-chains.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";

const connection = JSON.parse(process.argv[2] ?? "{}") as object;
const db = openPool({ connection, poolSize: 2, applicationName: "stint-test-sealer" });
const hourMs = 3_600_000;
process.stdout.write("up\n");
for (let at = Number(process.argv[3]); ; at += hourMs) {
  await chainChanges(db, { settleMs: 0, most: 3 });
  await sealChains(db, { now: new Date(at) });
}

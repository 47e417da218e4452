import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { checkoutDir, temporaryFolder } from "#test/processes/start-postgres-process.ts";
import { prepareDataFolder } from "./prepare-data-folder.ts";

test("a socket's path is at most 103 bytes long, the limit on macOS; otherwise the socket is in /tmp", async (t) => {
  const place = await temporaryFolder(t);
  const folderWithPathOf = (bytes: number) => {
    const others = Buffer.byteLength(join(place, "x", "run", ".s.PGSQL.5432")) - 1;
    const dataDir = join(place, "x".repeat(bytes - others));
    return prepareDataFolder({ dataDir, checkoutDir, say: () => undefined, ephemeral: false });
  };
  const longest = await folderWithPathOf(103);
  assert.equal(longest.socketDir, longest.runDir);
  assert.match((await folderWithPathOf(104)).socketDir, /^\/tmp\/stint-[0-9a-f]{16}$/);
});

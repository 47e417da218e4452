// Runs the protocol's own checks of authorization servers. The suite opens its authorization request in a browser;
// here, the test grants it as the person would.
import assert from "node:assert/strict";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { newConsentWorld, permit } from "@stint/server/test/worlds/oauth-world.ts";
import { testAuthorization } from "#test/support/conformance.ts";

/** Returns a port that is currently free. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Opens a page of the suite. Retries, because the suite prints the address before it listens. */
async function visit(url: string): Promise<void> {
  for (;;) {
    const isOpen = await fetch(url).then(
      () => true,
      (error: Error) => {
        if ((error.cause as NodeJS.ErrnoException | undefined)?.code !== "ECONNREFUSED") throw error;
        return false;
      },
    );
    if (isOpen) return;
    await setTimeout(50);
  }
}

test("the authorization server passes the protocol's checks, from its metadata to the tokens", async () => {
  const [ownPort, port] = [await freePort(), await freePort()];
  const issuer = `http://127.0.0.1:${ownPort}`;
  const world = await newConsentWorld({ publicUrl: issuer });
  await world.app.listen({ host: "127.0.0.1", port: ownPort });
  const session = await world.newSession(await world.newOrganization());
  const registered = await fetch(`${issuer}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Suite", redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
  });
  assert.equal(registered.status, 201);
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const { checks } = await testAuthorization({
    issuer,
    clientId,
    resource: `${issuer}/mcp`,
    port,
    open: async ({ search }) => visit(await permit(session, { query: search.slice(1) })),
  });
  const passed = { hasFailed: false, message: "" };
  assert.deepEqual(Object.fromEntries(checks), {
    "authorization-server-metadata-endpoint:authorization-server-metadata": passed,
    "authorization-server-metadata-endpoint:authorization-server-metadata-cimd": passed,
    "authorization-code-grant:authorization-code-grant": passed,
  });
});

import { freePort, outputOf, ownCheckout, startOwnService } from "./service.ts";

/** Builds the dashboard and starts the service that all journeys share. Returns a function that stops the service. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function startService(): Promise<() => Promise<void>> {
  await outputOf("npm", ["run", "build"], { cwd: ownCheckout, env: process.env });
  // A journey that needs the provider starts it at this port.
  const port = await freePort();
  const { url, ownerCookie, dataDir, end } = await startOwnService(ownCheckout, {
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: "stint",
    OIDC_CLIENT_SECRET: "a secret of the client",
    OIDC_NAME: "Example",
  });
  Object.assign(process.env, {
    E2E_URL: url,
    E2E_OWNER_COOKIE: ownerCookie,
    E2E_DATA_DIR: dataDir,
    E2E_OPENID_PORT: String(port),
  });
  return end;
}

import { outputOf, ownCheckout, startOwnService } from "./service.ts";

/** Builds the dashboard and starts the service that all journeys share. Returns a function that stops the service. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function startService(): Promise<() => Promise<void>> {
  await outputOf("npm", ["run", "build"], { cwd: ownCheckout, env: process.env });
  const { url, ownerCookie, dataDir, end } = await startOwnService();
  Object.assign(process.env, { E2E_URL: url, E2E_OWNER_COOKIE: ownerCookie, E2E_DATA_DIR: dataDir });
  return end;
}

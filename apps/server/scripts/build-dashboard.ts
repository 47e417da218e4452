// Builds the dashboard, unless the existing build is current. Needed for a checkout that is read-only at run time.
import { fileURLToPath } from "node:url";
import { buildDashboard } from "#src/dashboard/build-dashboard.ts";

const folder = fileURLToPath(new URL("../../dashboard", import.meta.url));
process.stdout.write(`${await buildDashboard(folder)}\n`);

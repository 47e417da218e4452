import { type Application, buildApplication, buildRouteMap } from "@stricli/core";
import type { Context } from "#src/context/context.ts";
import { version } from "#src/package/version.ts";
import { reading } from "./reading.ts";
import { server } from "./server.ts";
import { tracking } from "./tracking.ts";

const routes = buildRouteMap({
  routes: { ...tracking, ...reading, ...server },
  docs: { brief: "Track time in the terminal" },
});

export const application: Application<Context> = buildApplication<Context>(routes, {
  name: "stint",
  versionInfo: { currentVersion: version },
  scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
  documentation: { caseStyle: "convert-camel-to-kebab", onlyRequiredInUsageLine: true },
});

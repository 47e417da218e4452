// The server for the conformance scenarios: the one that production creates, but with the tools, prompts and resources
// of the protocol's example server instead of Stint's tools. Requests reach it through the real endpoint.
import type { Server } from "@modelcontextprotocol/server";
import { callTool } from "#src/server/call-tool.ts";
import { callOf, createServer, listing } from "#src/server/create-server.ts";
import type { ServerMeans } from "#src/server/server-means.ts";
import { foreignTools } from "./foreign-tools.ts";
import { ownTools } from "./own-tools.ts";
import { mountPromptsAndResources } from "./prompts-and-resources.ts";

const listed = [
  ...ownTools.map(listing),
  ...Object.keys(foreignTools).map((name) => ({ name, description: "An example.", inputSchema: { type: "object" } })),
];

export function createExampleServer(means: ServerMeans): Server {
  const server = createServer(means);
  server.registerCapabilities({ logging: {} });
  mountPromptsAndResources(server);
  server.setRequestHandler("tools/list", () => ({ tools: listed }) as never);
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const foreign = foreignTools[params.name];
    if (foreign !== undefined) return (await foreign({ means, context })) as never;
    const own = ownTools.find(({ name }) => name === params.name);
    if (own === undefined) throw new Error(`No scenario was known to call ${params.name}.`);
    return (await callTool(own, callOf(server, means, params.arguments?.["sent"], context), means)) as never;
  });
  return server;
}

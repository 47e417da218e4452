import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { tools } from "#src/tools/all-tools.ts";
import { callTool, type Envelope } from "./call-tool.ts";
import { identityOf, type ServerMeans } from "./server-means.ts";

/** A request to `/mcp`, with its parsed body. */
export interface Message {
  headers: NodeJS.Dict<string | string[]>;
  bodyType: string | undefined;
  body: unknown;
}

interface Call {
  id: string | number;
  params: { name: string; arguments?: unknown; _meta: Envelope };
}

const version = "2026-07-28";
const byName = new Map(tools.map((tool) => [tool.name, tool]));
const closed = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** A call as most clients send it: without progress, traces or answers to questions. */
const plainCall = new AjvJsonSchemaValidator().getValidator<Call>(
  closed({
    jsonrpc: { const: "2.0" },
    id: { type: ["string", "integer"] },
    method: { const: "tools/call" },
    params: closed(
      {
        name: { enum: [...byName.keys()] },
        arguments: {},
        _meta: closed({
          "io.modelcontextprotocol/protocolVersion": { const: version },
          "io.modelcontextprotocol/clientInfo": {
            type: "object",
            required: ["name", "version"],
            additionalProperties: { type: "string" },
          },
          "io.modelcontextprotocol/clientCapabilities": {
            type: "object",
            properties: { elicitation: { type: "object", additionalProperties: { type: "object" } } },
            additionalProperties: { type: "object" },
          },
        }),
      },
      ["name", "_meta"],
    ),
  }) as never,
);

/**
 * Answers a plain call of a tool as the library would, which takes longer for a call than the API does: it creates a
 * server and web requests, and checks everything several times. Returns undefined for all other messages and wherever
 * something is wrong, because they are the library's.
 */
export async function answerCall(
  { headers, bodyType, body }: Message,
  means: ServerMeans,
): Promise<string | undefined> {
  const { valid, data } = plainCall(body);
  const tool = byName.get(data?.params.name ?? "");
  const isNamed =
    bodyType === "application/json" &&
    headers["mcp-protocol-version"] === version &&
    headers["mcp-method"] === "tools/call" &&
    headers["mcp-name"] === tool?.name;
  if (!valid || tool === undefined || !isNamed) return undefined;
  const { arguments: sent, _meta: meta } = data.params;
  const call = {
    sent,
    client: meta["io.modelcontextprotocol/clientInfo"],
    elicitation: meta["io.modelcontextprotocol/clientCapabilities"]?.elicitation,
  };
  const result = await callTool(tool, call, means);
  const _meta = { "io.modelcontextprotocol/serverInfo": identityOf(means) };
  return JSON.stringify({ jsonrpc: "2.0", id: data.id, result: { resultType: "complete", ...result, _meta } });
}

import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { out } from "#src/protocol/schema.ts";
import { tools } from "#src/tools/all-tools.ts";
import { callTool, type Envelope } from "./call-tool.ts";
import { identityOf, type ServerMeans } from "./server-means.ts";

/** A request to `/mcp`, with its parsed body. */
export interface Message {
  headers: NodeJS.Dict<string | string[]>;
  bodyType: string | undefined;
  body: unknown;
}

const version = "2026-07-28";
const openObject = (values: object) => ({ type: "object", additionalProperties: values });

/** A call as most clients send it: without progress, traces or answers to questions. */
const plainCall = new AjvJsonSchemaValidator().getValidator<{
  id: string | number;
  params: { name: string; arguments?: unknown; _meta: Envelope };
}>(
  out.object({
    jsonrpc: { const: "2.0" },
    id: { type: ["string", "integer"] },
    method: { const: "tools/call" },
    params: out.object(
      {
        name: out.text,
        arguments: {},
        _meta: out.object({
          "io.modelcontextprotocol/protocolVersion": { const: version },
          "io.modelcontextprotocol/clientInfo": { ...openObject(out.text), required: ["name", "version"] },
          "io.modelcontextprotocol/clientCapabilities": openObject(openObject({ type: "object" })),
        }),
      },
      "arguments",
    ),
  }) as never,
);

/**
 * Answers a plain call of a tool as the library would, which takes longer than the API does for the call: it creates a
 * server and web requests, and checks everything several times. Returns undefined for all other messages and for
 * faulty calls, which the library answers.
 */
export async function answerCall({ headers, bodyType, body }: Message, means: ServerMeans) {
  const { valid, data: call } = plainCall(body);
  const tool = tools.find(({ name }) => name === call?.params.name);
  const said = [bodyType, headers["mcp-protocol-version"], headers["mcp-method"], headers["mcp-name"]];
  if (!valid || tool === undefined || said.join(" ") !== `application/json ${version} tools/call ${tool.name}`)
    return undefined;
  const { arguments: sent, _meta: envelope } = call.params;
  const result = await callTool(tool, { sent, envelope }, means);
  const _meta = { "io.modelcontextprotocol/serverInfo": identityOf(means) };
  return JSON.stringify({ jsonrpc: "2.0", id: call.id, result: { resultType: "complete", ...result, _meta } });
}

// Starts the real server on a port, and connects the official client to it.
import assert from "node:assert/strict";
import { after } from "node:test";
import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import {
  type Caller,
  type Json,
  newTestApp,
  type TestApp,
  type TestAppOptions,
} from "@stint/server/test/worlds/test-app.ts";
import { assertSameText } from "./read-text.ts";

export interface Served {
  world: TestApp;
  url: string;
  owner: Caller;
}

/** 25 November 2026, a Wednesday, at noon in Berlin. */
const noon = new Date("2026-11-25T11:00:00Z");

export async function serve(options: TestAppOptions & { timeZone?: string } = {}): Promise<Served> {
  const world = await newTestApp({ now: () => noon, ...options });
  const port = await listenOn(world.app);
  const owner = await world.newOrganization({ timeZone: options.timeZone ?? "Europe/Berlin" });
  return { world, url: `http://127.0.0.1:${port}`, owner };
}

let shared: Promise<Served> | undefined;

/** Creates an organization on the server that the tests of a file share. */
export async function freshOwner(timeZone = "Europe/Berlin"): Promise<Served> {
  const served = await (shared ??= serve());
  return { ...served, owner: await served.world.newOrganization({ timeZone }) };
}

export interface Agent {
  client: Client;
  /** Calls a tool that must succeed. Fails if its text lacks something. Returns its structured result. */
  ok(name: string, args?: object): Promise<Json>;
  /** Calls a tool that must fail. Returns the text of its error. */
  refused(name: string, args?: object): Promise<string>;
  call(name: string, args?: object): Promise<CallToolResult>;
}

export interface AgentOptions {
  /** The version of the protocol; defaults to the newest. */
  protocol?: "2026-07-28" | "legacy";
  /**
   * Answers the questions that the server asks the person. If undefined, the client does not declare that it can ask.
   */
  person?: (message: string) => boolean;
}

const open: Client[] = [];
after(() => Promise.all(open.map((client) => client.close())));

/** Connects an agent that uses the caller's key. */
export async function agentOf({ url }: Served, caller: Caller, options: AgentOptions = {}): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${caller.apiKey}` } },
  });
  return connect(transport, options);
}

export async function connect(
  transport: ConstructorParameters<typeof Object>[0],
  { protocol = "2026-07-28", person }: AgentOptions = {},
): Promise<Agent> {
  const client = new Client(
    { name: "test-agent", version: "1.2.3" },
    {
      capabilities: person === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: protocol === "legacy" ? "legacy" : { pin: protocol } },
    },
  );
  if (person !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }) => {
      const isYes = person(params.message);
      return isYes ? { action: "accept", content: { write: true } } : { action: "decline" };
    });
  await client.connect(transport as never);
  // Makes the client compare each result with the tool's output schema.
  await client.listTools();
  open.push(client);
  const call = async (name: string, args: object = {}) => {
    const result = (await client.callTool({ name, arguments: args as Record<string, unknown> })) as CallToolResult;
    if (result.structuredContent !== undefined) assertSameText(textOf(result), result.structuredContent);
    return result;
  };
  return {
    client,
    call,
    async ok(name, args) {
      const result = await call(name, args);
      assert.notEqual(result.isError, true, textOf(result));
      return result.structuredContent as Json;
    },
    async refused(name, args) {
      const result = await call(name, args);
      assert.equal(result.isError, true, textOf(result));
      return textOf(result);
    },
  };
}

export function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

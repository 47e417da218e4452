import { inputRequired, inputResponse, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { type Me, StintError } from "@stint/sdk";
import { typedByPeople } from "#src/text/mark.ts";
import { sayResult } from "#src/text/say-result.ts";
import { dayOf } from "@stint/grammar/zone.ts";
import { tools } from "#src/tools/all-tools.ts";
import type { ToolContext, Person, Question, Result, Tool } from "#src/protocol/tool.ts";
import { explain, moreScopes, ToolError } from "#src/protocol/tool-error.ts";
import { checkArguments } from "./check-arguments.ts";
import type { ClientName, ServerMeans } from "./server-means.ts";

/** The part of a request's metadata that is used here. Only clients of the 2026 protocol send metadata. */
interface Envelope {
  "io.modelcontextprotocol/clientInfo"?: ClientName;
  "io.modelcontextprotocol/clientCapabilities"?: { elicitation?: Elicitation };
}

interface Elicitation {
  form?: unknown;
  url?: unknown;
}

/** The arguments that a client sent; they should be an object. */
export interface SentArguments {
  sent?: unknown;
}

export interface ToolCall {
  means: ServerMeans;
  server: Server;
  context: ServerContext;
}

/**
 * Checks the arguments and scopes, and runs the tool. Turns a thrown error into a result that explains it to the model.
 */
export async function callTool(tool: Tool, { sent }: SentArguments, call: ToolCall): Promise<object> {
  const { means } = call;
  try {
    const given = checkArguments(tool, sent ?? {});
    const context = await contextOf(call);
    demandScopes(tool, context);
    const result = await tool.run(context, given as never);
    means.onCall?.(tool.name, "ok");
    return "question" in result ? ask(result) : answer(result);
  } catch (error) {
    means.onCall?.(tool.name, "error");
    const known = error instanceof StintError ? explain(error) : error;
    if (known instanceof ToolError) return { content: [{ type: "text", text: known.message }], isError: true };
    if (call.context.mcpReq.signal.aborted) throw error;
    means.onFault(error);
    const text = "The server failed. Check with list_time whether anything was written before you repeat the call.";
    return { content: [{ type: "text", text }], isError: true };
  }
}

function answer(result: Result): object {
  const data = { ...result.data, note: typedByPeople };
  return { content: [{ type: "text", text: sayResult({ ...result, data }) }], structuredContent: data };
}

function ask({ question, state }: Question): object {
  return inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        mode: "form",
        message: question,
        requestedSchema: {
          type: "object",
          properties: { write: { type: "boolean", title: "Write this", default: true } },
          required: ["write"],
        },
      } as never),
    },
    requestState: state,
  });
}

/**
 * Throws if the caller lacks one of the tool's scopes. Nothing else here compares scopes, but the API checks them
 * again.
 */
function demandScopes(tool: Tool, { me }: ToolContext): void {
  const missing = lackingScopes(tool, me);
  const [first] = missing;
  if (first !== undefined)
    throw new ToolError(
      `${tool.name} needs ${missing.join(" and ")}, which this connection, this key or the role ${me.role} lacks. ${moreScopes}`,
      first,
    );
}

const lackingScopes = ({ scopes }: Tool, me: Me): string[] =>
  scopes.filter((scope) => !(me.scopes as string[]).includes(scope));

async function contextOf({ means, server, context: { mcpReq } }: ToolCall): Promise<ToolContext> {
  const { envelope, signal } = mcpReq;
  const sent = envelope as Envelope | undefined;
  const client = sent?.["io.modelcontextprotocol/clientInfo"] ?? server.getClientVersion();
  const me = await means.names.me();
  const zone = me.preferences.timeZone ?? me.organization.timeZone;
  const nowMs = means.now().getTime();
  let directory: ReturnType<ToolContext["directory"]> | undefined;
  return {
    stint: means.stintOf(client, signal),
    signer: means.signer,
    me,
    permittedTools: tools.filter((tool) => lackingScopes(tool, me).length === 0).map(({ name }) => name),
    zone,
    today: dayOf(nowMs, zone),
    nowMs,
    names: means.names,
    directory: () => (directory ??= means.names.directory()),
    person: personOf(means, server, mcpReq),
  };
}

function personOf({ lasts }: ServerMeans, server: Server, mcpReq: ServerContext["mcpReq"]): Person {
  const modern = (mcpReq.envelope as Envelope | undefined)?.["io.modelcontextprotocol/clientCapabilities"];
  const capabilities = modern ?? (lasts ? server.getClientCapabilities() : undefined);
  const given = inputResponse(mcpReq.inputResponses, "confirm");
  const isAccepted = given.kind === "elicit" && given.action === "accept" && given.content?.["write"] === true;
  return {
    canBeAsked: showsForms(capabilities?.elicitation),
    answer: given.kind === "missing" ? undefined : isAccepted ? "accept" : "decline",
    state: mcpReq.requestState<string>(),
  };
}

/**
 * Whether the client can show forms. An empty declaration means that it can: older clients support only forms, so they
 * do not name them.
 */
function showsForms(elicitation: Elicitation | undefined): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

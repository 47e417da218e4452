import { inputRequired } from "@modelcontextprotocol/server";
import { StintError } from "@stint/sdk";
import { sayFitting } from "#src/text/fit.ts";
import { dayOf } from "@stint/grammar/zone.ts";
import { tools } from "#src/tools/all-tools.ts";
import type { ToolContext, Question, Result, Tool } from "#src/protocol/tool.ts";
import { demandScopes, explain, lackingScopes, ToolError } from "#src/protocol/tool-error.ts";
import { checkArguments } from "./check-arguments.ts";
import type { ClientName, ServerMeans } from "./server-means.ts";

/** What a client says about itself. Clients of the 2026 protocol send it as metadata of each request. */
export interface Envelope {
  "io.modelcontextprotocol/clientInfo"?: ClientName | undefined;
  "io.modelcontextprotocol/clientCapabilities"?:
    | { elicitation?: { form?: unknown; url?: unknown } | undefined }
    | undefined;
}

export interface ToolCall {
  /** The arguments that a client sent; they should be an object. */
  sent: unknown;
  envelope: Envelope;
  /** The person's answer in an earlier round of this call, and the state that the round returned. */
  answer?: ToolContext["person"]["answer"];
  state?: string | undefined;
  /** Aborted when the client no longer waits for the result. */
  signal?: AbortSignal;
}

/**
 * Checks the arguments and scopes, and runs the tool. Turns a thrown error into a result that explains it to the model.
 */
export async function callTool(tool: Tool, call: ToolCall, means: ServerMeans): Promise<object> {
  try {
    const given = checkArguments(tool, call.sent ?? {});
    const context = await contextOf(call, means);
    demandScopes(context, tool.name, ...tool.scopes);
    const result = await tool.run(context, given as never);
    const answered = "question" in result ? ask(result) : await answer(result);
    means.onCall?.(tool.name, "ok");
    return answered;
  } catch (error) {
    means.onCall?.(tool.name, "error");
    const known = error instanceof StintError ? explain(error) : error;
    if (known instanceof ToolError) return { content: [{ type: "text", text: known.message }], isError: true };
    if (call.signal?.aborted === true) throw error;
    means.onFault(error);
    const text = "The server failed. Check with list_time whether anything was written before you repeat the call.";
    return { content: [{ type: "text", text }], isError: true };
  }
}

async function answer(result: Result): Promise<object> {
  const { data, text } = await sayFitting(result);
  return { content: [{ type: "text", text }], structuredContent: data };
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

async function contextOf({ envelope, answer: given, state, signal }: ToolCall, means: ServerMeans) {
  const me = await means.names.me();
  const zone = me.preferences.timeZone ?? me.organization.timeZone;
  const nowMs = means.now().getTime();
  let directory: ReturnType<ToolContext["directory"]> | undefined;
  return {
    stint: means.stintOf(envelope["io.modelcontextprotocol/clientInfo"], signal),
    signer: means.signer,
    me,
    permittedTools: () => tools.filter((tool) => lackingScopes(me, tool.scopes).length === 0).map(({ name }) => name),
    zone,
    weekStart: me.preferences.weekStart ?? me.organization.weekStart,
    today: dayOf(nowMs, zone),
    nowMs,
    names: means.names,
    directory: () => (directory ??= means.names.directory()),
    person: { canBeAsked: showsForms(envelope), answer: given, state },
  } satisfies ToolContext;
}

/**
 * Whether the client can show forms. An empty declaration means that it can: older clients support only forms, so they
 * do not name them.
 */
function showsForms({ "io.modelcontextprotocol/clientCapabilities": capabilities }: Envelope): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

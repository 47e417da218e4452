import { acceptedContent, inputRequired, type ServerContext } from "@modelcontextprotocol/server";
import type { ServerMeans } from "#src/server/server-means.ts";

export interface ForeignCall {
  means: ServerMeans;
  context: ServerContext;
}

/** A tool that the official library runs, because it does things that Stint's tools do not. */
export type ForeignTool = (call: ForeignCall) => object | Promise<object>;

export const text = (line: string) => ({ content: [{ type: "text", text: line }] });

/** Asks the program to complete a text. */
export const sampling = (question: string) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: question } }],
    maxTokens: 100,
  });

/** Asks the person to fill in a form with one field. */
export const form = (message: string, field: string, type: string) =>
  inputRequired.elicit({
    mode: "form",
    message,
    requestedSchema: { type: "object", properties: { [field]: { type } }, required: [field] },
  } as never);

/** Returns the fields that the person filled in. */
export const filled = ({ context: { mcpReq } }: Pick<ForeignCall, "context">, key: string) =>
  acceptedContent(mcpReq.inputResponses, key);

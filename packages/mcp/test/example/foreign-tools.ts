// Example tools with features that Stint's own tools lack: content other than text, progress, logs, and questions to
// the program instead of the person. The official library runs them behind the same endpoint.
import { inputRequired } from "@modelcontextprotocol/server";
import { audio, image } from "./media.ts";
import { askedTools } from "./asked-tools.ts";
import { type ForeignCall, type ForeignTool, sampling, text } from "./foreign-tool.ts";

const resource = {
  type: "resource",
  resource: { uri: "test://embedded", mimeType: "text/plain", text: "An embedded text." },
};
const shownImage = { type: "image", ...image };

async function logThrice({ context: { mcpReq } }: ForeignCall): Promise<object> {
  for (const line of ["started", "half done", "done"]) await mcpReq.log("info", line);
  return text("Logged.");
}

export const foreignTools: Record<string, ForeignTool> = {
  test_image_content: () => ({ content: [shownImage] }),
  test_audio_content: () => ({ content: [{ type: "audio", ...audio }] }),
  test_embedded_resource: () => ({ content: [resource] }),
  test_multiple_content_types: () => ({ content: [...text("Several.").content, shownImage, resource] }),
  test_tool_with_logging: logThrice,
  test_logging_tool: logThrice,
  async test_tool_with_progress({ context: { mcpReq } }) {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    return text("Done.");
  },
  // Asks without first checking whether the program can answer.
  test_missing_capability: () => inputRequired({ inputRequests: { answer: sampling("What is the time?") } }),
  ...askedTools,
};

// Prompts, resources and completion, which Stint does not offer. The official library mounts them on its server.
import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from "@modelcontextprotocol/server";
import { filled, form } from "./foreign-tool.ts";
import { image } from "./media.ts";

const cached = { ttlMs: 60_000, cacheScope: "public" };

export function mountPromptsAndResources(server: Server): void {
  server.registerCapabilities({ prompts: {}, resources: {}, completions: {} });
  server.setRequestHandler("prompts/list", () => ({ prompts, ...cached }) as never);
  server.setRequestHandler("prompts/get", ({ params }, context) => {
    const messages = messagesOf(params.name, params.arguments ?? {});
    if (messages !== undefined) return { messages } as never;
    if (params.name !== "test_input_required_result_prompt")
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${JSON.stringify(params.name)}.`);
    const about = filled({ context }, "about")?.["context"];
    if (typeof about === "string") return { messages: [said({ type: "text", text: about })] } as never;
    return inputRequired({ inputRequests: { about: form("What is it about?", "context", "string") } }) as never;
  });
  server.setRequestHandler("completion/complete", ({ params }) => {
    const values = ["hello", "help", "world"].filter((word) => word.startsWith(params.argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
  server.setRequestHandler("resources/list", () => ({ resources, ...cached }) as never);
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [template], ...cached }) as never);
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const content = contentOf(uri);
    if (content === undefined) throw new ResourceNotFoundError(uri, "There is no such resource.");
    return { contents: [{ uri, ...content }], ...cached } as never;
  });
}

const argument = (name: string) => ({ name, description: "Any text.", required: true });
const prompts = [
  { name: "test_simple_prompt", description: "A line." },
  { name: "test_prompt_with_arguments", description: "Two texts.", arguments: ["arg1", "arg2"].map(argument) },
  { name: "test_prompt_with_embedded_resource", description: "A resource.", arguments: [argument("resourceUri")] },
  { name: "test_prompt_with_image", description: "An image." },
  { name: "test_input_required_result_prompt", description: "A line about what the person says." },
];

const said = (content: object) => ({ role: "user", content });

function messagesOf(name: string, given: Record<string, string>): object[] | undefined {
  if (name === "test_simple_prompt") return [said({ type: "text", text: "A line." })];
  if (name === "test_prompt_with_arguments")
    return [said({ type: "text", text: `${given["arg1"]}, ${given["arg2"]}` })];
  if (name === "test_prompt_with_image") return [said({ type: "image", ...image })];
  if (name === "test_prompt_with_embedded_resource")
    return [
      said({ type: "resource", resource: { uri: given["resourceUri"], mimeType: "text/plain", text: "A text." } }),
      said({ type: "text", text: "Read this." }),
    ];
  return undefined;
}

const plain = { uri: "test://static-text", name: "text", description: "A text.", mimeType: "text/plain" };
const picture = { uri: "test://static-binary", name: "image", description: "An image.", mimeType: image.mimeType };
const resources = [plain, picture];
const template = {
  uriTemplate: "test://template/{id}/data",
  name: "template",
  description: "Says the id in its address.",
  mimeType: "application/json",
};

function contentOf(uri: string): object | undefined {
  if (uri === plain.uri) return { mimeType: plain.mimeType, text: "A text." };
  if (uri === picture.uri) return { mimeType: picture.mimeType, blob: image.data };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  return id === undefined ? undefined : { mimeType: "application/json", text: JSON.stringify({ id }) };
}

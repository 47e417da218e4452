// Example tools that request input from the client or its user before they return a result.
import { CLIENT_CAPABILITIES_META_KEY, type ClientCapabilities, inputRequired } from "@modelcontextprotocol/server";
import { filled, form, type ForeignCall, type ForeignTool, sampling, text } from "./foreign-tool.ts";

const given = ({ context: { mcpReq } }: ForeignCall, key: string): unknown => mcpReq.inputResponses?.[key];

const stateOf = ({ means, context }: ForeignCall) =>
  means.signer.open(context.mcpReq.requestState<string>() ?? "") ?? {};

export const askedTools: Record<string, ForeignTool> = {
  test_input_required_result_elicitation(call) {
    const name = filled(call, "user_name")?.["name"];
    if (typeof name === "string") return text(`Good day, ${name}.`);
    return inputRequired({ inputRequests: { user_name: form("What is your name?", "name", "string") } });
  },
  test_input_required_result_sampling: (call) =>
    given(call, "capital") === undefined
      ? inputRequired({ inputRequests: { capital: sampling("What is the capital of France?") } })
      : text("Thank you."),
  test_input_required_result_list_roots: (call) =>
    given(call, "roots") === undefined
      ? inputRequired({ inputRequests: { roots: inputRequired.listRoots() } })
      : text("Thank you."),
  test_input_required_result_request_state(call) {
    const { step } = stateOf(call);
    if (step === "asked" && filled(call, "confirm")?.["ok"] === true) return text("state-ok");
    return inputRequired({
      inputRequests: { confirm: form("Please confirm.", "ok", "boolean") },
      requestState: call.means.signer.sign({ step: "asked" }),
    });
  },
  test_input_required_result_multiple_inputs(call) {
    const keys = ["user_name", "greeting", "roots"];
    if (stateOf(call)["step"] === "asked" && keys.every((key) => given(call, key) !== undefined))
      return text("Thank you.");
    return inputRequired({
      inputRequests: {
        user_name: form("What is your name?", "name", "string"),
        greeting: sampling("Write a greeting."),
        roots: inputRequired.listRoots(),
      },
      requestState: call.means.signer.sign({ step: "asked" }),
    });
  },
  test_input_required_result_multi_round(call) {
    const { name } = stateOf(call);
    const color = filled(call, "color")?.["color"];
    if (typeof name === "string" && typeof color === "string") return text(`${name} likes ${color}.`);
    const answered = filled(call, "name")?.["name"];
    if (typeof answered === "string")
      return inputRequired({
        inputRequests: { color: form("Which color do you like?", "color", "string") },
        requestState: call.means.signer.sign({ name: answered }),
      });
    return inputRequired({
      inputRequests: { name: form("What is your name?", "name", "string") },
      requestState: call.means.signer.sign({}),
    });
  },
  test_input_required_result_capabilities(call) {
    const envelope = call.context.mcpReq.envelope as
      | { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities }
      | undefined;
    const can = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
    const inputRequests = {
      ...(can.elicitation === undefined ? {} : { name: form("What is your name?", "name", "string") }),
      ...(can.sampling === undefined ? {} : { greeting: sampling("Write a greeting.") }),
    };
    return inputRequired({ inputRequests });
  },
};

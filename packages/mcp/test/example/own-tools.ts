// Example tools of the same kind as Stint's, which the conformance scenarios call by name. They run in the same way as
// Stint's.
import wideInput from "./wide-schema.json" with { type: "json" };
import { object, out } from "#src/protocol/schema.ts";
import { type Tool, tool } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { askFirst } from "#src/writing/confirm.ts";

const anything = { type: "object" };

const simpleText = tool({
  name: "test_simple_text",
  title: "Text",
  description: "Returns a line of text.",
  input: object({}),
  output: out.object({ line: out.text }),
  scopes: [],
  effect: "reads",
  run: async () => ({ data: { line: "A line." } }),
});

const failing = tool({
  name: "test_error_handling",
  title: "Error",
  description: "Fails with a reason.",
  input: object({}),
  output: anything,
  scopes: [],
  effect: "reads",
  run: () => Promise.reject(new ToolError("This always fails. Try something else.")),
});

const wideSchema = tool({
  name: "json_schema_2020_12_tool",
  title: "Wide schema",
  description: "Has an input schema with references, conditions and combinations, which its listing must keep.",
  input: wideInput,
  output: anything,
  scopes: [],
  effect: "reads",
  run: async () => ({ data: {}, summary: "Valid." }),
});

/** Returns a tool that writes only after the person has agreed, like `change_time`. */
const asking = (name: string) =>
  tool({
    name,
    title: "Ask first",
    description: "Asks the person before it writes.",
    input: object({}),
    output: anything,
    scopes: [],
    effect: "changes",
    async run(context) {
      const outcome = askFirst(
        context,
        { tool: name, what: "an example" },
        { token: undefined, question: "Write it?" },
      );
      if ("ask" in outcome) return outcome.ask;
      return { data: {}, summary: "permitted" in outcome ? "Written." : "Nothing was written." };
    },
  });

export const ownTools: readonly Tool[] = [
  simpleText,
  failing,
  wideSchema,
  asking("test_input_required_result_tampered_state"),
  asking("test_streaming_elicitation"),
];

import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { clean, quoteAll } from "#src/text/mark.ts";
import type { Schema } from "#src/protocol/schema.ts";
import type { Tool } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { parseTexts } from "./parse-texts.ts";

type Check = ReturnType<AjvJsonSchemaValidator["getValidator"]>;

const validator = new AjvJsonSchemaValidator();
const checks = new WeakMap<Tool, Check>();
const notAllowed = "must be equal to one of the allowed values";

/** Returns the arguments; throws if they are invalid. Compiles a tool's schema at its first call. */
export function checkArguments(tool: Tool, sent: unknown): object {
  const given = parseTexts({ ...tool.input, examples: [{}] }, sent, "arguments") as object;
  const fields = Object.keys(tool.input["properties"] as object);
  const unknown = Object.keys(given).filter((name) => !fields.includes(name));
  if (unknown.length > 0)
    throw new ToolError(
      `${tool.name} has no argument ${quoteAll(unknown, 3)}. It has: ${fields.join(", ") || "none"}.`,
    );
  let check = checks.get(tool);
  if (check === undefined) checks.set(tool, (check = validator.getValidator(tool.input as never)));
  const result = check(given);
  if (result.valid) return given;
  const message = (result.errorMessage ?? "")
    .replaceAll(/\bdata\b\/?/g, "")
    .split(", ")
    .slice(0, 5)
    .map((each) => (each.endsWith(notAllowed) ? `${each}: ${allowedAt(tool.input, each).join(", ")}` : each))
    .join(", ");
  throw new ToolError(`The arguments of ${tool.name} are wrong: ${clean(message, 500)}. See its input schema.`);
}

/** Returns the allowed values at the path with which a message begins. */
function allowedAt(input: Schema, message: string): unknown[] {
  const path = message.slice(0, -notAllowed.length).trim().split("/");
  const schema = path.reduce<Schema>(
    (outer, name) => ((outer["properties"] as Schema | undefined)?.[name] ?? outer["items"] ?? {}) as Schema,
    input,
  );
  return (schema["enum"] ?? []) as unknown[];
}

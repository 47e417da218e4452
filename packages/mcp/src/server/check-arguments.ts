import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { clean, quote } from "#src/text/mark.ts";
import type { Tool } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";

type Check = ReturnType<AjvJsonSchemaValidator["getValidator"]>;

const validator = new AjvJsonSchemaValidator();
const checks = new WeakMap<Tool, Check>();

/** Throws if the arguments are invalid. Compiles a tool's schema at its first call. */
export function checkArguments(tool: Tool, given: unknown): void {
  const fields = Object.keys(tool.input["properties"] as object);
  const unknown = Object.keys((given ?? {}) as object).filter((name) => !fields.includes(name));
  if (unknown.length > 0)
    throw new ToolError(
      `${tool.name} has no argument ${unknown
        .slice(0, 3)
        .map((name) => quote(name, 40))
        .join(", ")}. It has: ${fields.join(", ") || "none"}.`,
    );
  let check = checks.get(tool);
  if (check === undefined) checks.set(tool, (check = validator.getValidator(tool.input as never)));
  const result = check(given);
  if (result.valid) return;
  const message = (result.errorMessage ?? "")
    .replaceAll(/\bdata\b\/?/g, "")
    .split(", ")
    .slice(0, 5)
    .join(", ");
  throw new ToolError(`The arguments of ${tool.name} are wrong: ${clean(message, 500)}. See its input schema.`);
}

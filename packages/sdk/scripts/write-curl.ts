import { type NamedOperation } from "./name-operations.ts";
import { exampleInput } from "./write-examples.ts";

/** The curl command for an operation, with the values of its TypeScript example. */
export function writeCurl(operation: NamedOperation): string {
  const { method, kind, exampleIds, resource } = operation;
  const { body, query, isConditional } = exampleInput(operation);
  const ids = [...exampleIds];
  const path = operation.path.replaceAll(/\{\w+\}/g, () => ids.shift() ?? "");
  const asked = Object.entries(query ?? {}).map(([name, value]) => `${name}=${String(value)}`);
  const search = asked.length > 0 ? `?${asked.join("&")}` : "";
  const implied = body === undefined && kind !== "upload" ? "GET" : "POST";
  return [
    `curl ${method === implied ? "" : `-X ${method} `}"$STINT_URL${path}${search}"`,
    // Without an API key, the session cookie is kept in a file.
    resource === "auth" ? "-b cookies.txt -c cookies.txt" : '-H "Authorization: Bearer $STINT_API_KEY"',
    ...(isConditional ? [`-H 'If-Match: "1"'`] : []),
    ...(body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body)}'`]),
    ...(kind === "upload" ? [`-H "Content-Type: ${operation.fileTypes[0]}"`, "--data-binary @FILE"] : []),
    ...(kind === "file" ? ["-OJ"] : kind === "stream" ? ["-N"] : []),
  ].join(" \\\n  ");
}

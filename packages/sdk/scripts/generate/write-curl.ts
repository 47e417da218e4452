import { type NamedOperation } from "./name-operations.ts";
import { exampleInput } from "./write-examples.ts";

/** Returns the curl command for an operation, with the same values as its TypeScript example. */
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
    // For sign-in, which has no API key, curl stores the session cookie in a file.
    resource === "auth" ? "-b cookies.txt -c cookies.txt" : '-H "Authorization: Bearer $STINT_API_KEY"',
    ...(isConditional ? [`-H 'If-Match: "1"'`] : []),
    ...(body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body)}'`]),
    ...(kind === "upload" ? [`-H "Content-Type: ${operation.fileTypes[0]}"`, "--data-binary @FILE"] : []),
    ...(kind === "file" ? ["-OJ"] : kind === "stream" ? ["-N"] : []),
  ].join(" \\\n  ");
}

type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Describes an API call of the dashboard, to be shown as a curl command or as TypeScript. */
export interface ApiCall {
  /** The SDK's method, such as `timeEntries.list`. */
  operation: string;
  /** Default: GET, or POST with a body. */
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  /** The ids in the path, in the order of the SDK method's parameters. */
  ids?: readonly string[];
  query?: Query;
  body?: Readonly<Record<string, unknown>>;
  /** Whether the SDK reads the reply page by page. */
  isList?: boolean;
}

/** The call as a curl command; the server's URL and the API key come from environment variables. */
export function toCurl({ path, query = {}, body, ...call }: ApiCall): string {
  const search = toSearch(query);
  const implied = body === undefined ? "GET" : "POST";
  const { method = implied } = call;
  return [
    `curl ${method === implied ? "" : `-X ${method} `}"$STINT_URL${path}${search === "" ? "" : `?${search}`}"`,
    '-H "Authorization: Bearer $STINT_API_KEY"',
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`]),
  ].join(" \\\n  ");
}

/** The call in TypeScript, using an SDK client named `stint`. */
export function toSdkCall({ operation, ids = [], query, body, isList = false }: ApiCall): string {
  const inputs = [...ids, query, body].filter((input) => input !== undefined);
  const call = `stint.${operation}(${inputs.map(toLiteral).join(", ")})`;
  return isList ? `for await (const each of ${call}) console.log(each);` : `await ${call};`;
}

function toSearch(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    // A comma separates the values of a filter, so commas within a value are escaped.
    if (typeof value === "object") for (const each of value) params.append(name, each.replaceAll(",", "\\,"));
    else params.append(name, String(value));
  }
  return params.toString();
}

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return fields.length === 0 ? "{}" : `{ ${fields.map(([name, each]) => `${name}: ${toLiteral(each)}`).join(", ")} }`;
}

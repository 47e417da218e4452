import { Stint } from "@stint/sdk";

/** The SDK's methods by resource, such as `timeEntries.list`. */
type Operation = {
  [Name in keyof Stint]: Stint[Name] extends (...inputs: never[]) => unknown
    ? never
    : `${Name}.${Extract<keyof Stint[Name], string>}`;
}[keyof Stint];

/** Describes an API call of the dashboard, to be shown as a curl command or as TypeScript. */
export interface ApiCall {
  operation: Operation;
  /** The ids in the path, in the order of the SDK method's parameters. */
  ids?: readonly string[];
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  body?: Readonly<Record<string, unknown>>;
  /** Whether the SDK reads the reply page by page. */
  isList?: boolean;
}

/** The call as a curl command; the server's URL and the API key come from environment variables. */
export async function toCurl(call: ApiCall): Promise<string> {
  const { path, method, body } = await requestOf(call);
  const implied = body === undefined ? "GET" : "POST";
  return [
    `curl ${method === implied ? "" : `-X ${method} `}"$STINT_URL${path}"`,
    '-H "Authorization: Bearer $STINT_API_KEY"',
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${body.replaceAll("'", `'\\''`)}'`]),
  ].join(" \\\n  ");
}

interface Request {
  method: string;
  path: string;
  body: string | undefined;
}

/** The request that the SDK would send. Only the SDK knows the paths and how it writes queries. */
async function requestOf(call: ApiCall): Promise<Request> {
  const baseUrl = "http://localhost";
  const { promise, resolve, reject } = Promise.withResolvers<Request>();
  const stint = new Stint({
    baseUrl,
    apiKey: "",
    maxRetries: 0,
    fetch: async (url, { method = "GET", body }) => {
      resolve({ method, path: url.slice(baseUrl.length), body: typeof body === "string" ? body : undefined });
      return new Response(null, { status: 404 });
    },
  });
  const [resource = "", method = ""] = call.operation.split(".");
  const methods = stint[resource as keyof Stint] as unknown as Record<string, (...inputs: unknown[]) => unknown>;
  const sent = methods[method]?.(...inputsOf(call)) as PromiseLike<unknown> | AsyncIterable<unknown>;
  // The reply is an error, which ends the call. If the SDK sends nothing, its own error says why.
  Promise.resolve("then" in sent ? sent : sent[Symbol.asyncIterator]().next()).catch(reject);
  return promise;
}

function inputsOf({ ids = [], query, body }: ApiCall) {
  return [...ids, query, body].filter((input) => input !== undefined);
}

/** The call in TypeScript, using an SDK client named `stint`. */
export function toSdkCall(asked: ApiCall): string {
  const call = `stint.${asked.operation}(${inputsOf(asked).map(toLiteral).join(", ")})`;
  return asked.isList === true ? `for await (const each of ${call}) console.log(each);` : `await ${call};`;
}

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return fields.length === 0 ? "{}" : `{ ${fields.map(([name, each]) => `${name}: ${toLiteral(each)}`).join(", ")} }`;
}

// Detects that the server is older than this program.
import { StintError } from "@stint/sdk";

/**
 * Thrown if the server lacks something that this program needs. The queue stays unchanged, because this error says
 * nothing about the objects in it.
 */
export class TooOld extends StintError {
  override readonly name = "TooOld";
  readonly version: string;
  readonly lacks: string;

  constructor(version: string, lacks: string) {
    super(`The server (${version}) has no ${lacks}.`);
    this.version = version;
    this.lacks = lacks;
  }
}

interface Problem {
  code?: string;
  detail?: string;
  errors?: { pointer: string; code: string }[];
}

/** A server's OpenAPI document. */
export interface Described {
  info?: { version?: string };
  paths?: Record<string, Record<string, unknown>>;
  webhooks?: Record<string, { post: { requestBody: { content: { "application/json": { example: object } } } } }>;
}

/**
 * Throws `TooOld` if the response means that the server does not know the operation, or a field or parameter of the
 * request. `describe` reads the server's document, once for a connection.
 */
export async function refuseTooOld(
  response: Response,
  { method, url }: { method: string; url: string },
  describe: () => Promise<Described | undefined>,
): Promise<void> {
  if (![404, 405, 422].includes(response.status)) return;
  const problem = await readProblem(response);
  if (problem?.code === undefined) return;
  const { pathname } = new URL(url);
  const operation = `${method} ${pathname}`;
  const unknown = problem.errors?.find(({ code }) => ["unknown_field", "unknown_parameter"].includes(code));
  if (response.status === 422) {
    if (unknown === undefined) return;
    throw new TooOld((await describe())?.info?.version ?? "unknown", `${unknown.pointer} in ${operation}`);
  }
  // A 404 for the timer usually means that no timer is running, so ignore it unless it says that the path is unknown.
  if (pathname === "/v1/timer" && response.status === 404 && problem.detail?.startsWith("There is nothing at") !== true)
    return;
  const described = await describe();
  if (described?.paths === undefined || hasOperation(described.paths, method, pathname)) return;
  throw new TooOld(described.info?.version ?? "unknown", operation);
}

async function readProblem(response: Response): Promise<Problem | undefined> {
  if (response.headers.get("content-type")?.includes("json") !== true) return undefined;
  try {
    return (await response.clone().json()) as Problem;
  } catch {
    return undefined;
  }
}

export async function readDescription(server: string, send: (url: string, init: RequestInit) => Promise<Response>) {
  try {
    const response = await send(`${server}/openapi.json`, { signal: AbortSignal.timeout(10_000) });
    return response.ok ? ((await response.json()) as Described) : undefined;
  } catch {
    return undefined;
  }
}

function hasOperation(paths: NonNullable<Described["paths"]>, method: string, pathname: string): boolean {
  const parts = pathname.split("/");
  // An older server would treat `changes` in `/projects/changes` as a project's id, so only parts that look like an id
  // match a parameter.
  const isId = (part: string) => part === "me" || part.includes("_");
  return Object.entries(paths).some(([template, methods]) => {
    const wanted = template.split("/");
    const fits = (part: string, at: number) => (part.startsWith("{") ? isId(parts[at] ?? "") : part === parts[at]);
    return wanted.length === parts.length && wanted.every(fits) && method.toLowerCase() in methods;
  });
}

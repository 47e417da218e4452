import type { Flags } from "#src/application/commands.ts";
import { text as readText } from "node:stream/consumers";
import { type Context, print, profileOf } from "#src/context/context.ts";
import { Failure, wrongInput } from "#src/failure/failure.ts";
import { askForScope, explainApi } from "#src/sync/explain.ts";
import { version } from "#src/package/version.ts";
import { noteRateLimit, patientFetch } from "#src/sync/connection/patient-fetch.ts";

type ApiFlags = Flags<"api">;

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Sends any request with the profile's key, for operations that have no command. */
export async function api(this: Context, flags: ApiFlags, method: string, path: string): Promise<void> {
  const verb = method.toUpperCase();
  if (!methods.includes(verb)) throw wrongInput(`"${method}" is not a method.`, `Methods: ${methods.join(", ")}`);
  const profile = profileOf(this);
  const { server, key } = profile;
  // Git Bash on Windows makes C:/Program Files/Git/v1/me of /v1/me.
  const [, known] = /^(?:[A-Za-z]:.*\/|\/?)((?:v1|api)\/.*)$/.exec(path) ?? [];
  const whole = `/${known ?? `v1/${path.replace(/^\//, "")}`}`;
  const url = new URL(server + whole);
  const body = await readBody(this, flags, verb, url);
  const headers: Record<string, string> = {
    authorization: `Bearer ${key}`,
    "stint-client": `stint-cli/${version}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  for (const header of flags.header ?? []) {
    const [name, value] = readPair(header, /^([\w-]+):\s*(.*)$/, "Name: value");
    headers[name.toLowerCase()] = value;
  }
  if (flags.dryRun && verb !== "GET") {
    print(this, `Would send: ${verb} ${url.href}${body === undefined ? "" : `\n${body}`}`);
    return;
  }
  const send = async (): Promise<string> => {
    const options = { method: verb, headers, ...(body === undefined ? {} : { body }) };
    const response = await patientFetch(this)(url.href, options).catch(async (error: unknown) => {
      const { ConnectionError } = await import("@stint/sdk");
      throw explainApi(new ConnectionError("", { cause: error }), profile);
    });
    const text = await response.text();
    if (response.ok) return text;
    // A list can have more pages than the rate limit permits in a minute.
    const waitMs = Number(response.headers.get("retry-after")) * 1000;
    if (flags.paginate && response.status === 429 && waitMs > 0) {
      noteRateLimit(this, waitMs);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      return send();
    }
    writeReply(this, text);
    throw new Failure(codeOf(response.status), `${verb} ${whole}: ${response.status}`, askForScope(text, profile.name));
  };
  if (!flags.paginate) return writeReply(this, await send());
  if (verb !== "GET" || flags.input !== undefined) throw wrongInput("Only a GET has pages.");
  const all: unknown[] = [];
  for (;;) {
    const { data, nextCursor } = (readValue(await send()) ?? {}) as { data?: unknown; nextCursor?: string | null };
    if (!Array.isArray(data)) throw wrongInput(`${whole} has no pages.`, "Omit --paginate.");
    all.push(...(data as unknown[]));
    if (typeof nextCursor !== "string") return writeReply(this, JSON.stringify(all));
    url.searchParams.set("cursor", nextCursor);
  }
}

function codeOf(status: number): 2 | 3 | 4 {
  if ([401, 403, 429].includes(status)) return 3;
  return status >= 400 && status < 500 && status !== 408 ? 2 : 4;
}

/** Prints JSON indented on a terminal and unchanged in a pipe. */
function writeReply(context: Context, text: string): void {
  let shown = text;
  if (context.process.stdout.isTTY && /^[[{]/.test(text)) shown = JSON.stringify(JSON.parse(text), null, 2);
  print(context, shown);
}

/**
 * Returns the body: the file that `--input` names, or an object built from the fields. For a GET, the fields become query
 * parameters of `url` instead. In the body, a value of `--field` that is valid JSON is sent as JSON.
 */
async function readBody(context: Context, { field = [], rawField = [], input }: ApiFlags, verb: string, url: URL) {
  const pairOf = (typed: string) => readPair(typed, /^([^=]+)=(.*)$/s, "name=value");
  const fields = [...field.map(pairOf), ...rawField.map(pairOf)];
  if (input !== undefined) {
    if (fields.length > 0) throw wrongInput("Use --input or --field, not both.");
    if (input === "-") return await readText(context.process.stdin);
    const { readFile } = await import("node:fs/promises");
    return await readFile(input, "utf8");
  }
  if (fields.length === 0) return undefined;
  if (verb !== "GET")
    return JSON.stringify(
      Object.fromEntries(fields.map(([name, text], at) => [name, at < field.length ? readValue(text) : text])),
    );
  for (const [name, text] of fields) url.searchParams.append(name, text);
  return undefined;
}

function readPair(typed: string, pattern: RegExp, form: string): [name: string, value: string] {
  const [, name, value] = pattern.exec(typed) ?? [];
  if (name === undefined || value === undefined) throw wrongInput(`"${typed}" can't be read.`, `Write ${form}.`);
  return [name, value];
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

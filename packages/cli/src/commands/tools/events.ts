// Shows the account's events, forwards them to a local URL as webhooks, which the server need not be able to reach, and
// lets the server send them again.
import { createHmac, randomBytes } from "node:crypto";
import { join } from "node:path";
import type { StreamOptions, Delivery } from "@stint/sdk";
import type { Flags } from "#src/application/commands.ts";
import { type Context, folderOf, note, print, profileOf } from "#src/context/context.ts";
import { Failure, wrongInput } from "#src/failure/failure.ts";
import { styleOf } from "#src/output/style.ts";
import { readJsonFile, writeJsonFile } from "#src/context/json-file.ts";
import { connect } from "#src/sync/connection/client.ts";
import { patientFetch } from "#src/sync/connection/patient-fetch.ts";
import { readDescription } from "#src/sync/connection/too-old.ts";
import { version } from "#src/package/version.ts";

/** The state that `listen` saves for `--resume` and `trigger`. */
interface Remembered {
  secret: string;
  forwardTo?: string;
  types?: string;
  cursor?: string;
}

export async function listen(this: Context, flags: Flags<"listen">): Promise<void> {
  const profile = profileOf(this);
  const { stint } = connect(this, profile);
  const kept = readKept(this, flags.secret);
  const forwardTo = flags.forwardTo === undefined ? undefined : readUrl(flags.forwardTo);
  const types = flags.events ?? "";
  if (flags.resume && (kept.cursor === undefined || (kept.types ?? "") !== types))
    throw wrongInput("There is nothing to resume with these events.", "Omit --resume to begin now.");
  const keep = (cursor = kept.cursor) =>
    writeJsonFile(keptPath(this), { ...kept, types, forwardTo: forwardTo ?? kept.forwardTo, cursor });
  keep();
  note(this, `Signing secret: ${kept.secret}`);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) this.process.once(signal, () => stop.abort());
  const events = stint.events.stream({
    ...(types === "" ? {} : { types: types.split(",") as NonNullable<StreamOptions["types"]> }),
    ...(flags.resume ? { lastEventId: kept.cursor } : {}),
    signal: stop.signal,
    onOpen: ({ cursor, isResumed }) => {
      if (!isResumed) keep(cursor);
      note(this, isResumed ? "Reconnected; no events were missed." : `Listening to ${profile.server}`);
    },
    onClose: () => note(this, "The connection ended; reconnecting."),
  });
  try {
    for await (const event of events) {
      const { cursor, ...body } = event;
      const outcome = forwardTo === undefined ? "" : `  ${(await deliver(this, body, forwardTo, kept.secret)).text}`;
      const line = `${event.timestamp}  ${event.type}  ${event.id}${outcome}`;
      if (!flags.json || outcome !== "") (flags.json ? note : print)(this, line);
      if (flags.json) print(this, JSON.stringify(body));
      keep(cursor);
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}

/** Sends an event type's example from the server's OpenAPI document to a local URL. */
export async function trigger(this: Context, flags: Flags<"trigger">, type: string): Promise<void> {
  const { server } = profileOf(this);
  const kept = readKept(this, flags.secret);
  const forwardTo = flags.forwardTo ?? kept.forwardTo;
  if (forwardTo === undefined) throw wrongInput("Where to?", "Add --forward-to http://localhost:4000/hook.");
  const examples = await readExamples(this, server);
  const example = examples.get(type);
  if (example === undefined)
    throw wrongInput(`There is no event "${type}".`, `Events: ${[...examples.keys()].join(", ")}`);
  const event = {
    ...example,
    id: `evt_${crypto.randomUUID().replaceAll("-", "")}`,
    timestamp: new Date(this.now()).toISOString(),
  };
  const url = readUrl(forwardTo);
  if (flags.dryRun) return print(this, `Would send: POST ${url}\n${JSON.stringify(event, null, 2)}`);
  const outcome = await deliver(this, event, url, kept.secret);
  print(this, `${type}  ${event.id}  ${outcome.text}`);
  if (!outcome.isAccepted)
    throw new Failure(4, `${forwardTo} did not accept the event.`, "Check the address and the log of its server.");
}

export async function readExamples(context: Context, server: string): Promise<Map<string, object>> {
  const { webhooks } = (await readDescription(server, patientFetch(context))) ?? {};
  if (webhooks === undefined)
    throw new Failure(4, `${server} has no /openapi.json.`, "Check the connection and the address.");
  return new Map(
    Object.entries(webhooks).map(([type, { post }]) => [type, post.requestBody.content["application/json"].example]),
  );
}

/** Returns whether the address accepted the event, and the status of its reply or why there is none, in colour. */
async function deliver(context: Context, event: { id?: string }, url: string, secret: string) {
  const body = JSON.stringify(event);
  const id = event.id ?? "";
  const timestamp = String(Math.floor(context.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
    "stint-attempt": "1",
    "user-agent": `stint-cli/${version}`,
  };
  const { green, red } = styleOf(context);
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(30_000) });
    await response.body?.cancel();
    return { isAccepted: response.ok, text: (response.ok ? green : red)(String(response.status)) };
  } catch (error) {
    const { cause, message } = error as Error;
    return { isAccepted: false, text: red((cause as Error | undefined)?.message || message) };
  }
}

function readUrl(typed: string): string {
  const url = /^https?:\/\//.test(typed) ? typed : `http://${typed}`;
  // A bare word would be a host that nobody has.
  if (!URL.canParse(url) || /^http:\/\/(?!localhost)[^./:]+$/.test(url))
    throw wrongInput(`"${typed}" is not an address.`, "Write http://localhost:4000/hook.");
  return url;
}

const keptPath = (context: Context): string => join(folderOf(context), "listen.json");

/**
 * Reads the saved state. Keeps the saved secret unless another is given, so that a receiver has to be configured only
 * once.
 */
function readKept(context: Context, given: string | undefined): Remembered {
  if (given !== undefined && !/^whsec_[A-Za-z0-9+/=]{24,}$/.test(given))
    throw wrongInput("That is not a signing secret.", "They begin with whsec_, followed by base64.");
  const kept = readJsonFile<Remembered>(keptPath(context)) ?? {};
  const secret = given ?? kept.secret ?? `whsec_${randomBytes(24).toString("base64")}`;
  return { ...kept, secret };
}

/** Sends an event again, to every endpoint that it was sent to or to one of them. */
export async function events(this: Context, flags: Flags<"events">, verb: string, id: string): Promise<void> {
  if (verb !== "resend") throw wrongInput(`"${verb}" is nothing to do with an event.`, "Write stint events resend ID.");
  const { webhooks } = connect(this, profileOf(this)).stint;
  const endpoints =
    flags.endpoint === undefined
      ? (await Array.fromAsync(webhooks.list())).map((endpoint) => endpoint.id)
      : [flags.endpoint];
  let count = 0;
  for (const endpoint of endpoints) {
    const delivery = await findDelivery(webhooks.listDeliveries(endpoint), id);
    if (delivery === undefined) continue;
    count++;
    if (!flags.dryRun) await webhooks.redeliver(endpoint, delivery.id);
    print(this, `${flags.dryRun ? "Would send" : "Sent"} again: ${delivery.type} ${delivery.eventId} to ${endpoint}`);
  }
  if (count === 0)
    throw wrongInput(`No endpoint was sent "${id}".`, "Use the id of an event or of a delivery of the last 30 days.");
}

/** Searches deliveries from the newest. The ids of the server begin with the instant at which they were made. */
async function findDelivery(newestFirst: AsyncIterable<Delivery>, id: string): Promise<Delivery | undefined> {
  const madeMs = Number.parseInt(id.replace(/^\w+_/, "").slice(0, 12), 16);
  for await (const delivery of newestFirst) {
    if (delivery.id === id || delivery.eventId === id) return delivery;
    if (Date.parse(delivery.createdAt) < madeMs - 60_000) return undefined;
  }
  return undefined;
}

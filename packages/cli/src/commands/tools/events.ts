import type { Delivery } from "@stint/sdk";
import type { Flags } from "#src/application/commands.ts";
import { type Context, print, profileOf } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { connect } from "#src/sync/connection/client.ts";

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

import type { Actor } from "#identity/access.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { dayMs } from "#platform/days.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { subscribe } from "#tracking/exchange/subscribed-calendars/calendar-verbs.ts";
import { listEvents } from "#tracking/exchange/subscribed-calendars/list-events.ts";
import { createWebhook } from "#tracking/exchange/webhooks/management/webhook-verbs.ts";
import { calendar, people, timeZone } from "./demo-company.ts";

const paths = { calendar: "/demo/calendar.ics", events: "/demo/events" };

/** Serves the calendar that the owner has subscribed to, and accepts the events of the webhook endpoint. */
export function addConnections(app: HttpApp): void {
  app.get(paths.calendar, async (_, reply) => reply.type("text/calendar; charset=utf-8").send(calendar));
  app.post(paths.events, async (_, reply) => reply.code(204).send());
}

/** Adds a webhook endpoint and a subscribed calendar, both at the demo's own address. */
export async function connectDemo(
  db: DatabasePool,
  owner: Actor,
  { url, secretKey, now }: { url: string; secretKey: Buffer; now: Date },
): Promise<void> {
  const [{ email }] = people;
  const range = { from: now.getTime() - 92 * dayMs, to: now.getTime() + 32 * dayMs };
  const content = listEvents(calendar, { ...range, timeZone, email });
  const subscribed = { name: "Studio", url: new URL(paths.calendar, url), content };
  const input = {
    url: new URL(paths.events, url).href,
    description: "The demo itself, which ignores what it receives",
  };
  await db.transaction(async (tx) => {
    await subscribe(tx, owner, subscribed, { secretKey, now });
    await createWebhook(tx, owner, { input }, { secretKey });
  });
}

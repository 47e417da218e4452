import assert from "node:assert/strict";
import { once } from "node:events";
import http, { type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import { receiver, register, sending } from "@stint/server/test/deliveries/sending.ts";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookVerificationError } from "#src/index.ts";
import { runExample } from "./readme-example.ts";

const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
const body = JSON.stringify({ id: "evt_1", type: "project.deleted", data: { object: { name: "Café" } } });
const now = new Date("2026-03-02T09:00:00Z");

/** Returns headers signed by an independent implementation of Standard Webhooks. */
function signed(text = body, by = secret): Record<string, string> {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(now.getTime() / 1000),
    "webhook-signature": new Webhook(by).sign("evt_1", now, text),
  };
}

test("a delivery from the server is verified, and its type determines its contents", async (t) => {
  const { newOrganization } = await sending(t);
  const owner = await newOrganization();
  const { url, until } = await receiver(t);
  const endpoint = await register(owner, url, { events: ["time_entry.created"] });
  const entry = await newEntry(owner, await newProject(owner), { description: "Grüße" });
  const [delivery] = await until(1);
  assert.ok(delivery !== undefined);
  const event = await verifyWebhook(delivery.body, delivery.headers, endpoint.secret);
  assert.ok(event.type === "time_entry.created");
  assert.deepEqual([event.data.object.id, event.data.object.description], [entry.id, "Grüße"]);
});

test("the README's server for Node accepts a delivery and refuses a changed one", async (t) => {
  const { promise, resolve } = Promise.withResolvers<http.Server>();
  await runExample("createServer(", {
    createServer: (handle: http.RequestListener) => ({ listen: () => resolve(http.createServer(handle)) }),
    buffer,
    verifyWebhook: (text: Buffer, headers: IncomingHttpHeaders) => verifyWebhook(text, headers, secret, { now }),
  });
  const server = (await promise).listen(0, "127.0.0.1");
  t.after(() => void server.close());
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = async (text: string) => (await fetch(url, { method: "POST", headers: signed(), body: text })).status;
  assert.deepEqual([await send(body), await send(body.replace("Café", "Cafe"))], [204, 400]);
});

test("headers and bodies work in every form, and one of several signatures is enough", async () => {
  const headers = signed();
  const other = new Webhook(Buffer.alloc(32, 6).toString("base64")).sign("evt_1", now, body);
  const bytes = new TextEncoder().encode(body);
  const forms = [
    verifyWebhook(body, headers, secret, { now }),
    verifyWebhook(bytes, new Headers(headers), secret, { now }),
    verifyWebhook(bytes.buffer, { ...headers, "webhook-id": ["evt_1"] }, secret, { now }),
    verifyWebhook(
      body,
      { ...headers, "webhook-signature": `v1a,xx ${other} ${headers["webhook-signature"]}` },
      secret,
      { now },
    ),
  ];
  for (const event of await Promise.all(forms)) assert.equal(event.id, "evt_1");
});

test("changed, incomplete or old deliveries are refused", async () => {
  const headers = signed();
  const { "webhook-signature": _signature, ...unsigned } = headers;
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const examples: [string, string, Record<string, string>, string, Date][] = [
    ["another body", body.replace("Café", "Cafe"), headers, secret, now],
    ["another id", body, { ...headers, "webhook-id": "evt_2" }, secret, now],
    ["another time", body, { ...headers, "webhook-timestamp": String(now.getTime() / 1000 + 1) }, secret, now],
    ["no number", body, { ...headers, "webhook-timestamp": "soon" }, secret, now],
    ["another secret", body, signed(body, Buffer.alloc(32, 6).toString("base64")), secret, now],
    ["no signature", body, unsigned, secret, now],
    ["a signature of another kind", body, { ...headers, "webhook-signature": "v1a,AAAA" }, secret, now],
    ["a broken signature", body, { ...headers, "webhook-signature": "v1,%" }, secret, now],
    ["old", body, headers, secret, at(301)],
    ["of the future", body, headers, secret, at(-301)],
  ];
  for (const [what, text, given, by, moment] of examples)
    await assert.rejects(verifyWebhook(text, given, by, { now: moment }), WebhookVerificationError, what);
  assert.equal((await verifyWebhook(body, headers, secret, { now: at(299) })).id, "evt_1");
  assert.equal((await verifyWebhook(body, headers, secret, { now: at(599), toleranceSeconds: 600 })).id, "evt_1");
});

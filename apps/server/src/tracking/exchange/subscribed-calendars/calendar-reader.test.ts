import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { createCalendarReader } from "./calendar-reader.ts";

async function serve(t: TestContext, body: string | Buffer): Promise<URL> {
  const server = createServer((_request, response) => response.end(body));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const now = new Date("2026-03-02T12:00:00Z");

async function read(t: TestContext, body: string | Buffer, options: { computeMs?: number; heapMb?: number } = {}) {
  const reader = createCalendarReader({ allowPrivate: true, userAgent: "Stint/test", timeoutMs: 60_000, ...options });
  t.after(reader.close);
  const address = await serve(t, body);
  return reader.read({ orgId: "org_1", address, timeZone: "Europe/Berlin", email: "ada@example.com", now });
}

const calendar = (...events: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...events, "END:VCALENDAR", ""].join("\r\n");
const event = (uid: number, ...lines: string[]) =>
  ["BEGIN:VEVENT", `UID:${uid}`, "SUMMARY:Meeting", ...lines, "END:VEVENT"].join("\r\n");

test("a file of 25 MB with years of events is read, and only those around now are kept", async (t) => {
  const guests = "ATTENDEE;PARTSTAT=ACCEPTED;CN=Guest:mailto:guest@example.com\r\n".repeat(5);
  const day = (index: number) =>
    new Date(Date.UTC(2010, 0, 1 + index / 10)).toISOString().slice(0, 10).replaceAll("-", "");
  const events = Array.from({ length: 57_000 }, (_, index) =>
    event(index, `DTSTART:${day(index)}T100000Z`, `DTEND:${day(index)}T110000Z`, guests.trimEnd()),
  );
  const near = event(1, "DTSTART:20260303T100000Z", "DTEND:20260303T110000Z", "DESCRIPTION:Gr\xFC\r\n \xDFe");
  const file = Buffer.from(calendar(...events, near), "latin1");
  assert.ok(file.length > 23_000_000 && file.length < 25_000_000, `${file.length}`);
  const { events: found, warnings } = await read(t, file, { computeMs: 120_000 });
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    found.map(({ start }) => new Date(start).toISOString()),
    ["2026-03-03T10:00:00.000Z"],
  );
  const weekly = event(1, "DTSTART;TZID=Europe/Berlin:20160104T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY");
  const { events: kept } = await read(t, calendar(weekly), { computeMs: 120_000 });
  // The range extends from 92 days ago to 32 days from now, and that includes 18 Mondays.
  assert.equal(kept.length, 18);
});

/** Checks the reason, which members don't see, because the test's server is in the private network. */
const because = (reason: RegExp) => (error: Error) => reason.test((error.cause as Error).message);

test("bombs of recurrences cost only their own events, and nothing runs longer than its limit", async (t) => {
  const bombs = Array.from({ length: 3_000 }, (_, index) =>
    event(index, "DTSTART:19700101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY"),
  );
  const text = calendar(...bombs, event(3_000, "DTSTART:20260302T100000Z", "DURATION:PT1H"));
  const { events, warnings } = await read(t, text, { computeMs: 120_000 });
  assert.equal(events.length, 1);
  assert.match(warnings.join(), /^"Meeting" repeats too often/);
  const reason = /^listing its events takes more than 0\.001 s of computing time; publish a part with fewer events and/;
  await assert.rejects(read(t, text, { computeMs: 1 }), because(reason));
});

test("a calendar that needs too much memory is refused", async (t) => {
  const many = "BEGIN:VEVENT\nDTSTART:20260302\nEND:VEVENT\n".repeat(60_000);
  await assert.rejects(
    read(t, calendar(many), { computeMs: 120_000, heapMb: 32 }),
    because(/more than 32 MB of memory/),
  );
});

test("a character that is folded within its bytes is read", async (t) => {
  const [before, after] = calendar(event(1, "DTSTART:20260303T100000Z", "DURATION:PT1H")).split("Meeting");
  const halves = [`${before}M`, "\xC3\r\n \xBC", `nchen${after}`].map((part) => Buffer.from(part, "latin1"));
  assert.equal((await read(t, Buffer.concat(halves))).events[0]?.title, "München");
  const utf16 = Buffer.from(`\uFEFF${before}M\u200Aü\r\n nchen${after}`, "utf16le");
  assert.equal((await read(t, utf16)).events[0]?.title, "M ünchen");
});

test("slow reads delay neither those of other organizations nor the next ones of their own", async (t) => {
  const reader = createCalendarReader({ allowPrivate: true, userAgent: "Stint/test", timeoutMs: 60_000 });
  const server = createServer((request, response) => {
    if (request.url === "/fast") response.end(calendar());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = (path: string) => new URL(path, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const as = { timeZone: "Europe/Berlin", email: "ada@example.com", now };
  const readSlow = () => assert.rejects(reader.read({ orgId: "org_slow", address: address("/slow"), ...as }));
  const silent = Array.from({ length: 7 }, readSlow);
  for (const orgId of ["org_slow", "org_fast"])
    assert.deepEqual((await reader.read({ orgId, address: address("/fast"), ...as })).events, []);
  silent.push(...Array.from({ length: 8 }, readSlow));
  assert.deepEqual((await reader.read({ orgId: "org_fast", address: address("/fast"), ...as })).events, []);
  await reader.close();
  await Promise.all(silent);
});

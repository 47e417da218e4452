import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves an iCalendar file on loopback until `close` is called. Other paths return a web page. */
export async function serveCalendar(events: readonly string[][]) {
  const lines = events.flatMap((event, index) => ["BEGIN:VEVENT", `UID:${index}`, ...event, "END:VEVENT"]);
  const calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
  const server = createServer((request, response) =>
    response.end(request.url === "/basic.ics" ? calendar : "<!doctype html><title>Sign in</title>"),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

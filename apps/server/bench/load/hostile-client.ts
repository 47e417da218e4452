import { connect } from "node:net";

// `hostile-client.ts URL TARGET CONNECTIONS REQUESTS` opens CONNECTIONS connections, sends REQUESTS pipelined requests
// for TARGET on each, and reads no reply. It runs until it is killed, and reopens connections that the server closes.
const [, , url = "", target = "", connections = "", requests = ""] = process.argv;
const { hostname, port } = new URL(url);
const bytes = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(Number(requests)));

function open(): void {
  const socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  socket.write(bytes);
  socket.on("error", () => undefined);
  socket.on("close", () => setTimeout(open, 100));
}

for (let count = 0; count < Number(connections); count++) open();
// Keep the process alive. Sockets that neither read nor write would not.
setInterval(() => undefined, 60_000);

import { once } from "node:events";
import { createServer } from "node:http";

interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A local webhook receiver. `answer` can be changed while it runs. */
export async function startReceiver() {
  const received: Received[] = [];
  const answer = { status: 200, body: "thanks" };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answer.status).end(answer.body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer,
    end: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { columnTypes } from "#platform/database/column-types.ts";

export interface BareListTask {
  connection: pg.PoolConfig;
  poolSize: number;
  limit: number;
  /** The statement that the product itself runs. */
  text: string;
  values: unknown[];
}

// `node bare-list-server.ts <task as JSON>` runs the product's statement with node:http and `pg`, without an API key,
// rate limit, checks or mapping. It uses the product's column types, because the Date objects of `pg` are slower. It
// uses none of the product's other database code, which replaces parts of `pg`.
const { connection, poolSize, limit, text, values } = JSON.parse(process.argv[2] ?? "") as BareListTask;
const pool = new pg.Pool({ ...connection, max: poolSize, types: columnTypes, options: "-c timezone=UTC" });
const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
  pool.query({ name: "list", text, values }).then(
    ({ rows }) => {
      const body = Buffer.from(JSON.stringify({ data: rows.slice(0, limit) }));
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length }).end(body);
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

import type { Sql } from "sql-template-tag";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Snapshot } from "#platform/database/pool/stream-rows.ts";
import { inSpan, noteError, type OpenSpan, type Tracing } from "#platform/spans.ts";
import { createStatementDescriber } from "./describe-statement.ts";

/** Traces the statements and transactions of a pool. Values are parameters, so no span contains them. */
export function tracePool(db: DatabasePool, tracing: Tracing): DatabasePool {
  const { isUnsampled, query: traced, stream: tracedStream } = createStatementTracer(tracing);
  return {
    ...db,
    query: (statement, options) => traced(statement, () => db.query(statement, options)),
    stream: (statement, options) => tracedStream(statement, db.stream(statement, options)),
    async snapshot(options): Promise<Snapshot> {
      const snapshot = await db.snapshot(options);
      return {
        ...snapshot,
        query: (statement) => traced(statement, () => snapshot.query(statement)),
        stream: (statement, streamOptions) => tracedStream(statement, snapshot.stream(statement, streamOptions)),
      };
    },
    transaction(run) {
      if (isUnsampled()) return db.transaction(run);
      const span = tracing.begin("transaction", { kind: "client", facts: { "db.system.name": "postgresql" } });
      return inSpan(span, () =>
        db.transaction((tx) =>
          run({
            inTransaction: true,
            query: (statement, options) => traced(statement, () => tx.query(statement, options)),
          }),
        ),
      );
    },
  };
}

/** Creates a span for each statement, which lasts until its rows or its last batch have arrived. */
function createStatementTracer(tracing: Tracing) {
  const describe = createStatementDescriber();

  function isUnsampled(): boolean {
    const span = tracing.current();
    return span !== undefined && span.context === undefined;
  }

  function begin({ text }: Sql): OpenSpan {
    const { name, facts } = describe(text);
    return tracing.begin(name, { kind: "client", facts });
  }

  function query<Row>(statement: Sql, run: () => Promise<Row[]>): Promise<Row[]> {
    if (isUnsampled()) return run();
    const span = begin(statement);
    return inSpan(span, async () => {
      const rows = await run();
      span.describe({ "db.response.returned_rows": rows.length });
      return rows;
    });
  }

  async function* stream<Row>(statement: Sql, batches: AsyncIterable<Row[]>): AsyncGenerator<Row[], void> {
    const span = begin(statement);
    let rows = 0;
    try {
      for await (const batch of batches) {
        rows += batch.length;
        yield batch;
      }
    } catch (error) {
      noteError(span, error);
      throw error;
    } finally {
      span.describe({ "db.response.returned_rows": rows });
      span.end();
    }
  }

  return { isUnsampled, query, stream };
}

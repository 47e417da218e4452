import { addOperations, type Operations } from "#identity/http/operations.ts";
import { rowsOfTurn } from "#platform/process/row-counts.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { answersTables, sendTable } from "#platform/http/replies/send-table.ts";
import { auditColumns } from "./audit-table.ts";
import { listAuditEvents, readAuditFilter, showNewestSeal, viewOf } from "./list-audit-events.ts";
import { type AuditFilter, type AuditRow, auditStatement } from "./queries.ts";
import { knownActions, type Resource } from "#identity/history/resource.ts";
import { type AuditEvent, AuditEventPage, ListAuditEvents } from "./schemas.ts";
import { type AuditView, toAuditEvent } from "./to-audit-event.ts";

interface AuditDeps {
  db: DatabasePool;
  /** A separate pool, so that long exports do not delay other requests. */
  reports: DatabasePool;
  resources: readonly Resource[];
}

const operations = {
  listAuditEvents: {
    at: "GET /audit-events",
    access: "audit:read",
    summary: "List who did what, and when",
    description:
      "Newest first, ordered by id. An id is generated before its change is committed, so the newest page may later gain an event that is slightly older. Filters are combined with AND; a repeated filter matches any of its values. `seal` is the newest seal of the whole log, whatever the filters; null before the first seal.",
    query: ListAuditEvents,
    reply: AuditEventPage,
    others: [422, 503],
    schema: answersTables,
  },
} as const satisfies Operations;

export async function auditRoutes(app: HttpApp, { db, reports, resources }: AuditDeps): Promise<void> {
  const known = knownActions(resources);
  addOperations(
    app,
    operations,
    { tag: "Audit log" },
    {
      async listAuditEvents(request, reply) {
        const { actor, query } = request;
        const { format = "json" } = query;
        const filter = await readAuditFilter(db, actor, query, known);
        const view = viewOf(actor, known);
        if (format === "json") {
          const events = await listAuditEvents(db, actor.orgId, filter, view, query);
          return { body: { ...events, seal: await showNewestSeal(db, actor.orgId) } };
        }
        return sendTable(request, reply, {
          format,
          filename: `audit-events.${format}`,
          sheet: "Audit events",
          columns: auditColumns,
          decimals: 0,
          batches: streamEvents(reports, actor.orgId, filter, view),
        });
      },
    },
  );
}

async function* streamEvents(
  reports: DatabasePool,
  orgId: string,
  filter: AuditFilter,
  view: AuditView,
): AsyncGenerator<AuditEvent[]> {
  for await (const rows of reports.stream<AuditRow>(auditStatement(orgId, filter), { batchSize: rowsOfTurn })) {
    yield rows.map((row) => toAuditEvent(row, view));
  }
}

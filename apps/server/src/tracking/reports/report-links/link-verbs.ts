import type { Actor } from "#identity/access.ts";
import { newToken } from "#identity/one-time-links/one-time-link.ts";
import { demandRecentAuthentication } from "#identity/demand-recent-authentication.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { invalid, notFound } from "#platform/errors.ts";
import { formatInstant, readInstant } from "#platform/time.ts";
import { dayMs } from "#platform/days.ts";
import { findSavedReport } from "#tracking/reports/saved-reports/queries.ts";
import type { SavedReportRow } from "#tracking/reports/saved-reports/saved-report.ts";
import { demandPublisher, demandPublishing } from "./link-rights.ts";
import { ofReport, type ReportLinkRow, reportLinks } from "./report-link.ts";
import { type CreateReportLink, usualDays } from "./schemas.ts";

/** Publishes the report as it is now. Only the hash of the link's token is stored. */
export async function createReportLink(
  tx: Transaction,
  actor: Actor,
  { reportId, input }: { reportId: string; input: CreateReportLink },
  { now, maxDays }: { now: Date; maxDays: number },
): Promise<{ row: ReportLinkRow; token: string }> {
  const report = await lockReport(tx, actor, reportId);
  demandPublisher(actor);
  const expiresAt = readExpiry(input.expiresAt, now, maxDays);
  const { token, tokenHash } = newToken();
  const link = {
    saved_report_id: report.id,
    created_by: actor.userId,
    name: input.name ?? report.name,
    query: report.query,
    shows_people: input.showsPeople ?? false,
    shows_amounts: input.showsAmounts ?? false,
    shows_notes: input.showsNotes ?? false,
    expires_at: expiresAt,
    token_hash: tokenHash,
  };
  demandPublishing(actor, link);
  demandRecentAuthentication(actor, now.getTime());
  return { row: await reportLinks.insert(tx, actor, link), token };
}

export async function revokeReportLink(
  tx: Transaction,
  actor: Actor,
  { reportId, id }: { reportId: string; id: string },
): Promise<void> {
  await lockReport(tx, actor, reportId);
  const rows = await reportLinks.removeAll(tx, actor, sql`${ofReport(reportId)} and id = ${id}`);
  if (rows.length === 0) throw notFound("link");
  // A 404 takes precedence over a 403, which rolls the deletion back.
  demandPublisher(actor);
}

/** Locks the report against a concurrent deletion. */
async function lockReport(tx: Transaction, actor: Actor, reportId: string): Promise<SavedReportRow> {
  const report = await findSavedReport(tx, actor.orgId, reportId, actor.userId, sql`for key share`);
  if (report === undefined) throw notFound("saved report");
  return report;
}

function readExpiry(text: string | undefined, now: Date, maxDays: number): string {
  const nowMs = now.getTime();
  if (text === undefined) return formatInstant(nowMs + Math.min(usualDays, maxDays) * dayMs);
  const ms = readInstant(text) ?? 0;
  if (ms <= nowMs) throw invalid("/expiresAt", "out_of_range", "must be in the future");
  if (ms > nowMs + maxDays * dayMs)
    throw invalid("/expiresAt", "out_of_range", `must be at most ${maxDays} days ahead`);
  return formatInstant(ms);
}

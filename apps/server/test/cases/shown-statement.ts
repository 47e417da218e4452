import { hashOf, type Statement, type StatementAmounts } from "#tracking/month/timesheets/statement.ts";

/** A statement from the API, without the fields that neither hash covers. */
export type ShownStatement = Statement & { hash: string; amounts?: StatementAmounts };

export function hashOfShown(shown: ShownStatement): string {
  const { organizationId, userId, periodStart, periodEnd, startsAt, endsAt, timeZone } = shown;
  const { revision, previousHash, entries, totals, amountsHash } = shown;
  const about = { organizationId, userId, periodStart, periodEnd, startsAt, endsAt, timeZone };
  return hashOf({ ...about, revision, previousHash, entries, totals, amountsHash } satisfies Statement);
}

import { formatDuration } from "@stint/grammar/time-text.ts";
import { type Holder, idsWithin, reachOf } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { cleanLine } from "#platform/text.ts";
import { sql } from "#platform/database/database.ts";
import { hiddenEntriesFrom } from "#tracking/ledger/projects/visibility.ts";
import { hiddenCondition } from "#tracking/month/timesheets/queries.ts";
import { spanOfDay } from "#platform/time.ts";
import { texts } from "#texts/texts.ts";
import type { DigestFacts } from "#tracking/notices/kinds/digest.ts";
import type { Reading } from "#tracking/notices/kind/reading.ts";

/** The maximum number of members that an email lists. */
const maxListed = 30;

/** Each member's hours in the week, in descending order. Contains only entries that the reader may see now. */
export async function writeDigest(
  db: Database,
  reader: Holder & { orgId: string },
  { from, to }: DigestFacts,
  reading: Reading,
): Promise<{ rows: { label: string; value: string }[]; note: string }> {
  const { orgId } = reader;
  const userIds = idsWithin(reachOf(reader, "time-entries:read"));
  const hidden = await hiddenEntriesFrom(db, reader, "time-entries:read");
  const { startsAt } = spanOfDay(from, reading.timeZone);
  const { endsAt } = spanOfDay(to, reading.timeZone);
  const sums = await db.query<{ name: string; seconds: number }>(sql`
    select u.name, sum(e.duration_seconds)::bigint as seconds
      from time_entries e join users u on u.id = e.user_id
     where e.org_id = ${orgId} and e.deleted_at is null and e.started_at >= ${startsAt} and e.started_at < ${endsAt}
       ${userIds === undefined ? sql`` : sql`and e.user_id = any(${userIds})`} and not ${hiddenCondition(hidden)}
     group by e.user_id, u.name order by seconds desc, u.name`);
  const words = texts[reading.language].notices.digest;
  const total = sums.reduce((sum, { seconds }) => sum + seconds, 0);
  const listed = sums.slice(0, maxListed);
  const more = sums.length - listed.length;
  return {
    rows: listed.map(({ name, seconds }) => ({
      label: cleanLine(name),
      value: formatDuration(seconds, reading.durations, reading.language),
    })),
    note: [
      more > 0 ? words.more(more) : "",
      sums.length === 0
        ? words.nobody
        : words.total(sums.length, formatDuration(total, reading.durations, reading.language)),
    ]
      .filter((line) => line !== "")
      .join("\n"),
  };
}

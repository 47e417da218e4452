import { startOfDay } from "@stint/grammar/zone.ts";
import type { Me, Stint } from "@stint/sdk";
import type { Mirror } from "#src/store/mirror.ts";
import { type Locks, toRecord } from "#src/store/records.ts";
import type { Connection } from "./connection/client.ts";

/**
 * Updates the mirror in one transaction, so that readers never see a partial update. Returns the number of entries that
 * were added, changed or removed.
 */
export async function pull(
  { stint, clock }: Connection,
  mirror: Mirror,
  me: Me,
  onProgress: (entries: number) => void = () => undefined,
): Promise<number> {
  let entries = 0;
  const { cursor, since, projectsCursor, projectsSince } = mirror.settings();
  await mirror.transaction(async () => {
    for await (const change of stint.timeEntries.sync({ cursor, since, userId: "me" })) {
      if (change.kind === "reset") mirror.clearEntries();
      else if (change.kind === "upsert") mirror.put(toRecord(change.entry));
      else if (change.kind === "remove") mirror.remove(change.id);
      else {
        mirror.set("cursor", change.cursor);
        mirror.set("since", change.since);
      }
      if (change.kind === "upsert" || change.kind === "remove") onProgress(++entries);
    }
    await pullLocks(stint, mirror, me);
    for await (const change of stint.projects.sync({ cursor: projectsCursor, since: projectsSince })) {
      if (change.kind === "reset") mirror.clearNames();
      else if (change.kind === "remove") mirror.removeName(change.id);
      else if (change.kind === "synced") {
        mirror.set("projectsCursor", change.cursor);
        mirror.set("projectsSince", change.since);
      } else mirror.putName(change.kind, change.object);
    }
    const [timer] = (await stint.timers.list({ userId: "me" })).data;
    mirror.set("timer", JSON.stringify(timer ?? null));
    mirror.set("me", JSON.stringify(me));
    mirror.set("syncedAtMs", String(clock.now()));
    if (clock.skewMs !== undefined) mirror.set("skewMs", String(Math.round(clock.skewMs)));
  });
  return entries;
}

/** Updates what locks entries without changing them. */
async function pullLocks(stint: Stint, mirror: Mirror, { scopes, organization: { approvals } }: Me): Promise<void> {
  const known: Locks = {};
  if (approvals && scopes.includes("timesheets:read")) {
    const closed = { userId: "me", status: ["submitted", "approved"] } as const;
    const sheets = await Array.fromAsync(stint.timesheets.list(closed));
    known.timesheet = sheets.map(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)]);
  } else if (approvals)
    // Without this scope, only the entries show which timesheets are closed, so read the latest ones again.
    for (const entry of (await stint.timeEntries.list({ userId: "me", limit: 200 })).data) mirror.put(toRecord(entry));
  if (scopes.includes("organization:read")) {
    const { lockDate, timeZone } = await stint.organization.get();
    known.lockDate = lockDate === null ? [] : [[0, startOfDay(lockDate, timeZone)]];
  }
  mirror.lock(known);
}

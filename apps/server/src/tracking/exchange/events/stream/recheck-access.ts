import { type ApiKeyOwner, findKeyOwners } from "#identity/api-keys/queries.ts";
import { isSameLeadership } from "#identity/leadership.ts";
import type { Database } from "#platform/database/database.ts";
import { runForNobody } from "#platform/requester.ts";
import type { EventStream } from "./event-stream.ts";

type Recheck = (which: string | EventStream | undefined) => void;

/**
 * Returns a function that looks up the access of open streams again and ends those whose access has changed. `which`
 * selects an organization's streams or one stream; undefined selects all.
 */
export function createRecheck(
  db: Database,
  open: ReadonlySet<EventStream>,
  onError: (error: unknown) => void,
): Recheck {
  /** The scope of the pending recheck: organizations, streams that have just begun, or everything. */
  let recheckOf: Set<string | EventStream> | "all" | undefined;
  let isRechecking = false;

  async function recheckAll(): Promise<void> {
    isRechecking = true;
    while (recheckOf !== undefined) {
      const which = recheckOf;
      recheckOf = undefined;
      const streams = [...open].filter(
        (stream) => which === "all" || which.has(stream.actor.orgId) || which.has(stream),
      );
      try {
        const owners = await findKeyOwners(
          db,
          streams.map(({ actor }) => actor),
        );
        for (const stream of streams) judge(stream, owners.get(stream.actor.keyId));
      } catch (error) {
        // Ends the streams whose access could not be checked, so they receive nothing more.
        onError(error);
        for (const stream of streams) stream.end();
      }
    }
    isRechecking = false;
  }

  return (which) => {
    if (open.size === 0) return;
    if (which === undefined) recheckOf = "all";
    else if (recheckOf !== "all") recheckOf = new Set(recheckOf).add(which);
    if (!isRechecking) runForNobody(() => void recheckAll());
  };
}

function judge(stream: EventStream, owner: ApiKeyOwner | undefined): void {
  const { actor } = stream;
  const isSame =
    owner?.revoked_at === null &&
    owner.role === actor.role &&
    owner.scopes.size === actor.scopes.size &&
    owner.scopes.isSubsetOf(actor.scopes) &&
    isSameLeadership(owner.leadership, actor.leadership);
  if (!isSame) stream.end();
  else stream.expiresAtMs = owner.expires_at === null ? undefined : Date.parse(owner.expires_at);
}

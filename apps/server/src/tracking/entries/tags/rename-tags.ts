import { type Actor, idsWithin, includes, reachOf } from "#identity/access.ts";
import { recordChange } from "#identity/history/record-change.ts";
import { lockEntryRules, lockTimesheets } from "#identity/organizations/entry-rules.ts";
import type { Transaction } from "#platform/database/database.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import { notFound } from "#platform/errors.ts";
import { asId, newId } from "#platform/ids.ts";
import { listBlocks } from "#tracking/entries/revisions/queries.ts";
import { noFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { lockTimeEntries, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { hiddenEntriesFrom } from "#tracking/ledger/projects/visibility.ts";
import { rewriteTimeEntries } from "#tracking/entries/time-entries/writing/rewrite-time-entries.ts";
import { renamedTags } from "./renamed-tags.ts";
import { findTagged, insertRename, listRenameBlocks, listRenamed, type TaggedEntry } from "./queries.ts";
import type { RenameTags, UndoTagRename } from "./schemas.ts";

/**
 * Replaces tags in all entries that the actor may change and that are not locked. To avoid deadlocks, entries are
 * locked in id order, one block after another.
 */
export async function renameTags(tx: Transaction, actor: Actor, { input }: { input: RenameTags }) {
  const { orgId } = actor;
  const { dryRun = false } = input;
  const from = [...new Set(input.from.map((tag) => tag.trim()))];
  const to = input.to.trim();
  await lockEntryRules(tx, orgId);
  await lockTimesheets(tx, orgId);
  const userIds = idsWithin(reachOf(actor, "time-entries:write"));
  const hidden = await hiddenEntriesFrom(tx, actor, "time-entries:write");
  const filter = { ...noFilter, tags: from, userIds, hidden };
  const writer = createWriter(tx, actor);
  let [changed, locked] = [0, 0];
  for (const block of await listBlocks(tx, orgId, filter, rowsOfStatement)) {
    const entries = await findTagged(tx, orgId, filter, block, !dryRun);
    const differing = entries.flatMap((entry) => {
      const tags = renamedTags(entry.tags, from, to);
      return isSame(tags, entry.tags) ? [] : { ...entry, tags };
    });
    const changing = differing.filter((entry) => !entry.locked);
    changed += changing.length;
    locked += differing.length - changing.length;
    if (!dryRun) await writer.write(changing);
  }
  if (writer.id() !== null) {
    const row = { rename_id: writer.id(), from, to, entries: changed, locked };
    await recordChange(tx, actor, { action: "tags.renamed", targetId: orgId, row });
  }
  return { id: writer.id(), dryRun, changed, locked };
}

/** Restores the tags that a rename replaced. Skips entries whose tags have changed since. */
export async function undoRename(tx: Transaction, actor: Actor, { input }: { input: UndoTagRename }) {
  const { orgId } = actor;
  const id = asId(input.id);
  await lockEntryRules(tx, orgId);
  await lockTimesheets(tx, orgId);
  const blocks = await listRenameBlocks(tx, orgId, id);
  if (blocks.length === 0) throw notFound("tag rename", "/id");
  const writer = createWriter(tx, actor);
  const isChangeable = await changeableBy(tx, actor);
  let [changed, locked, skipped] = [0, 0, 0];
  for (const number of blocks) {
    const renamed = new Map((await listRenamed(tx, orgId, id, number)).map((entry) => [entry.id, entry]));
    const changing: Pick<TaggedEntry, "id" | "tags">[] = [];
    for (const entry of await lockTimeEntries(tx, orgId, [...renamed.keys()])) {
      if (!isChangeable(entry)) continue;
      const { given, was } = renamed.get(entry.id) ?? { given: null, was: null };
      if (given === null || was === null || entry.deleted_at !== null || !isSame(entry.tags, given)) skipped++;
      else if (entry.locked_by !== null) locked++;
      else changing.push({ id: entry.id, tags: was });
    }
    changed += changing.length;
    await writer.write(changing);
  }
  if (writer.id() !== null) {
    const row = { undone_rename_id: id, rename_id: writer.id(), entries: changed, locked, skipped };
    await recordChange(tx, actor, { action: "tags.rename_undone", targetId: orgId, row });
  }
  return { id: writer.id(), changed, locked, skipped };
}

async function changeableBy(tx: Transaction, actor: Actor) {
  const reach = reachOf(actor, "time-entries:write");
  const hidden = new Set((await hiddenEntriesFrom(tx, actor, "time-entries:write"))?.projectIds);
  return ({ user_id: userId, project_id: projectId }: TimeEntryRow) =>
    includes(reach, userId) && (userId === actor.userId || !hidden.has(projectId));
}

function isSame(tags: string[], others: string[]): boolean {
  return tags.length === others.length && tags.every((tag, at) => tag === others[at]);
}

/** Writes the blocks of one rename, and stores the ids of their change rows for an undo. */
function createWriter(tx: Transaction, actor: Actor) {
  const id = newId("rename");
  let number = 0;
  return {
    /** Null if nothing was written. */
    id: () => (number === 0 ? null : id),
    write: async (entries: Pick<TaggedEntry, "id" | "tags">[]) => {
      if (entries.length === 0) return;
      const rows = entries.map(({ id, tags }) => ({ id, tags, tag_keys: tags.map((tag) => tag.toLowerCase()) }));
      const rewrite = { action: "time_entry.updated", columns: ["tags", "tag_keys"], entries: rows } as const;
      const changeIds = await rewriteTimeEntries(tx, actor, rewrite);
      await insertRename(tx, actor.orgId, { id, number: number++, changeIds });
    },
  };
}

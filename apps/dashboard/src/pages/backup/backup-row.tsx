import type { GetBackupsReply } from "@stint/sdk";
import { useFormat } from "#i18n/format.ts";
import { ListRow } from "#ui/list/rows.tsx";
import { useBackupWords } from "./use-backup-words.ts";

type Backup = GetBackupsReply["data"][number];
type State = "verified" | "unverified" | "failed" | "running" | "cut";

const kinds: Record<State, string | undefined> = {
  verified: undefined,
  unverified: "warn",
  failed: "over",
  running: "live",
  cut: "warn",
};

export function BackupRow({ backup, isNewest }: { backup: Backup; isNewest: boolean }) {
  const format = useFormat();
  const words = useBackupWords();
  const { file, startedAt, scheduledAt, sizeBytes, verifiedAt, error } = backup;
  const state = stateOf(backup, isNewest);
  const megabytes = (bytes: number) =>
    format.number(bytes / 1e6, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
  const facts = [
    scheduledAt === null ? words.byPerson : words.bySchedule,
    ...(sizeBytes === null ? [] : [megabytes(sizeBytes), file]),
  ];
  const notes: Partial<Record<State, string>> = { cut: words.cutLead, unverified: words.unverifiedLead };
  const note = error ?? (verifiedAt === null ? notes[state] : words.verifiedAt(format.moment(verifiedAt)));
  return (
    <ListRow>
      <b>{format.moment(startedAt)}</b>
      <span className="chip" data-kind={kinds[state]}>
        {words.states[state]}
      </span>
      <p className="dim">{facts.join(" · ")}</p>
      {note !== undefined && <p className={error === null ? "dim" : "error"}>{note}</p>}
    </ListRow>
  );
}

/** Only the newest backup can be running. An older one without an end was interrupted. */
function stateOf({ finishedAt, sizeBytes, verifiedAt }: Backup, isNewest: boolean): State {
  if (finishedAt === null) return isNewest ? "running" : "cut";
  if (sizeBytes === null) return "failed";
  return verifiedAt === null ? "unverified" : "verified";
}

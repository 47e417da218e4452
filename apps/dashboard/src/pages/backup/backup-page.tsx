import type { GetBackupsReply } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { defineQuery, pollWhile, refresh, useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { useScreenHeading } from "#screen/screens.ts";
import { inSettings } from "#screen/tabs/settings-frame.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { plural } from "#i18n/catalogue.ts";
import { announce } from "#ui/announce.ts";
import { Rows } from "#ui/list/rows.tsx";
import { Button } from "#ui/button/button.tsx";
import { BackupRow } from "./backup-row.tsx";
import { useBackupWords } from "./use-backup-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

const pollMs = 1500;

/** `/settings/backup`, for owners. */
export const BackupPage = inSettings(Backups);

function Backups() {
  const words = useBackupWords();
  const heading = useScreenHeading();
  const action = useAction();
  const { serverCommand } = useMe();
  const { withReauthentication, proof } = useReauthentication();
  // The newest backup in the list when the person started another. While that backup stays the newest, the new one
  // isn't listed yet.
  const [before, setBefore] = useState<{ id: string | undefined }>();
  const query = useQuery({
    ...defineQuery(["backups"], ({ signal }) => stint.installation.backups({ signal })),
    refetchInterval: pollWhile(pollMs, (loaded) => isChanging(loaded?.data ?? [], before)),
  });
  const { data: reply } = query;

  async function begin(): Promise<void> {
    const started = await withReauthentication(() => stint.installation.startBackup());
    if (started === undefined) return;
    if (started.status === "begun") setBefore({ id: reply?.data[0]?.id });
    announce(started.status === "begun" ? words.begun : words.underWay);
    await refresh("backups");
  }

  const call = { operation: "installation.backups" } as const;
  return (
    <>
      <PageHead
        call={call}
        lead={
          <>
            {words.lead} <code>{serverCommand} restore FILE</code>
          </>
        }
      >
        {reply !== undefined && (
          <Button
            kind="main"
            isBusy={action.isRunning || isChanging(reply.data, before)}
            onClick={() => action.run(begin)}
          >
            {words.now}
          </Button>
        )}
      </PageHead>
      {reply !== undefined && <Summary reply={reply} />}
      <ErrorLine className="apart">{action.message}</ErrorLine>
      <Rows label={heading}>
        {reply?.data.map((backup, at) => (
          <BackupRow key={backup.id} backup={backup} isNewest={at === 0} />
        ))}
      </Rows>
      <ListState query={query} empty={reply?.data.length === 0 ? words.none : undefined} />
      {proof}
    </>
  );
}

/** Whether a backup is running or about to appear in the list. */
function isChanging([newest]: GetBackupsReply["data"], before: { id: string | undefined } | undefined): boolean {
  return newest?.finishedAt === null || (before !== undefined && before.id === newest?.id);
}

function Summary({ reply: { schedule, data } }: { reply: GetBackupsReply }) {
  const format = useFormat();
  const { language } = useSettings();
  const words = useBackupWords();
  const verified = data.find(({ verifiedAt }) => verifiedAt !== null);
  const { keepDays = 0, keepWeeks = 0, keepMonths = 0 } = schedule ?? {};
  const kept = [
    ...(keepDays > 0 ? [plural(language, keepDays, words.days)] : []),
    ...(keepWeeks > 0 ? [plural(language, keepWeeks, words.weeks)] : []),
    ...(keepMonths > 0 ? [plural(language, keepMonths, words.months)] : []),
  ];
  return (
    <div className="stack apart">
      <p>
        {schedule === null
          ? words.unscheduled
          : `${words.scheduled(schedule.time, schedule.timeZone)} ${words.keeps(format.list(kept))}`}
      </p>
      <p>{verified === undefined ? words.noneGood : words.lastGood(format.moment(verified.startedAt))}</p>
    </div>
  );
}

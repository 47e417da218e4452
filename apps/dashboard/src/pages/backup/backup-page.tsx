import { Button } from "@mantine/core";
import type { GetBackupsReply } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isSessionOver, stint } from "#api/client.ts";
import { queryClient } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { ListState } from "#pages/parts/list-state.tsx";
import { PageHead } from "#pages/parts/page-head.tsx";
import { SettingsFrame } from "#pages/parts/settings-frame.tsx";
import { useAction } from "#pages/parts/use-action.ts";
import { useMoment } from "#pages/parts/use-moment.ts";
import { useProof } from "#pages/parts/use-proof.tsx";
import { plural } from "#text/catalogue.ts";
import { announce } from "#ui/announce.ts";
import rows from "#ui/rows.module.css";
import { BackupRow } from "./backup-row.tsx";
import { useWords } from "./use-words.ts";
import classes from "./backup.module.css";

const queryKey = ["backups"];
const refetchMs = 1500;

/** `/settings/backup`, for owners. */
export function BackupPage() {
  return (
    <SettingsFrame scope="organization:write" isForOwners>
      <Backups />
    </SettingsFrame>
  );
}

function Backups() {
  const words = useWords();
  const action = useAction();
  const { withProof, proof } = useProof();
  // The newest when one was begun, whose row is written behind the reply.
  const [before, setBefore] = useState<{ id: string | undefined }>();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => stint.installation.backups({ signal }),
    refetchInterval: ({ state }) =>
      isChanging(state.data?.data ?? [], before) && !isSessionOver() ? refetchMs : false,
  });
  const { data: reply } = query;

  async function begin(): Promise<void> {
    const started = await withProof(() => stint.installation.startBackup());
    if (started === undefined) return;
    if (started.status === "begun") setBefore({ id: reply?.data[0]?.id });
    announce(started.status === "begun" ? words.begun : words.underWay);
    await queryClient.invalidateQueries({ queryKey });
  }

  const call = { operation: "installation.backups", method: "GET", path: "/v1/installation/backups" } as const;
  return (
    <>
      <PageHead
        title={words.title}
        lead={
          <>
            {words.lead} <code>npx stint-server restore FILE</code>
          </>
        }
      >
        <CopyAsCall call={call} />
        {reply !== undefined && (
          <Button loading={action.isRunning || isChanging(reply.data, before)} onClick={() => action.run(begin)}>
            {words.now}
          </Button>
        )}
      </PageHead>
      {reply !== undefined && <Summary reply={reply} />}
      <p role="alert" className={classes.error}>
        {action.message}
      </p>
      <ul className={rows.rows} aria-label={words.title}>
        {reply?.data.map((backup, at) => (
          <BackupRow key={backup.id} backup={backup} isNewest={at === 0} />
        ))}
      </ul>
      <ListState query={query} empty={reply?.data.length === 0 ? words.none : undefined} />
      {proof}
    </>
  );
}

/** Tells whether one is being made, or its row is still to come. */
function isChanging([newest]: GetBackupsReply["data"], before: { id: string | undefined } | undefined): boolean {
  return newest?.finishedAt === null || (before !== undefined && before.id === newest?.id);
}

/** The schedule of backups, how long they are kept, and the last one that was proved to be good. */
function Summary({ reply: { schedule, data } }: { reply: GetBackupsReply }) {
  const { language, format } = useSettings();
  const words = useWords();
  const moment = useMoment();
  const verified = data.find(({ verifiedAt }) => verifiedAt !== null);
  const { keepDays = 0, keepWeeks = 0, keepMonths = 0 } = schedule ?? {};
  const kept = [
    ...(keepDays > 0 ? [plural(language, keepDays, words.days)] : []),
    ...(keepWeeks > 0 ? [plural(language, keepWeeks, words.weeks)] : []),
    ...(keepMonths > 0 ? [plural(language, keepMonths, words.months)] : []),
  ];
  return (
    <div className={classes.summary}>
      <p>
        {schedule === null
          ? words.unscheduled
          : `${words.scheduled(schedule.time, schedule.timeZone)} ${words.keeps(format.list(kept))}`}
      </p>
      <p>{verified === undefined ? words.noneGood : words.lastGood(moment(verified.startedAt))}</p>
    </div>
  );
}

import { tmpdir } from "node:os";
import { addImportedMails, type InvitationMailDeps } from "#identity/members/invitations/mail-invitation.ts";
import { toSeal } from "#identity/seals/audit.ts";
import type { Mail } from "#platform/mail/mail.ts";
import { startWorker } from "#src/worker.ts";
import { startImportWorker } from "#tracking/exchange/imports/worker/import-worker.ts";
import { startNoticeMails } from "#tracking/month/notice-mails/mail-notices.ts";
import type { CalendarReader } from "#tracking/exchange/subscribed-calendars/calendar-reader.ts";
import type { OpenNode } from "./open-node.ts";

interface BackgroundWorkDeps extends Pick<InvitationMailDeps, "mail"> {
  onCommit: (orgId: string) => void;
  smtp: Mail | undefined;
  calendarReader: CalendarReader;
}

/** Starts a node's background work: the small jobs, the imports, and the emails about notices. */
export function startBackgroundWork(node: OpenNode, { smtp, mail, onCommit, calendarReader }: BackgroundWorkDeps) {
  const { config, connection, dataDir, secretKey, logger, tracePool, metrics, db, limiters, apiKeys, jobs } = node;
  const { clock, now, monotonicMs } = node;
  const { publicUrl } = config;
  const worker = startWorker({
    jobs,
    db,
    apiKeys,
    limiters: Object.values(limiters),
    clock,
    monotonicMs,
    importsKeptDays: config.imports.keptDays,
    calendars: secretKey && { reader: calendarReader, secretKey },
    onError: (error) => logger.error({ err: error }, "the last uses of keys could not be written"),
    onSeal(organizationId, seal) {
      logger.info({ organizationId, seal: toSeal(seal) }, "the audit log is sealed");
      onCommit(organizationId);
    },
  });
  const imports = startImportWorker({
    jobs,
    connection,
    metrics,
    folder: dataDir ?? tmpdir(),
    maxBytes: config.imports.maxBytes,
    onCommit,
    addMails: (tx, origin, invitations) => addImportedMails(tx, origin, { now, publicUrl, mail }, invitations),
    onMails: () => mail?.wake(),
    onError: (error) => logger.error({ err: error }, "an import failed"),
    tracePool,
  });
  const noticeMails = smtp && startNoticeMails(jobs, { db, mail: smtp, publicUrl, now });
  return {
    async stop() {
      await Promise.all([worker.stop(), imports.stop(), noticeMails?.stop()]);
    },
  };
}

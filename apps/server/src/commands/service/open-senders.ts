import type { Logger } from "pino";
import type { Config } from "#platform/config/config.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import type { JobRunner } from "#platform/jobs/job-runner.ts";
import { nextTurn, runJob } from "#platform/process/loop-turns.ts";
import type { Mail } from "#platform/mail/mail.ts";
import type { Tracing } from "#platform/spans.ts";
import { createEventSource } from "#tracking/exchange/event-catalogue/event-source.ts";
import { addDeliveryMetrics, createMeters } from "#tracking/exchange/webhooks/log/delivery-metrics.ts";
import { Sender } from "#tracking/exchange/webhooks/delivery/sender.ts";

interface DeliveryDeps {
  jobs: JobRunner;
  db: DatabasePool;
  secretKey: Buffer;
  version: string;
  metrics: Metrics;
  logger: Logger;
  now: () => Date;
  tracing: Tracing | undefined;
}

// The functions below import their modules on demand, because each module takes a fifth of the service's load time.

export async function openMail(smtp: NonNullable<Config["smtp"]>, logger: Logger): Promise<Mail> {
  const { createMail } = await import("#platform/mail/mail.ts");
  const onFailure = ({ isFinal, ...failure }: { isFinal: boolean }) => {
    if (isFinal) logger.error({ mail: failure }, "a mail could not be sent");
    else logger.warn({ mail: failure }, "a mail could not be sent yet; it will be tried again");
  };
  return createMail({ ...smtp, onFailure });
}

/** Loads undici in two halves, each in a separate turn of the event loop, so that requests are not blocked for long. */
async function loadEgress() {
  await import("#platform/egress/guarded-connector.ts");
  await nextTurn();
  return (await import("#platform/egress/post.ts")).createEgress;
}

/** Starts sending events to webhook endpoints, which can exist only if the service has a secret key. */
export async function startDeliveries(
  config: Config,
  { jobs, db, secretKey, version, metrics, logger, now, tracing }: DeliveryDeps,
): Promise<Sender> {
  const createEgress = await runJob("start", loadEgress);
  const sender = new Sender({
    jobs,
    db,
    events: createEventSource(db, tracing !== undefined),
    secretKey,
    egress: createEgress({ allowPrivate: config.webhookAllowPrivate, proxies: config.wayOut.proxies }),
    scheduleMs: config.webhookRetryScheduleSeconds.map((seconds) => seconds * 1000),
    userAgent: `Stint/${version}`,
    now,
    tracing,
    servedRequests: () => metrics.requests.answered,
    onError: (error) => logger.error({ err: error }, "an event could not be sent or its result not recorded; retrying"),
    meters: createMeters(metrics),
  });
  addDeliveryMetrics(metrics, db, sender.underWay);
  return sender;
}

import { keys, people } from "#identity/resources/resources.ts";
import { billingBatch } from "#tracking/month/billing-batches/billing-batch.ts";
import { budget } from "#tracking/ledger/budgets/budget.ts";
import { calendarFeed } from "./calendar-feed/calendar-feed.ts";
import { client } from "#tracking/ledger/clients/client.ts";
import { importedFile } from "./imports/import.ts";
import { notice } from "#tracking/notices/notice.ts";
import { project } from "#tracking/ledger/projects/project.ts";
import { rate } from "#tracking/ledger/rates/rate.ts";
import { repricing, rerounding } from "#tracking/entries/revisions/revision.ts";
import { reportLink } from "#tracking/reports/report-links/report-link.ts";
import { savedReport } from "#tracking/reports/saved-reports/saved-report.ts";
import { subscribedCalendar } from "./subscribed-calendars/subscribed-calendar.ts";
import { tagRename } from "#tracking/entries/tags/tag-rename.ts";
import { task } from "#tracking/ledger/tasks/task.ts";
import { timeEntry } from "#tracking/entries/time-entries/time-entry.ts";
import { timer } from "#tracking/entries/timer/timer.ts";
import { timesheet } from "#tracking/month/timesheets/timesheet.ts";
import { webhook } from "./webhooks/webhook.ts";

/** In dependency order. */
const trackingResources = [
  client,
  project,
  task,
  rate,
  repricing,
  budget,
  billingBatch,
  timeEntry,
  rerounding,
  tagRename,
  timer,
  timesheet,
  savedReport,
  reportLink,
  calendarFeed,
  subscribedCalendar,
  importedFile,
  webhook,
  notice,
] as const;

/** All resources with change rows, in dependency order. */
export const resources = [...people, ...trackingResources, ...keys] as const;

declare module "#identity/history/record-change.ts" {
  interface Actions {
    tracking: (typeof trackingResources)[number]["actions"][number]["name"];
  }
}

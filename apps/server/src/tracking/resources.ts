import { keys, people } from "#identity/resources/resources.ts";
import { billingBatch } from "./billing-batches/billing-batch.ts";
import { budget } from "./budgets/budget.ts";
import { calendarFeed } from "./calendar-feed/calendar-feed.ts";
import { client } from "./clients/client.ts";
import { importedFile } from "./imports/import.ts";
import { notice } from "./notices/notice.ts";
import { project } from "./projects/project.ts";
import { rate } from "./rates/rate.ts";
import { repricing, rerounding } from "./revisions/revision.ts";
import { reportLink } from "./report-links/report-link.ts";
import { savedReport } from "./saved-reports/saved-report.ts";
import { subscribedCalendar } from "./subscribed-calendars/subscribed-calendar.ts";
import { tagRename } from "./tags/tag-rename.ts";
import { task } from "./tasks/task.ts";
import { timeEntry } from "./time-entries/time-entry.ts";
import { timer } from "./timer/timer.ts";
import { timesheet } from "./timesheets/timesheet.ts";
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

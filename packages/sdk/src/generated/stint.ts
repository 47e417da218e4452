// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { Client } from "../client.ts";
import { ApiKeysApi } from "./api-keys.ts";
import { AuditEventsApi } from "./audit-events.ts";
import { AuthApi } from "./auth.ts";
import { BillingBatchesApi } from "./billing-batches.ts";
import { BlogApi } from "../blog.ts";
import { ClientsApi } from "./clients.ts";
import { DeviceLoginsApi } from "./device-logins.ts";
import { EventsApi } from "./events.ts";
import { GrantsApi } from "./grants.ts";
import { ImportsApi } from "./imports.ts";
import { InstallationApi } from "./installation.ts";
import { InvitationsApi } from "./invitations.ts";
import { MeApi } from "./me.ts";
import { MembersApi } from "./members.ts";
import { NoticesApi } from "./notices.ts";
import { OrganizationApi } from "./organization.ts";
import { ProjectsApi } from "./projects.ts";
import { RatesApi } from "./rates.ts";
import { ReportsApi } from "./reports.ts";
import { SavedReportsApi } from "./saved-reports.ts";
import { TagsApi } from "./tags.ts";
import { TasksApi } from "./tasks.ts";
import { TeamsApi } from "./teams.ts";
import { TimeEntriesApi } from "./time-entries.ts";
import { TimerApi } from "./timer.ts";
import { TimersApi } from "./timers.ts";
import { TimesheetsApi } from "./timesheets.ts";
import { WebhooksApi } from "./webhooks.ts";

/**
 * The whole API: one property for each resource.
 *
 * @example
 * const stint = new Stint({ apiKey: process.env.STINT_SDK_API_KEY, baseUrl: "http://127.0.0.1:3000" });
 */
export class Stint extends Client {
  /** The operations of `stint.apiKeys`. */
  readonly apiKeys: ApiKeysApi = new ApiKeysApi(this);
  /** The operations of `stint.auditEvents`. */
  readonly auditEvents: AuditEventsApi = new AuditEventsApi(this);
  /** The operations of `stint.auth`. */
  readonly auth: AuthApi = new AuthApi(this);
  /** The operations of `stint.billingBatches`. */
  readonly billingBatches: BillingBatchesApi = new BillingBatchesApi(this);
  /** The operations of `stint.blog`. */
  readonly blog: BlogApi = new BlogApi(this);
  /** The operations of `stint.clients`. */
  readonly clients: ClientsApi = new ClientsApi(this);
  /** The operations of `stint.deviceLogins`. */
  readonly deviceLogins: DeviceLoginsApi = new DeviceLoginsApi(this);
  /** The operations of `stint.events`. */
  readonly events: EventsApi = new EventsApi(this);
  /** The operations of `stint.grants`. */
  readonly grants: GrantsApi = new GrantsApi(this);
  /** The operations of `stint.imports`. */
  readonly imports: ImportsApi = new ImportsApi(this);
  /** The operations of `stint.installation`. */
  readonly installation: InstallationApi = new InstallationApi(this);
  /** The operations of `stint.invitations`. */
  readonly invitations: InvitationsApi = new InvitationsApi(this);
  /** The operations of `stint.me`. */
  readonly me: MeApi = new MeApi(this);
  /** The operations of `stint.members`. */
  readonly members: MembersApi = new MembersApi(this);
  /** The operations of `stint.notices`. */
  readonly notices: NoticesApi = new NoticesApi(this);
  /** The operations of `stint.organization`. */
  readonly organization: OrganizationApi = new OrganizationApi(this);
  /** The operations of `stint.projects`. */
  readonly projects: ProjectsApi = new ProjectsApi(this);
  /** The operations of `stint.rates`. */
  readonly rates: RatesApi = new RatesApi(this);
  /** The operations of `stint.reports`. */
  readonly reports: ReportsApi = new ReportsApi(this);
  /** The operations of `stint.savedReports`. */
  readonly savedReports: SavedReportsApi = new SavedReportsApi(this);
  /** The operations of `stint.tags`. */
  readonly tags: TagsApi = new TagsApi(this);
  /** The operations of `stint.tasks`. */
  readonly tasks: TasksApi = new TasksApi(this);
  /** The operations of `stint.teams`. */
  readonly teams: TeamsApi = new TeamsApi(this);
  /** The operations of `stint.timeEntries`. */
  readonly timeEntries: TimeEntriesApi = new TimeEntriesApi(this);
  /** The operations of `stint.timer`. */
  readonly timer: TimerApi = new TimerApi(this);
  /** The operations of `stint.timers`. */
  readonly timers: TimersApi = new TimersApi(this);
  /** The operations of `stint.timesheets`. */
  readonly timesheets: TimesheetsApi = new TimesheetsApi(this);
  /** The operations of `stint.webhooks`. */
  readonly webhooks: WebhooksApi = new WebhooksApi(this);
}

import { expect, type Page } from "@playwright/test";
import type { Person } from "../page/journey.ts";
import { approvedTimesheet } from "./approved-timesheet.ts";
import { billedBatch } from "./billed-batch.ts";
import { ownColumns } from "./rival-files.ts";
import type { Screen } from "./screens.ts";

const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name }).first().waitFor();
const text = (page: Page, name: string | RegExp) => page.getByText(name).first().waitFor();
const menuOf = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("main").getByRole("button", { name }).first().click();
  await page.getByRole("menu").waitFor();
};
/**
 * Returns a function that opens a dialog. Presses the button called `name`, which opens either the dialog or a menu; in
 * the menu, chooses `item`.
 */
const dialogOf = (name: string | RegExp, item?: string) => async (page: Page) => {
  const button = page.getByRole("main").getByRole("button", { name }).first();
  await button.click();
  if (item !== undefined) await page.getByRole("menuitem", { name: item }).click();
  await page.getByRole("dialog").waitFor();
};
const endpointUrl = "http://127.0.0.1:9/hook";

/** Creates one object of each kind that the screens in this file list. */
export async function fillOrganization({ stint, project }: Person): Promise<void> {
  const client = await stint.clients.create({ name: "Northwind", note: "Purchase order on every invoice." });
  await stint.projects.update(project.id, { clientId: client.id, budget: { kind: "time", seconds: 36_000 } });
  await stint.rates.create({ kind: "billable", scope: "organization", rateMinor: 9000 });
  await stint.invitations.create({ email: "newcomer@example.com", role: "member" });
  await stint.apiKeys.create({ name: "Invoicing script", scopes: ["time-entries:read"] });
  await stint.webhooks.create({ url: endpointUrl, events: ["client.created"] });
}

/** The additional screens for an organization's owner, who sees the most. Add an entry for each new screen. */
export const ownerScreens: Screen[] = [
  {
    path: "/projects",
    ready: (page) => row(page, /Northwind/),
    overlays: { "menu of a project": menuOf(/^Actions for “Website/) },
    dialogs: { "new project": dialogOf("New project"), deletion: dialogOf(/^Actions for “Website/, "Delete") },
  },
  {
    path: "/projects/{id}",
    address: async ({ project }) => `/projects/${project.id}`,
    ready: (page) => row(page, /Build/),
    overlays: { "menu of a task": menuOf("Actions for “Build”") },
    dialogs: { project: dialogOf("Edit"), "new task": dialogOf("New task") },
  },
  {
    path: "/clients",
    ready: (page) => row(page, /Northwind/),
    overlays: { menu: menuOf("Actions for “Northwind”") },
    dialogs: { "new client": dialogOf("New client") },
  },
  {
    path: "/tags",
    ready: (page) => row(page, /sales/),
    overlays: { menu: menuOf("Actions for “sales”") },
    dialogs: { "new name": dialogOf("Actions for “sales”", "Rename…") },
  },
  {
    path: "/rates",
    ready: (page) => row(page, /Everyone/),
    overlays: { menu: menuOf(/^Actions for the rate/) },
    dialogs: {
      "new rate": dialogOf("New rate"),
      change: dialogOf(/^Actions for the rate/, "Change rate…"),
      repricing: dialogOf("Reprice entries…"),
    },
  },
  { path: "/billing", ready: (page) => text(page, /Nothing has been billed yet\.|2025-0042/) },
  { path: "/billing/new", ready: (page) => page.getByRole("button", { name: "Client: Any client" }).waitFor() },
  {
    path: "/billing/{id}",
    address: async (person) => `/billing/${await billedBatch(person)}`,
    ready: (page) => page.getByRole("table", { name: "Lines" }).waitFor(),
    dialogs: { undo: dialogOf("Undo billing…") },
  },
  {
    path: "/reports",
    address: async () => "/reports?period=last30Days&groupBy=project,task",
    ready: (page) => row(page, /Website/),
    overlays: {
      "filter with a search field": async (page) => {
        await page.getByRole("button", { name: "Filters" }).click();
        await page.getByRole("button", { name: "Project: All projects" }).click();
        await page.getByRole("option", { name: /^Website/ }).waitFor();
      },
    },
    dialogs: { name: dialogOf("Save…"), "copy as API call": menuOf("More actions") },
  },
  { path: "/reports/saved", ready: (page) => text(page, "No saved reports yet.") },
  {
    path: "/team",
    ready: (page) => row(page, /Owner/),
    overlays: { menu: menuOf(/^Actions for/) },
    dialogs: { invitation: dialogOf("Invite") },
  },
  {
    path: "/team?tab=invitations",
    ready: (page) => text(page, "newcomer@example.com"),
    dialogs: {
      "link of an invitation": dialogOf("Create new link: invitation for newcomer@example.com"),
      "end of an invitation": dialogOf("Revoke: invitation for newcomer@example.com"),
    },
  },
  {
    path: "/team/{userId}",
    address: async ({ stint }) => `/team/${(await stint.me.get()).user.id}`,
    ready: (page) => page.getByRole("list", { name: "Time entries" }).waitFor(),
  },
  {
    path: "/timesheets/{id}",
    address: async (person) => `/timesheets/${await approvedTimesheet(person)}`,
    ready: (page) => text(page, "Statement, revision 1"),
  },
  {
    path: "/approvals",
    address: async (person) => {
      await approvedTimesheet(person);
      return "/approvals";
    },
    ready: (page) => text(page, / of \d+ submitted/),
  },
  {
    path: "/timesheets/{id}/statement",
    address: async (person) => `/timesheets/${await approvedTimesheet(person)}/statement`,
    ready: (page) => text(page, /The content matches the hash/),
  },
  {
    path: "/settings",
    ready: (page) => page.getByRole("main").getByRole("button", { name: "Save", exact: true }).waitFor(),
    dialogs: { "end of the organization": dialogOf("Delete the organization") },
  },
  {
    path: "/authorize",
    // The URL contains no program's request; connected-programs.e2e.ts covers the screen with one.
    ready: (page) => text(page, /address of this page is incomplete or invalid/),
  },
  {
    path: "/settings/api-keys",
    ready: (page) => text(page, "Invoicing script"),
    overlays: { menu: menuOf("Actions for “Invoicing script”") },
    dialogs: {
      "new key": dialogOf("Create key"),
      key: dialogOf("Actions for “Invoicing script”", "Edit…"),
      rotation: dialogOf("Actions for “Invoicing script”", "Rotate…"),
    },
  },
  { path: "/device", ready: (page) => page.getByLabel("Code").waitFor() },
  {
    path: "/settings/webhooks",
    ready: (page) => page.getByRole("link", { name: endpointUrl }).waitFor(),
    dialogs: { "new endpoint": dialogOf("Add endpoint") },
  },
  { path: "/settings/webhooks/events", ready: (page) => text(page, "timer.started") },
  { path: "/settings/webhooks/live", ready: (page) => text(page, /Connected\. The next event/) },
  {
    path: "/settings/webhooks/{id}",
    address: async ({ stint }) => `/settings/webhooks/${(await stint.webhooks.list()).data[0]?.id}`,
    ready: (page) => page.getByRole("button", { name: "Send test" }).waitFor(),
    overlays: { menu: menuOf(/^Actions for/) },
    dialogs: { endpoint: dialogOf(/^Actions for/, "Edit…"), replay: dialogOf(/^Actions for/, "Replay…") },
  },
  {
    path: "/settings/audit-log",
    ready: (page) => page.getByRole("list", { name: "Audit log" }).getByRole("listitem").first().waitFor(),
    overlays: { menu: menuOf(/^Actions for/) },
  },
  { path: "/settings/backup", ready: (page) => page.getByRole("button", { name: "Back up now" }).waitFor() },
  { path: "/settings/import", ready: (page) => text(page, "Nothing has been imported yet.") },
  {
    path: "/settings/import/{id}",
    address: async ({ stint }) => {
      const file = new Blob([ownColumns.text], { type: "text/csv" });
      const { id } = await stint.imports.create(file, { fileName: ownColumns.name });
      // Waits until the import has been read, because the screen polls until then.
      await expect.poll(async () => (await stint.imports.get(id)).status).toBe("previewed");
      return `/settings/import/${id}`;
    },
    ready: (page) => page.getByRole("combobox", { name: "Start date", exact: true }).waitFor(),
  },
  { path: "/settings/developers", ready: (page) => page.getByRole("link", { name: "API guide" }).waitFor() },
  { path: "/help", ready: (page) => text(page, "Add a whole day at once") },
  { path: "/notices", ready: (page) => text(page, /No notifications yet\.|budget/) },
  { path: "/blog", ready: (page) => page.getByLabel("Search articles").waitFor() },
  {
    path: "/blog/{slug}",
    address: async () => "/blog/nothing-of-this",
    ready: (page) => text(page, "There’s no article"),
  },
];

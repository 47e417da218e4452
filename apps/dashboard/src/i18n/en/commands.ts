import type { Forms } from "#i18n/catalogue.ts";

export const commands = {
  /** Words that find a screen in the palette, in addition to its name. */
  words: {
    billing: "invoices bills",
    clients: "customers companies",
    tags: "labels categories",
    rates: "prices hourly money cost",
    reports: "statistics analysis export csv excel",
    team: "people members users invite roles colleagues",
    approvals: "approve sign off",
    timesheet: "submit hand in",
    settings: "company currency week lock date rules settings",
    profile: "password account name preferences time zone clock two-factor second factor sessions",
    imports: "toggl clockify harvest csv upload",
    backups: "restore backup",
    apiKeys: "token",
    notices: "messages reminders",
    guide: "help manual support",
    theme: "dark light mode night appearance colors colours",
    language: "language Sprache langue deutsch français english",
    signOut: "log out logout quit leave",
    shortcuts: "keys hotkeys help",
    stop: "end pause finish",
  } as Readonly<Record<string, string | undefined>>,
  /** Verbs that start the timer with the words after them; longer ones first. */
  startVerbs: ["start timer", "start", "begin", "track"] as readonly string[],
  create: {
    project: { name: "New project…", words: "create add project", effect: "with client, rate and budget" },
    client: { name: "New client…", words: "create add customer company", effect: "who projects are for" },
    rate: { name: "New rate…", words: "create add price hourly", effect: "what an hour costs" },
    people: { name: "Invite people…", words: "create add member user colleague team", effect: "by link or email" },
  },
  approve: "Approve pending timesheets",
  toApprove: { one: "waits for you", other: "wait for you" } as Forms,
  bill: (client: string) => `Bill ${client}…`,
  unbilled: (hours: string, amount: string) => `${hours} · ${amount} unbilled`,
  rows: { compact: "Compact rows", comfortable: "Comfortable rows" },
  themes: { device: "Theme of the device", light: "Light theme", dark: "Dark theme" },
  language: (name: string) => `Language: ${name}`,
  now: (value: string) => `now: ${value}`,
  openProject: "Open project",
};

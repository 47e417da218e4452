import type { Words } from "./words.ts";

export const de: Words = {
  timeMissing: {
    title: (day) => `Keine Zeit am ${day}`,
    text: "An diesem Tag ist noch keine Zeit erfasst.",
    action: "Zeit nachtragen",
  },
  timerRunning: {
    title: (duration) => `Ihr Timer läuft seit ${duration}`,
    text: (since) => `Er läuft seit ${since}. Haben Sie vergessen, ihn zu stoppen?`,
    action: "Timer stoppen",
  },
  due: {
    title: (period) => `Ihr Stundenzettel für ${period} ist fällig`,
    text: "Der Zeitraum ist zu Ende. Prüfen Sie Ihre Zeiten und reichen Sie den Stundenzettel ein.",
    action: "Stundenzettel öffnen",
  },
  submitted: {
    title: (name, period) => `${name} hat ${period} eingereicht`,
    text: "Der Stundenzettel wartet auf Ihre Freigabe.",
    action: "Stundenzettel prüfen",
  },
  decided: {
    approved: (period) => `Ihr Stundenzettel für ${period} wurde freigegeben`,
    rejected: (period) => `Ihr Stundenzettel für ${period} wurde zurückgegeben`,
    open: (period) => `Ihr Stundenzettel für ${period} wurde wieder geöffnet`,
    by: (name) => `Entscheidung von ${name}.`,
    noted: (name, note) => `${name} schreibt: ${note}`,
    action: "Stundenzettel öffnen",
  },
  budget: {
    reached: (project, percent) => `${project} hat ${percent} des Budgets verbraucht`,
    exceeded: (project) => `${project} hat das Budget überschritten`,
    text: (since) =>
      since === null ? "Beim Projekt sehen Sie, wie viel übrig ist." : `Der Zeitraum begann am ${since}.`,
    action: "Projekt öffnen",
  },
  digest: {
    title: (week) => `Ihr Team in der ${week}`,
    text: "So viel Zeit haben alle erfasst.",
    total: (people, duration) => `${people === 1 ? "1 Person" : `${people} Personen`}, insgesamt ${duration}`,
    nobody: "Niemand hat Zeit erfasst.",
    more: (people) => `und ${people} weitere`,
    action: "Bericht öffnen",
  },
  week: (day) => `Woche ab ${day}`,
  mail: {
    why: (organization) => `Sie erhalten diese E-Mail als Mitglied von ${organization}.`,
    unsubscribe: "Diese E-Mails abbestellen",
  },
  page: {
    title: "E-Mails abbestellen",
    question: (kind) => `Alle E-Mails der Art „${kind}“ abbestellen?`,
    button: "Diese E-Mails abbestellen",
    done: "Erledigt: Sie erhalten diese E-Mails nicht mehr. In Ihrem Profil können Sie sie wieder einschalten.",
    gone: "Dieser Link gilt nicht mehr. In Ihrem Profil können Sie auswählen, welche E-Mails Sie erhalten.",
  },
  kinds: {
    time_missing: "Fehlende Zeit",
    timer_running_long: "Vergessener Timer",
    timesheet_due: "Stundenzettel fällig",
    timesheet_submitted: "Stundenzettel eingereicht",
    timesheet_decided: "Entscheidung über einen Stundenzettel",
    budget: "Budget",
    digest: "Wochenübersicht",
  },
};

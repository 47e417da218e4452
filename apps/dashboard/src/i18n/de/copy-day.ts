import type { copyDay as en } from "#i18n/en/copy-day.ts";

export const copyDay: typeof en = {
  title: (entries) => `${entries} kopieren`,
  entry: { one: "Eintrag", other: "Einträge" },
  day: "Zieltag",
  firstDay: "Erster Tag",
  to: (day) => `Kopieren auf ${day}`,
  others: (entries) => `Übrige kopieren: ${entries}`,
  tooMany: "Sie können höchstens 500 Einträge auf einmal kopieren. Wählen Sie weniger aus.",
  notCopied: { one: "Eintrag lässt sich nicht kopieren:", other: "Einträge lassen sich nicht kopieren:" },
  locked: (day) => `${day} liegt vor dem Sperrdatum.`,
  archived: (project) => `Das Projekt „${project}“ ist archiviert.`,
  done: (task, project) => `Die Aufgabe „${task}“ im Projekt „${project}“ ist erledigt.`,
  gone: (entry) => `Sie können das Projekt von „${entry}“ nicht mehr sehen.`,
};

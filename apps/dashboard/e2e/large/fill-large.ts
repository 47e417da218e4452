import { setTimeout as pause } from "node:timers/promises";
import type { Stint } from "@stint/sdk";

export const largeSizes = { projects: 5_000, clients: 80, entries: 2_000 };

const places = ["Harbour", "Meadow", "Granite", "Copper", "Willow", "Summit", "Lantern", "Orchard", "Velvet", "Cobalt"];
const works = ["website", "brochure", "archive", "audit", "rollout", "survey", "catalogue", "migration", "campaign"];
const entriesPerDay = 5;

const columns =
  "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags";

/**
 * Imports a file of one row per project. The first rows are the owner's, five on each day until yesterday; the others
 * belong to a person who has left.
 */
export async function fillLarge(stint: Stint, ownerEmail: string): Promise<void> {
  const yesterday = Temporal.Now.plainDateISO("UTC").subtract({ days: 1 });
  const rows = Array.from({ length: largeSizes.projects }, (_, at) => {
    const isOwn = at < largeSizes.entries;
    const day = yesterday.subtract({ days: Math.floor(at / entriesPerDay) }).toString();
    const hour = String(8 + (at % entriesPerDay) * 2).padStart(2, "0");
    return [
      isOwn ? `Olive Owner,${ownerEmail}` : "Lee Left,left@example.com",
      `Client ${String(at % largeSizes.clients).padStart(2, "0")}`,
      nameOfProject(at),
      "Build",
      `Ticket ${1000 + (at % 500)}`,
      at % 3 === 0 ? "No" : "Yes",
      `${day},${hour}:00:00,${day},${hour}:50:00,00:50:00,`,
    ].join(",");
  });
  const file = new Blob([`${[columns, ...rows].join("\r\n")}\r\n`], { type: "text/csv" });
  const { id } = await stint.imports.create(file, { fileName: "Toggl_time_entries.csv", tz: "UTC" });
  await settled(stint, id, "reading");
  await stint.imports.apply(id);
  const { status, failure, proof } = await settled(stint, id, "applying");
  if (status !== "applied" || proof?.isExact !== true) throw new Error(`The import is ${status}: ${failure}`);
}

function nameOfProject(at: number): string {
  const place = places[at % places.length];
  const work = works[Math.floor(at / places.length) % works.length];
  return `${place} ${work} ${String(at).padStart(4, "0")}`;
}

async function settled(stint: Stint, id: string, status: string) {
  for (;;) {
    const imported = await stint.imports.get(id);
    if (imported.status !== status && imported.progress === null) return imported;
    await pause(200);
  }
}

import type { Import } from "@stint/sdk";
import { makeSampleCsv } from "#figures/sample-csv.ts";
import { dayOf } from "#time/zoned.ts";
import { clock, stint } from "./client.ts";
import { isBeingWorkedOn, readAllAnew, uploadFile } from "./imports.ts";
import { all } from "./queries.ts";

/** Imports of this name are sample data. */
const fileName = "stint-sample-data.csv";
const pauseMs = 400;

/** Of the person of the session. */
interface Maker {
  user: { name: string; email: string };
  organization: { timeZone: string };
}

/** Imports sample data; gives the import, or undefined where the server could not make it out. */
export async function makeSampleData({ user, organization }: Maker): Promise<Import | undefined> {
  const today = dayOf(clock.now(), organization.timeZone);
  const csv = makeSampleCsv({ me: { name: user.name, email: user.email }, today });
  const uploaded = await uploadFile(new Blob([csv]), fileName, { source: "toggl", tz: organization.timeZone });
  const { id, status, questions } = await waitForEnd(uploaded);
  if (status !== "previewed" || questions.length > 0) {
    await stint.imports.delete(id);
    return undefined;
  }
  const applied = await waitForEnd(await stint.imports.apply(id));
  await readAllAnew();
  return applied.status === "applied" ? applied : undefined;
}

/** The imports of sample data whose objects are there. */
export const sampleQuery = {
  queryKey: ["imports", "sample"],
  queryFn: async () =>
    (await all(stint.imports.list())).filter((each) => each.fileName === fileName && each.status === "applied"),
};

/** Takes everything of an import of sample data back. */
export async function removeSampleData(id: string): Promise<void> {
  await stint.imports.delete(id);
  await waitForEnd(await stint.imports.get(id));
  await readAllAnew();
}

async function waitForEnd(imported: Import): Promise<Import> {
  let now = imported;
  while (isBeingWorkedOn(now)) {
    await stint.pause(pauseMs);
    now = await stint.imports.get(imported.id);
  }
  return now;
}

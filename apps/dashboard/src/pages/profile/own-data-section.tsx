import type { TimeEntry } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { all } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useTableShape } from "#screen/csv-shape.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { plural } from "#i18n/catalogue.ts";
import { saveFile } from "#ui/files/save-file.ts";
import { Section } from "#ui/form/section.tsx";
import { Button } from "#ui/button/button.tsx";
import { useProfileWords } from "./parts/use-profile-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

/** Exports the person's data as files that are generated from the API's replies. */
export function OwnDataSection() {
  const { language } = useSettings();
  const profile = useProfileWords();
  const action = useAction();
  const shaped = useTableShape();
  const [count, setCount] = useState<number>();

  async function saveAll(): Promise<void> {
    try {
      const [me, sessions] = await Promise.all([stint.me.get(), all(stint.me.listSessions())]);
      const timeEntries: TimeEntry[] = [];
      for await (const entry of stint.timeEntries.list({ userId: "me" })) {
        timeEntries.push(entry);
        if (timeEntries.length % 200 === 0) setCount(timeEntries.length);
      }
      // Omits the device key, which belongs to this browser.
      const file = JSON.stringify(
        { me, sessions, timeEntries },
        (name, value: unknown) => (name === "deviceKey" ? undefined : value),
        2,
      );
      saveFile("stint-my-data.json", new Blob([file], { type: "application/json" }));
    } finally {
      setCount(undefined);
    }
  }

  async function saveHours(format: "csv" | "xlsx"): Promise<void> {
    const table = { ...shaped(format), language };
    const reply = await stint.reports.summary({ userId: "me", groupBy: ["date", "project"], ...table });
    saveFile(`stint-my-hours.${format}`, await reply.blob());
  }

  return (
    <Section title={profile.data} lead={profile.dataLead}>
      <div className="buttons">
        <Button disabled={action.isRunning} onClick={() => action.run(saveAll)}>
          {profile.dataJson}
        </Button>
        <Button disabled={action.isRunning} onClick={() => action.run(() => saveHours("csv"))}>
          {profile.hoursCsv}
        </Button>
        <Button disabled={action.isRunning} onClick={() => action.run(() => saveHours("xlsx"))}>
          {profile.hoursXlsx}
        </Button>
      </div>
      <p role="status" className="note">
        {count !== undefined && profile.gathered(plural(language, count, profile.entry))}
      </p>
      <ErrorLine>{action.message}</ErrorLine>
    </Section>
  );
}

import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Switch.css";
import { useQuery } from "@tanstack/react-query";
import { organizationQuery, useMe } from "#api/queries.ts";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { ListState } from "#pages/parts/list-state.tsx";
import { PageHead } from "#pages/parts/page-head.tsx";
import { SettingsFrame } from "#pages/parts/settings-frame.tsx";
import { CalendarSection } from "./calendar-section.tsx";
import { DeletionSection, EndingNote } from "./deletion-section.tsx";
import { ExportSection } from "./export-section.tsx";
import { GeneralSection } from "./general-section.tsx";
import { KeysSection } from "./keys-section.tsx";
import { LockSection } from "./lock-section.tsx";
import { useWords } from "./use-words.ts";

/** `/settings`: what holds for everybody in the organization. */
export function OrganizationPage() {
  return (
    <SettingsFrame scope="organization:read">
      <Organization />
    </SettingsFrame>
  );
}

function Organization() {
  const words = useWords();
  const { scopes, role } = useMe();
  const query = useQuery(organizationQuery);
  const organization = query.data;
  const canWrite = scopes.includes("organization:write");
  return (
    <>
      <PageHead title={words.title} lead={canWrite ? undefined : words.readOnly}>
        <CopyAsCall call={{ operation: "organization.get", method: "GET", path: "/v1/organization" }} />
      </PageHead>
      {organization === undefined ? (
        <ListState query={query} />
      ) : (
        <>
          <EndingNote organization={organization} />
          <GeneralSection organization={organization} canWrite={canWrite} />
          <CalendarSection organization={organization} canWrite={canWrite} />
          <LockSection organization={organization} canWrite={canWrite} />
          <KeysSection organization={organization} canWrite={canWrite} />
          {role === "owner" && <ExportSection organization={organization} />}
          {role === "owner" && <DeletionSection organization={organization} />}
        </>
      )}
    </>
  );
}

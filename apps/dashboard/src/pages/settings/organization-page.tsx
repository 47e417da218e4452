import { useQuery } from "@tanstack/react-query";
import { organizationQuery, useMe } from "#api/queries.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { inSettings } from "#screen/tabs/settings-frame.tsx";
import { ApprovalsSection } from "./approvals-section.tsx";
import { CalendarSection } from "./calendar-section.tsx";
import { DeletionSection, EndingNote } from "./deletion-section.tsx";
import { ExportSection } from "./export-section.tsx";
import { GeneralSection } from "./general-section.tsx";
import { KeysSection } from "./keys-section.tsx";
import { LockSection } from "./lock-section.tsx";
import { RulesSection } from "./rules-section.tsx";
import { useOrganizationWords } from "#i18n/words/use-organization-words.ts";

export const OrganizationPage = inSettings(Organization);

function Organization() {
  const words = useOrganizationWords();
  const { scopes, role } = useMe();
  const query = useQuery(organizationQuery);
  const organization = query.data;
  const canWrite = scopes.includes("organization:write");
  return (
    <>
      <PageHead call={{ operation: "organization.get" }} lead={canWrite ? undefined : words.readOnly}></PageHead>
      {organization === undefined ? (
        <ListState query={query} shape="form" />
      ) : (
        <>
          <EndingNote organization={organization} />
          <GeneralSection organization={organization} canWrite={canWrite} />
          <CalendarSection organization={organization} canWrite={canWrite} />
          <LockSection organization={organization} canWrite={canWrite} />
          {"entryRules" in organization && <RulesSection organization={organization} canWrite={canWrite} />}
          {"approvals" in organization && <ApprovalsSection organization={organization} canWrite={canWrite} />}
          <KeysSection organization={organization} canWrite={canWrite} />
          {role === "owner" && <ExportSection organization={organization} />}
          {role === "owner" && <DeletionSection organization={organization} />}
        </>
      )}
    </>
  );
}

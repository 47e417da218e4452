import type { Organization } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { Section } from "#ui/form/section.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { SecureForm } from "#parts/confirm/reauthentication/secure-form.tsx";
import { changeForGood } from "#state/use-change.ts";
import { Button } from "#ui/button/button.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useOrganizationWords } from "#i18n/words/use-organization-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

/** Lets owners schedule the organization's deletion, which takes effect after 30 days. */
export function DeletionSection({ organization }: { organization: Organization }) {
  const words = useOrganizationWords();
  const [isAsking, setIsAsking] = useState(false);
  if (organization.deletesAt !== null) return null;
  return (
    <Section title={words.deletion} lead={words.deletionLead}>
      <p className="dim">{words.deletionNeedsExport}</p>
      <Button onClick={() => setIsAsking(true)}>{words.deletionDo}</Button>
      {isAsking && <DeletionForm name={organization.name} onClose={() => setIsAsking(false)} />}
    </Section>
  );
}

function DeletionForm({ name, onClose }: { name: string; onClose: () => void }) {
  const words = useOrganizationWords();
  return (
    <SecureForm
      title={words.deletionQuestion(name)}
      submit={words.deletionDo}
      onSend={({ confirmName = "" }) =>
        changeForGood(stint.organization.scheduleDeletion({ confirmName }), "organization", words.deletionSet)
      }
      onClose={onClose}
    >
      <p>{words.deletionAsk}</p>
      <TextInput label={words.deletionConfirm(name)} name="confirmName" required autoComplete="off" data-autofocus />
    </SecureForm>
  );
}

/** Shows when a scheduled deletion takes effect, and lets owners cancel it. */
export function EndingNote({ organization }: { organization: Organization }) {
  const format = useFormat();
  const words = useOrganizationWords();
  const { role } = useMe();
  const action = useAction();
  if (organization.deletesAt === null) return null;
  const keep = () => changeForGood(stint.organization.cancelDeletion(), "organization", words.kept);
  return (
    <div className="notice" data-kind="over">
      <p>{words.endsOn(format.dayOf(organization.deletesAt))}</p>
      {role === "owner" && (
        <Button kind="main" isBusy={action.isRunning} onClick={() => action.run(keep)}>
          {words.keep}
        </Button>
      )}
      <ErrorLine>{action.message}</ErrorLine>
    </div>
  );
}

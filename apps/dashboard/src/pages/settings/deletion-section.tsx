import type { Organization } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { refresh, useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Section } from "#ui/form/section.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { announce } from "#ui/announce.ts";
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
  const { withReauthentication, proof } = useReauthentication();
  const [typed, setTyped] = useState("");
  const body = { confirmName: typed };
  return (
    <FormDialog
      title={words.deletionQuestion(name)}
      submit={words.deletionDo}
      proof={proof}
      onSend={async () => {
        const done = await withReauthentication(() => stint.organization.scheduleDeletion(body));
        if (done === undefined) return false;
        await refresh("organization");
        announce(words.deletionSet);
        return true;
      }}
      onClose={onClose}
    >
      <p>{words.deletionAsk}</p>
      <TextInput
        label={words.deletionConfirm(name)}
        value={typed}
        required
        autoComplete="off"
        data-autofocus
        field="confirmName"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Shows when a scheduled deletion takes effect, and lets owners cancel it. */
export function EndingNote({ organization }: { organization: Organization }) {
  const format = useFormat();
  const words = useOrganizationWords();
  const { role } = useMe();
  const action = useAction();
  if (organization.deletesAt === null) return null;
  const keep = async () => {
    await stint.organization.cancelDeletion();
    await refresh("organization");
    announce(words.kept);
  };
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

import type { Import } from "@stint/sdk";
import { useState } from "react";
import { useMe } from "#api/queries.ts";
import { isAbove, type Role, roles } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Select } from "#ui/fields/select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import type { Update } from "./use-update.ts";
import { useImportWords } from "#pages/imports/parts/use-import-words.ts";

interface Props {
  person: Import["people"][number];
  update: Update;
  onClose: () => void;
}

/** Asks for the email address and the role when inviting a person from the file. */
export function InvitePerson({ person, update, onClose }: Props) {
  const { shell } = useText();
  const words = useImportWords();
  const { role: ownRole } = useMe();
  const [role, setRole] = useState<Role>("member");
  return (
    <FormDialog
      title={words.inviteTitle(person.name || (person.email ?? ""))}
      submit={words.inviteDo}
      onSend={async ({ email = "" }) => update.set({ people: { [person.key]: { invite: email, role } } })}
      onClose={onClose}
    >
      <p>{words.inviteLead}</p>
      <TextInput
        type="email"
        name="email"
        label={words.email}
        defaultValue={person.email ?? ""}
        required
        data-autofocus
        autoComplete="off"
      />
      <Select
        label={words.role}
        value={role}
        options={roles.filter((each) => !isAbove(each, ownRole)).map((value) => [value, shell.roles[value]])}
        onChange={(value) => setRole(value as Role)}
      />
    </FormDialog>
  );
}

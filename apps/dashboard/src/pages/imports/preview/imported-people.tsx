import type { Import } from "@stint/sdk";
import { useState } from "react";
import { useMembers } from "#api/people.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { formatRunning } from "#time/format-running.ts";
import { Table } from "#ui/list/table.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { InvitePerson } from "./invite-person.tsx";
import type { Update } from "./use-update.ts";
import { useImportWords } from "#pages/imports/parts/use-import-words.ts";

type ImportPerson = Import["people"][number];

export function ImportedPeople({ imported, update }: { imported: Import; update: Update }) {
  const format = useFormat();
  const words = useImportWords();
  const [inviting, setInviting] = useState<ImportPerson>();
  return (
    <section className="stack apart" aria-label={words.people}>
      <h2>{words.people}</h2>
      <p className="dim">{words.peopleLead}</p>
      <Table
        isPanel
        label={words.people}
        rows={imported.people}
        keyOf={({ key }) => key}
        columns={[
          {
            name: words.person,
            cell: ({ name, email }) => (
              <>
                {name || email}
                {email !== null && name !== "" && name !== email && <p className="dim">{email}</p>}
              </>
            ),
          },
          { name: words.rows, kind: "number", cell: ({ rows }) => format.number(rows) },
          { name: words.inFile, kind: "number", cell: ({ seconds }) => formatRunning(seconds) },
          {
            name: words.becomes,
            cell: (person) => <BecomesField person={person} update={update} onInvite={() => setInviting(person)} />,
          },
        ]}
      />
      {inviting !== undefined && (
        <InvitePerson person={inviting} update={update} onClose={() => setInviting(undefined)} />
      )}
    </section>
  );
}

interface FieldProps {
  person: ImportPerson;
  update: Update;
  onInvite: () => void;
}

function BecomesField({ person, update, onInvite }: FieldProps) {
  const { shell } = useText();
  const words = useImportWords();
  const members = useMembers();
  const { userId, invite, role = "member" } = person.becomes;
  const set = (value: string) => {
    if (value === "invite") onInvite();
    else update.set({ people: { [person.key]: value === "inactive" ? { inactive: true } : { userId: value } } });
  };
  return (
    <Select
      label={words.becomesOf(person.name || (person.email ?? ""))}
      hidesLabel
      value={userId ?? (invite === undefined ? "inactive" : "invited")}
      disabled={update.isRunning}
      options={[
        ["inactive", words.inactive],
        ...(invite === undefined ? [] : [["invited", words.invited(invite, shell.roles[role])] as const]),
        ["invite", words.invite],
        ...members
          .toSorted((left, right) => left.name.localeCompare(right.name))
          .map((member): Option => [member.userId, member.name]),
      ]}
      onChange={set}
    />
  );
}

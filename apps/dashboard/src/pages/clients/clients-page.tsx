import type { Project } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { clientsQuery, type Customer, useMe, useProjects } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useUndoable } from "#state/undo.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { useUnbilled } from "#api/use-unbilled.ts";
import { Unbilled } from "#parts/figures/unbilled.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { filled } from "#screen/filter.ts";
import { PageHead } from "#screen/page-head.tsx";
import { ProjectTabs } from "#screen/tabs/project-tabs.tsx";
import { SearchField } from "#ui/fields/search-field.tsx";
import { useScreenHeading } from "#screen/screens.ts";
import { useAskedForm } from "#screen/use-asked-form.ts";
import { useParam } from "#screen/use-param.ts";
import { searchKey, useShortcuts } from "#screen/keys/use-shortcuts.ts";
import { plural } from "#i18n/catalogue.ts";
import { findByName } from "@stint/grammar/find-by-name.ts";
import bar from "#ui/list/filter-bar.module.css";
import { MenuItem } from "#ui/menu/menu.tsx";
import { Table } from "#ui/list/table.tsx";
import { Button } from "#ui/button/button.tsx";
import { Select } from "#ui/fields/select.tsx";
import { byName } from "#ui/fields/to-options.ts";
import { ClientForm } from "./client-form.tsx";
import { useClientActions } from "./use-client-actions.ts";
import { useClientWords } from "./use-client-words.ts";

type Dialog = { kind: "form"; client: Customer | undefined } | { kind: "delete"; client: Customer };

export function ClientsPage() {
  const { shell } = useText();
  const words = useClientWords();
  const canWrite = useMe().scopes.includes("projects:write");
  const query = useQuery(clientsQuery);
  const [q, setQ] = useParam("q");
  const [archived, setArchived] = useParam("archived");
  const [dialog, setDialog] = useState<Dialog>();
  useAskedForm("new", () => canWrite && setDialog({ kind: "form", client: undefined }));
  useShortcuts(searchKey);
  const isArchived = archived === "true";
  const ofStatus = useMemo(
    () => (query.data ?? []).filter((client) => client.archived === isArchived),
    [query.data, isArchived],
  );
  const found = q.trim() === "" ? ofStatus.toSorted(byName) : findByName(ofStatus, q);
  const filter = filled({ archived: isArchived, q: q.trim() });
  const none = ofStatus.length > 0 ? words.noneFound : isArchived ? words.noneArchived : words.none;
  return (
    <>
      <ProjectTabs />
      <PageHead lead={words.lead} call={{ operation: "clients.list", query: filter, isList: true }}>
        {canWrite && (
          <Button kind="main" onClick={() => setDialog({ kind: "form", client: undefined })}>
            {words.new}
          </Button>
        )}
      </PageHead>
      <search className="wrap apart">
        <SearchField label={words.search} value={q} onChange={setQ} />
        <div className={bar.fields} data-inline>
          <Select
            label={shell.status}
            hidesLabel
            value={archived}
            options={[
              ["", shell.active],
              ["true", shell.archivedOnes],
            ]}
            onChange={setArchived}
          />
        </div>
      </search>
      {found.length > 0 && <ClientTable clients={found} onDialog={setDialog} />}
      <ListState query={query} empty={found.length === 0 && none} />
      <ClientDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

interface DialogsProps {
  dialog: Dialog | undefined;
  onClose: () => void;
}

function ClientDialogs({ dialog, onClose }: DialogsProps) {
  const { shell } = useText();
  const words = useClientWords();
  const actions = useClientActions();
  if (dialog === undefined) return null;
  if (dialog.kind === "form")
    return (
      <ClientForm client={dialog.client} onSend={(fields) => actions.save(dialog.client, fields)} onClose={onClose} />
    );
  const { client } = dialog;
  return (
    <ConfirmDialog
      title={words.deleteTitle(client.name)}
      lead={words.deleteLead}
      label={shell.delete}
      onConfirm={() => actions.remove(client)}
      instead={client.archived ? undefined : { label: shell.archive, run: () => actions.setArchived(client, true) }}
      onClose={onClose}
    />
  );
}

interface TableProps {
  clients: readonly Customer[];
  onDialog: (dialog: Dialog) => void;
}

function ClientTable({ clients, onDialog }: TableProps) {
  const words = useClientWords();
  const { scopes } = useMe();
  const canWrite = scopes.includes("projects:write");
  const seesMoney = scopes.includes("costs:read");
  const unbilled = useUnbilled({ groupBy: "client" }, seesMoney);
  return (
    <Table
      isPanel
      label={useScreenHeading()}
      rows={clients}
      keyOf={({ id }) => id}
      columns={[
        { name: words.name, cell: ({ name }) => name },
        { name: words.note, kind: "dim", cell: ({ note }) => note },
        { name: words.projects, cell: (client) => <ProjectsOf client={client} /> },
        seesMoney && {
          name: words.unbilled,
          cell: ({ id }) => <Unbilled figures={unbilled?.find(({ key }) => key === id)} query={`clientId=${id}`} />,
        },
        canWrite && { kind: "actions", cell: (client) => <ClientMenu client={client} onDialog={onDialog} /> },
      ]}
    />
  );
}

interface MenuProps {
  client: Customer;
  onDialog: (dialog: Dialog) => void;
}

function ClientMenu({ client, onDialog }: MenuProps) {
  const { shell } = useText();
  const { fail } = useUndoable();
  const actions = useClientActions();
  const { name, archived } = client;
  return (
    <MoreMenu label={shell.more(name)}>
      <MenuItem onClick={() => onDialog({ kind: "form", client })}>{shell.edit}</MenuItem>
      <MenuItem onClick={() => void actions.setArchived(client, !archived).catch(fail)}>
        {archived ? shell.unarchive : shell.archive}
      </MenuItem>
      <MenuItem onClick={() => onDialog({ kind: "delete", client })}>{shell.delete}</MenuItem>
    </MoreMenu>
  );
}

/** The number of a client's projects, with a link to them. */
function ProjectsOf({ client }: { client: Customer }) {
  const { language } = useSettings();
  const words = useClientWords();
  const projects = useProjects().filter(({ clientId }: Project) => clientId === client.id);
  const label = plural(language, projects.length, words.project);
  if (projects.length === 0) return <span className="dim">{label}</span>;
  return (
    <Link href={`/projects?clientId=${client.id}&status=all`} aria-label={`${client.name}: ${label}`}>
      {label}
    </Link>
  );
}

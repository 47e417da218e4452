import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { tagsQuery, useMe } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { ProjectTabs } from "#screen/tabs/project-tabs.tsx";
import { SearchField } from "#ui/fields/search-field.tsx";
import { useScreenHeading } from "#screen/screens.ts";
import { useParam } from "#screen/use-param.ts";
import { searchKey, useShortcuts } from "#screen/keys/use-shortcuts.ts";
import { plural } from "#i18n/catalogue.ts";
import { findByName } from "@stint/grammar/find-by-name.ts";
import bar from "#ui/list/filter-bar.module.css";
import { MenuItem } from "#ui/menu/menu.tsx";
import { Table } from "#ui/list/table.tsx";
import { Button } from "#ui/button/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { useTagWords } from "./use-tag-words.ts";

const call = { operation: "tags.list", isList: true } as const;

export function TagsPage() {
  const { language } = useSettings();
  const words = useTagWords();
  const me = useMe();
  const query = useQuery(tagsQuery);
  const [q, setQ] = useParam("q");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [renaming, setRenaming] = useState<readonly string[]>();
  useShortcuts(searchKey);
  const all = query.data ?? [];
  const found = q.trim() === "" ? all : findByName(all, q);
  return (
    <>
      <ProjectTabs />
      <PageHead call={call} lead={seesOthers(me) ? words.lead : words.ownLead} />
      <search className="wrap apart">
        <SearchField label={words.search} value={q} onChange={setQ} />
        {chosen.length > 0 && (
          <div className={bar.fields}>
            <p role="status">{plural(language, chosen.length, words.chosen)}</p>
            <Button onClick={() => setRenaming(chosen)}>{chosen.length === 1 ? words.rename : words.merge}</Button>
            <Button kind="quiet" onClick={() => setChosen([])}>
              {words.clear}
            </Button>
          </div>
        )}
      </search>
      {found.length > 0 && <TagTable tags={found} chosen={chosen} onChoose={setChosen} onRename={setRenaming} />}
      <ListState query={query} empty={found.length === 0 && (all.length > 0 ? words.noneFound : words.none)} />
      {renaming !== undefined && (
        <RenameDialog names={renaming} onDone={() => setChosen([])} onClose={() => setRenaming(undefined)} />
      )}
    </>
  );
}

interface TableProps {
  tags: readonly { name: string; count: number; lastUsedAt: string }[];
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
  onRename: (names: readonly string[]) => void;
}

function TagTable({ tags, chosen, onChoose, onRename }: TableProps) {
  const format = useFormat();
  const { shell } = useText();
  const words = useTagWords();
  const canWrite = useMe().scopes.includes("time-entries:write");
  const choose = (name: string, isChosen: boolean) =>
    onChoose(isChosen ? [...chosen, name] : chosen.filter((each) => each !== name));
  return (
    <Table
      isPanel
      label={useScreenHeading()}
      rows={tags}
      keyOf={({ name }) => name}
      columns={[
        canWrite && {
          kind: "check",
          cell: ({ name }) => (
            <Checkbox
              label={words.choose(name)}
              hidesLabel
              checked={chosen.includes(name)}
              onChange={(isChosen) => choose(name, isChosen)}
            />
          ),
        },
        {
          name: words.name,
          cell: ({ name }) => (
            <Link href={`/time?tag=${encodeURIComponent(name)}`} aria-label={words.show(name)}>
              {name}
            </Link>
          ),
        },
        { name: words.entries, kind: "number", cell: ({ count }) => format.number(count) },
        { name: words.lastUsed, isNamed: true, cell: ({ lastUsedAt }) => format.dayOf(lastUsedAt) },
        canWrite && {
          kind: "actions",
          cell: ({ name }) => (
            <MoreMenu label={shell.more(name)}>
              <MenuItem onClick={() => onRename([name])}>{words.rename}</MenuItem>
            </MoreMenu>
          ),
        },
      ]}
    />
  );
}

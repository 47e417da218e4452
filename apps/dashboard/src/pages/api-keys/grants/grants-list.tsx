import type { Grant } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { useNames } from "#api/people.ts";
import { useMe } from "#api/queries.ts";
import { usePages } from "#api/use-pages.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { changeForGood } from "#state/use-change.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { MenuItem } from "#ui/menu/menu.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { joinFacts } from "#i18n/formats/join-facts.ts";
import { EditGrant } from "./edit-grant.tsx";
import { useGrantWords } from "./use-grant-words.ts";
import { useKeyWords } from "#pages/api-keys/parts/use-key-words.ts";
import { GrantedScopes, useLastUse } from "#pages/api-keys/parts/granted-scopes.tsx";

/** The programs that the person has connected to this organization. Owners and admins see those of all members. */
export function GrantsList() {
  const words = useGrantWords();
  const pages = usePages<Grant>(["grants"], (cursor) => stint.grants.list({ cursor }));
  return (
    <>
      <p className="dim apart">
        {words.programsLead} {words.address(`${location.origin}/mcp`)} <a href="/guide/api/agents">{words.guide}</a>
      </p>
      <Rows label={words.programs}>
        {pages.items.map((grant) => (
          <GrantRow key={grant.id} grant={grant} />
        ))}
      </Rows>
      <MoreRows pages={pages} empty={words.empty} />
    </>
  );
}

function GrantRow({ grant }: { grant: Grant }) {
  const text = useText();
  const format = useFormat();
  const words = useGrantWords();
  const keyWords = useKeyWords();
  const [dialog, setDialog] = useState<"edit" | "end">();
  const close = () => setDialog(undefined);
  const { user } = useMe();
  const nameOf = useNames([grant.userId]);
  const sayLastUse = useLastUse();
  const { clientName, clientHost, redirectHost, createdAt, expiresAt } = grant;
  const details = joinFacts(
    clientHost ?? redirectHost,
    grant.userId !== user.id && keyWords.ownedBy(nameOf(grant.userId)),
    words.connectedOn(format.dayOf(createdAt)),
    sayLastUse(grant),
    expiresAt === null ? keyWords.endsNever : keyWords.endsOn(format.dayOf(expiresAt)),
  );
  return (
    <ListRow
      buttons={
        <MoreMenu label={text.shell.more(clientName)}>
          {grant.userId === user.id && <MenuItem onClick={() => setDialog("edit")}>{words.edit}</MenuItem>}
          <MenuItem onClick={() => setDialog("end")}>{words.end}</MenuItem>
        </MoreMenu>
      }
    >
      <b>{clientName}</b>
      <p className="dim apart">{details}</p>
      <GrantedScopes scopes={grant.scopes} />
      {dialog === "edit" && <EditGrant grant={grant} onClose={close} />}
      {dialog === "end" && (
        <ConfirmDialog
          title={words.endTitle(clientName)}
          lead={words.endLead}
          label={words.endDo}
          onClose={close}
          onConfirm={() => changeForGood(stint.grants.end(grant.id), "grants", words.ended)}
        />
      )}
    </ListRow>
  );
}

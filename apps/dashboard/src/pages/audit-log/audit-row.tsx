import type { AuditEvent } from "@stint/sdk";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { plural } from "#i18n/catalogue.ts";
import { JsonBlock } from "#ui/text/json-block.tsx";
import { MenuItem } from "#ui/menu/menu.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { ListRow } from "#ui/list/rows.tsx";
import { Disclosure } from "#ui/text/disclosure.tsx";
import { joinFacts } from "#i18n/formats/join-facts.ts";
import type { AuditFilter } from "./audit-filter.ts";
import { nameAction } from "./name-action.ts";
import { useAuditWords } from "./use-audit-words.ts";

interface Props {
  event: AuditEvent;
  onFilter: (part: AuditFilter) => void;
}

/** The number of fields shown before the row is expanded, because created objects have many. */
const shownFields = 4;

export function AuditRow({ event, onFilter }: Props) {
  const words = useAuditWords();
  const text = useText();
  const { language } = useSettings();
  const { clock } = useFormat();
  const { action, actor, at, address, changes, details, purged, targetId, targetName, requestId, client } = event;
  const name = nameAction(action, words);
  const person = actor.userName ?? words.service;
  const withKey = actor.type === "key" && actor.keyName !== null && words.withKey(actor.keyName);
  const isLong = changes.length > shownFields;
  const from = address !== null && words.fromAddress(address);
  const more = isLong ? plural(language, changes.length, words.field) : words.details;
  return (
    <ListRow
      mark={actor.userId !== null && <Avatar id={actor.userId} name={person} />}
      buttons={
        <MoreMenu label={words.actionsOf(name)}>
          <MenuItem onClick={() => onFilter({ action: [action] })}>{words.filterAction}</MenuItem>
          <MenuItem onClick={() => onFilter({ targetId: [targetId] })}>{words.filterObject}</MenuItem>
          {actor.userId !== null && (
            <MenuItem onClick={() => onFilter({ userId: [actor.userId ?? ""] })}>{words.filterPerson}</MenuItem>
          )}
          {actor.keyId !== null && (
            <MenuItem onClick={() => onFilter({ keyId: [actor.keyId ?? ""] })}>{words.filterKey}</MenuItem>
          )}
        </MoreMenu>
      }
    >
      <p>
        <b>{person}</b> · <span title={action}>{name}</span>
        {targetName !== null && <> {text.shell.quoted(targetName)}</>}
      </p>
      <Disclosure summary={<span className="dim">{joinFacts(clock(at), withKey, from, client, more)}</span>}>
        {isLong && <Changes changes={changes} />}
        <p className="dim">{joinFacts(targetId, requestId !== null && words.request(requestId))}</p>
        {details !== null && <JsonBlock label={words.detailsOf(name)} value={details} />}
      </Disclosure>
      {!isLong && <Changes changes={changes} />}
      {purged && <p className="dim">{words.purged}</p>}
    </ListRow>
  );
}

function Changes({ changes }: Pick<AuditEvent, "changes">) {
  if (changes.length === 0) return null;
  return (
    // English, because fields and values have the API's names.
    <dl className="changes" lang="en">
      {changes.map(({ field, old, new: now }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {!isNothing(old) && (
              <>
                <del>
                  <Value value={old} />
                </del>{" "}
                →{" "}
              </>
            )}
            <ins>
              <Value value={now} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** A value exactly as the API returns it. */
function Value({ value }: { value: unknown }) {
  const words = useAuditWords();
  const { language } = useSettings();
  if (isNothing(value)) return <i lang={language}>{words.nothing}</i>;
  return typeof value === "string" ? value : JSON.stringify(value);
}

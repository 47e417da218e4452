import type { ApiKey } from "@stint/sdk";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { stint } from "#api/connection/client.ts";
import { refresh } from "#api/queries.ts";
import { usePages } from "#api/use-pages.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { useScreenHeading } from "#screen/screens.ts";
import { SecretOnce } from "#parts/confirm/secret-once.tsx";
import { inSettings } from "#screen/tabs/settings-frame.tsx";
import { Rows } from "#ui/list/rows.tsx";
import { Button } from "#ui/button/button.tsx";
import { Segmented } from "#ui/choices/groups.tsx";
import { GrantsList } from "./grants/grants-list.tsx";
import { KeyForm } from "./keys/key-form.tsx";
import { KeyRow } from "./keys/key-row.tsx";
import { useMayMakeKeys } from "./parts/use-may-make-keys.ts";
import { useGrantWords } from "./grants/use-grant-words.ts";
import { useKeyWords } from "./parts/use-key-words.ts";

export const ApiKeysPage = inSettings(ApiKeys);

const statuses = { active: ["active"], ended: ["expired", "revoked"], all: [] } as const;
type Shown = keyof typeof statuses;
/** The tab for connected programs. The other tabs list keys. */
const programs = "programs";

export interface NewKey {
  name: string;
  apiKey: string;
}

function ApiKeys() {
  const words = useKeyWords();
  const grantWords = useGrantWords();
  const [params, setParams] = useSearchParams();
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<NewKey>();
  const given = params.get("status") ?? "active";
  const shown: Shown = given in statuses ? (given as Shown) : "active";
  const isPrograms = given === programs;
  const mayMake = useMayMakeKeys();
  const show = (key: NewKey) => {
    setIsCreating(false);
    setMade(key);
    void refresh("api-keys");
  };
  return (
    <>
      <PageHead
        call={{ operation: "apiKeys.list", query: queryOf(shown), isList: true }}
        lead={
          <>
            {words.lead} <a href="/guide">{words.reference}</a>
          </>
        }
      >
        {mayMake && (
          <Button kind="main" onClick={() => setIsCreating(true)}>
            {words.create}
          </Button>
        )}
      </PageHead>
      {!mayMake && <p className="dim apart">{words.mayNot}</p>}
      <search className="wrap apart">
        <Segmented
          label={words.show}
          value={isPrograms ? programs : shown}
          options={[...Object.entries(words.filters), [programs, grantWords.programs]]}
          onChange={(name) => setParams(name === "active" ? {} : { status: name }, { replace: true })}
        />
      </search>
      {isPrograms ? <GrantsList /> : <Keys shown={shown} onNewKey={show} />}
      {isCreating && <KeyForm onMade={show} onClose={() => setIsCreating(false)} />}
      {made !== undefined && (
        <SecretOnce
          title={words.keyTitle}
          lead={words.keyLead(made.name)}
          secret={made.apiKey}
          onDone={() => setMade(undefined)}
        />
      )}
    </>
  );
}

function queryOf(shown: Shown) {
  const status = statuses[shown];
  return status.length === 0 ? {} : { status };
}

function Keys({ shown, onNewKey }: { shown: Shown; onNewKey: (key: NewKey) => void }) {
  const words = useKeyWords();
  const heading = useScreenHeading();
  const pages = usePages<ApiKey>(["api-keys", shown], (cursor) => stint.apiKeys.list({ ...queryOf(shown), cursor }));
  return (
    <>
      <Rows label={heading}>
        {pages.items.map((key) => (
          <KeyRow key={key.id} apiKey={key} onNewKey={onNewKey} />
        ))}
      </Rows>
      <MoreRows pages={pages} empty={shown === "ended" ? words.noneMatches : words.empty} />
    </>
  );
}

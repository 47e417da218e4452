import { ApiError, type GrantRequest } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { defineQuery, refresh, useMe } from "#api/queries.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { ExpiryField, useExpiry } from "#pages/api-keys/parts/expiry-field.tsx";
import { ScopeBoxes } from "#pages/api-keys/parts/scope-choice.tsx";
import { useGrantWords } from "./use-grant-words.ts";
import { useKeyWords } from "#pages/api-keys/parts/use-key-words.ts";
import { Button } from "#ui/button/button.tsx";
import { Select } from "#ui/fields/select.tsx";
import { Form } from "#ui/form/form.tsx";

/** `/authorize`: programs send people here to ask them for access. */
export function ConnectPage() {
  const words = useGrantWords();
  const request = location.search.slice(1);
  const asked = useQuery({
    ...defineQuery(["grant-request", request], () => stint.me.describeGrantRequest({ request })),
    staleTime: Infinity,
    retry: false,
    enabled: request !== "",
  });
  const explain = (error: unknown) =>
    (error instanceof ApiError && words.problems[error.errors[0]?.code ?? ""]) || words.damaged;
  const [answer, setAnswer] = useState<string>();
  /** Shows the outcome before redirecting, because a redirect to a program on this computer may not replace this page. */
  const leave = (said: string, url: string) => {
    setAnswer(said);
    location.assign(url);
  };
  if (answer !== undefined) return <Said text={answer} />;
  if (asked.data === undefined) {
    const isRefused = asked.error instanceof ApiError && asked.error.status === 422;
    if (request === "" || isRefused) return <Said text={explain(asked.error)} />;
    return (
      <>
        <PageHead lead={words.loading} />
        <ListState query={asked} empty={undefined} />
      </>
    );
  }
  const { data } = asked;
  const decline = () => leave(words.declined, data.declineUrl);
  if (data.fault !== null || !data.mayConnect)
    return (
      <>
        <PageHead lead={data.fault === null ? words.mayNot : `${words.faulty} ${data.fault}`} />
        <Button onClick={decline}>{words.back(data.redirectHost)}</Button>
      </>
    );
  return (
    <Consent request={request} asked={data} onConnected={(url) => leave(words.connected, url)} onDecline={decline} />
  );
}

function Said({ text }: { text: string }) {
  return (
    <>
      <PageHead />
      <p role="status">{text}</p>
    </>
  );
}

interface Props {
  request: string;
  asked: GrantRequest;
  onConnected: (url: string) => void;
  onDecline: () => void;
}

function Consent({ request, asked, onConnected, onDecline }: Props) {
  const words = useGrantWords();
  const keyWords = useKeyWords();
  const { organization } = useMe();
  const { withReauthentication, proof } = useReauthentication();
  const [scopes, setScopes] = useState([...asked.scopes]);
  const { expiry, setExpiry, expiresAt } = useExpiry("never");
  const { clientName, clientHost, redirectHost, isOwnMachine, organizationId } = asked;
  const form = useForm(async () => {
    const body = { request, organizationId, scopes, expiresAt: expiresAt() };
    const made = await withReauthentication(() => stint.me.createGrant(body));
    if (made === undefined) return;
    await refresh("grants");
    onConnected(made.redirectUrl);
  });
  return (
    <>
      <PageHead title={words.title(clientName)} lead={words.lead(clientName, organization.name)} />
      <Form
        form={form}
        submit={words.connect}
        kind="main"
        disabled={scopes.length === 0}
        others={<Button onClick={onDecline}>{words.decline}</Button>}
        className="narrow"
      >
        <ul>
          <li>{clientHost === null ? words.registered : words.describedBy(clientHost)}</li>
          <li>{isOwnMachine ? words.goesToMachine(redirectHost) : words.goesTo(redirectHost)}</li>
          <li>
            <b>{words.caution}</b>
          </li>
        </ul>
        <OtherOrganization />
        <div>
          <h2>{words.scopes}</h2>
          <p className="dim">{words.scopesHint}</p>
          <ScopeBoxes label={words.scopes} allowed={asked.availableScopes} chosen={scopes} onChange={setScopes} />
        </div>
        <ExpiryField
          label={words.ends}
          labels={{ ...keyWords.expiries, never: words.never }}
          expiry={expiry}
          onChange={setExpiry}
        />
      </Form>
      {proof}
    </>
  );
}

/** Lets people in several organizations switch, because a grant belongs to the session's organization. */
function OtherOrganization() {
  const words = useGrantWords();
  const { organization, organizations = [] } = useMe();
  if (organizations.length < 2) return null;
  return (
    <Select
      label={words.otherOrganization}
      value={organization.id}
      options={organizations.map(({ id, name }) => [id, name])}
      // Reloads, because the whole page belongs to the session that ends.
      onChange={(organizationId) =>
        void stint.auth.switchOrganization({ organizationId }).then(() => location.reload())
      }
    />
  );
}

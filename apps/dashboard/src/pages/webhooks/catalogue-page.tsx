import { ListState } from "#ui/list/list-state.tsx";
import { JsonBlock } from "#ui/text/json-block.tsx";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { Disclosure } from "#ui/text/disclosure.tsx";
import { useEventTypes } from "./parts/event-types.ts";
import { useWebhookWords } from "./parts/use-webhook-words.ts";
import { WebhooksFrame } from "./webhooks-frame.tsx";

export function CataloguePage() {
  return (
    <WebhooksFrame call={{ operation: "webhooks.listEventTypes", isList: true }}>
      <Catalogue />
    </WebhooksFrame>
  );
}

function Catalogue() {
  const words = useWebhookWords();
  const query = useEventTypes();
  return (
    <>
      <p className="dim apart">{words.catalogueLead}</p>
      <Rows label={words.catalogue}>
        {query.data?.map(({ type, description, example }) => (
          <ListRow key={type}>
            <b>{type}</b>
            <p className="dim">
              {description.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>))}
            </p>
            <Disclosure summary={words.example}>
              <JsonBlock label={words.exampleOf(type)} value={example} />
            </Disclosure>
          </ListRow>
        ))}
      </Rows>
      <ListState query={query} shape="rows" />
    </>
  );
}

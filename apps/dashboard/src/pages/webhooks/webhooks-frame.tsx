import type { ReactNode } from "react";
import type { ApiCall } from "#api/api-call.ts";
import { PageHead } from "#screen/page-head.tsx";
import { ScreenTabs } from "#screen/tabs/screen-tabs.tsx";
import { inSettings } from "#screen/tabs/settings-frame.tsx";
import { useWebhookWords } from "./parts/use-webhook-words.ts";

interface Props {
  actions?: ReactNode;
  call: ApiCall;
  children: ReactNode;
}

/** The frame of the three webhook screens: endpoints, catalogue, live events. */
export const WebhooksFrame = inSettings(Views);

function Views({ actions, call, children }: Props) {
  const words = useWebhookWords();
  return (
    <>
      <PageHead
        call={call}
        lead={
          <>
            {words.lead} <a href="/guide">{words.guide}</a>
          </>
        }
      >
        {actions}
      </PageHead>
      <ScreenTabs
        label={words.views}
        tabs={[
          { to: "/settings/webhooks", label: words.endpoints },
          { to: "/settings/webhooks/events", label: words.catalogue },
          { to: "/settings/webhooks/live", label: words.live },
        ]}
      />
      {children}
    </>
  );
}

import type { ReactNode } from "react";
import { PageHead } from "#pages/parts/page-head.tsx";
import { ScreenTabs } from "#pages/parts/screen-tabs.tsx";
import { SettingsFrame } from "#pages/parts/settings-frame.tsx";
import { useWords } from "./use-words.ts";

interface Props {
  /** Buttons of the head. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The three views of webhooks: endpoints, catalogue, live events. */
export function WebhooksFrame(props: Props) {
  return (
    <SettingsFrame scope="webhooks:read">
      <Views {...props} />
    </SettingsFrame>
  );
}

function Views({ actions, children }: Props) {
  const words = useWords();
  return (
    <>
      <PageHead
        title={words.title}
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

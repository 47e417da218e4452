import type { Webhook } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { useAction } from "#ui/form/use-action.ts";
import { useChange } from "#state/use-change.ts";
import { useWebhookWords } from "#pages/webhooks/parts/use-webhook-words.ts";

/** Enables a disabled endpoint, and offers to undo that. */
export function useEnable({ id }: Webhook) {
  const words = useWebhookWords();
  const change = useChange();
  const { run, ...action } = useAction();
  return {
    ...action,
    run: () =>
      run(async () => {
        await change({
          label: words.enabled,
          queries: ["webhook", "webhooks"],
          run: () => stint.webhooks.update(id, { status: "active" }),
          revert: () => stint.webhooks.update(id, { status: "disabled" }),
        });
      }),
  };
}

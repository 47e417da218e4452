import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

const CalendarsDialog = lazy(() => import("./calendars-dialog.tsx").then((m) => ({ default: m.CalendarsDialog })));

/** The button that opens the subscriptions to other calendars. */
export function OtherCalendars({ label }: { label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-md" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Suspense>{isOpen && <CalendarsDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}

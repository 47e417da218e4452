import { Button } from "@mantine/core";
import { lazy, useState } from "react";
import { Part } from "#ui/dialog/part.tsx";

const CalendarsDialog = lazy(() => import("./calendars-dialog.tsx").then((m) => ({ default: m.CalendarsDialog })));

/** The button that opens the subscriptions to other calendars. */
export function OtherCalendars({ label }: { label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-md" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Part onClose={() => setIsOpen(false)}>{isOpen && <CalendarsDialog onClose={() => setIsOpen(false)} />}</Part>
    </>
  );
}

import { lazy, useState } from "react";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";

const CalendarsDialog = lazy(() => import("./calendars-dialog.tsx").then((m) => ({ default: m.CalendarsDialog })));

/** The button that opens the subscriptions to other calendars. */
export function OtherCalendars({ label }: { label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" isSmall onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Part onClose={() => setIsOpen(false)}>{isOpen && <CalendarsDialog onClose={() => setIsOpen(false)} />}</Part>
    </>
  );
}

import { useState } from "react";
import { apart } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";

const CalendarsDialog = apart(() => import("./calendars-dialog.tsx").then((m) => m.CalendarsDialog)).show;

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

import { Check, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { Link } from "wouter";
import { useFormat } from "#i18n/format.ts";
import { Button, IconButton } from "#ui/button/button.tsx";
import classes from "./checklist.module.css";
import { SampleButton } from "./sample-button.tsx";
import { useFirstStepsWords } from "./use-first-steps-words.ts";
import { useStepsDone } from "./use-steps-done.ts";

const steps = [
  { step: "track" },
  { step: "project", path: "/projects?new" },
  { step: "history", path: "/settings/import" },
  { step: "invite", path: "/team?invite", isOptional: true },
  { step: "approvals", path: "/settings", isOptional: true },
] as const;
type FirstStep = (typeof steps)[number];

interface Props {
  hasTracked: boolean;
  /** Shows only the next step, because the page has figures to show. */
  isBrief: boolean;
  /** Receives the height of a brief list, for which the page keeps room when it next loads. */
  onRoom: (height: number | undefined) => void;
  onClose: () => void;
}

/** The first steps of a new organization, which are ticked off by themselves. Closes itself once all are done. */
export function Checklist({ hasTracked, isBrief, onRoom, onClose }: Props) {
  const words = useFirstStepsWords();
  const format = useFormat();
  const done = useStepsDone(hasTracked);
  const isDone = ({ step }: FirstStep) => done?.has(step) === true;
  const areAllDone = done?.size === steps.length;
  useEffect(() => {
    if (areAllDone) onClose();
  }, [areAllDone, onClose]);
  const next = steps.find((each) => done !== undefined && !isDone(each));
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (next !== undefined) onRoom(isBrief ? panel.current?.offsetHeight : undefined);
  }, [next, isBrief, onRoom]);
  return (
    <section ref={panel} className="panel screen-only" aria-labelledby="first-steps">
      <div className="row inset">
        <div className="fill">
          <h2 id="first-steps">{words.title}</h2>
          {!isBrief && <p className="dim">{words.lead}</p>}
        </div>
        <span className="dim" role="status">
          {words.progress(format.number(done?.size ?? 0), format.number(steps.length))}
        </span>
        <IconButton label={words.close} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <ol className="list">
        {(isBrief ? steps.filter((each) => each === next) : steps).map((each) => (
          <Step key={each.step} each={each} isDone={isDone(each)} isNext={each === next} />
        ))}
      </ol>
      {!isBrief && (
        <div className={`wrap inset ${classes.foot}`}>
          <span className="dim">{words.lookAround}</span>
          <SampleButton />
          <span className="small">{words.sampleHint}</span>
        </div>
      )}
    </section>
  );
}

function Step({ each, isDone, isNext }: { each: FirstStep; isDone: boolean; isNext: boolean }) {
  const words = useFirstStepsWords();
  const { name, hint, ...more } = words.steps[each.step];
  return (
    <li className={`row inset ${classes.step}`} data-state={isDone ? "done" : isNext ? "next" : undefined}>
      <span className={classes.tick}>
        {isDone && (
          <>
            <Check size={14} aria-hidden />
            <span className="visually-hidden">{words.done}</span>
          </>
        )}
      </span>
      <div className="fill">
        <b>{name}</b> {"isOptional" in each && !isDone && <span className="chip">{words.optional}</span>}
        <p className="dim">{hint}</p>
      </div>
      {"path" in each && "action" in more && !isDone && (
        <Button component={Link} href={each.path} kind={isNext ? "main" : "plain"}>
          {more.action}
        </Button>
      )}
    </li>
  );
}

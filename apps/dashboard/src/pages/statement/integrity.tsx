import { type TimesheetStatement, verifyStatement } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { verifier } from "virtual:verifier";
import { defineQuery } from "#api/queries.ts";
import { useStatementWords } from "./use-statement-words.ts";
import panel from "#ui/panel.module.css";

/** The hashes of the statement, whether they match its contents, and how to verify it elsewhere. */
export function Integrity({ statement }: { statement: TimesheetStatement }) {
  const words = useStatementWords();
  const { hash, previousHash } = statement;
  return (
    <section className={`panel inset stack ${panel.panel}`} aria-labelledby="integrity">
      <h2 id="integrity">{words.integrity}</h2>
      <Verdict statement={statement} />
      <dl className="facts">
        <dt>{words.hash}</dt>
        <dd className="code">{inGroups(hash)}</dd>
        {previousHash !== null && (
          <>
            <dt>{words.previousHash}</dt>
            <dd className="code">{inGroups(previousHash)}</dd>
          </>
        )}
      </dl>
      <p>{words.verify}</p>
      <p>
        <a href={`/${verifier.fileName}`} download>
          {location.origin}/{verifier.fileName}
        </a>
      </p>
      <dl className="facts">
        <dt>{words.pageHash}</dt>
        <dd className="code">{inGroups(verifier.hash)}</dd>
      </dl>
    </section>
  );
}

function Verdict({ statement }: { statement: TimesheetStatement }) {
  const words = useStatementWords();
  // Browsers compute hashes only in secure contexts.
  const canVerify = globalThis.isSecureContext;
  const { data } = useQuery({
    ...defineQuery(["timesheets", "verification", statement.hash], () => verifyStatement(statement)),
    enabled: canVerify,
    staleTime: Infinity,
  });
  if (!canVerify) return <p>{words.cannotVerify}</p>;
  if (data === undefined) return <p aria-busy />;
  if (data.isSound)
    return (
      <p className="row">
        <CircleCheck size={16} aria-hidden /> {words.sound}
      </p>
    );
  const faults = new Set(data.faults.map(({ code }) => words.faults[code]));
  return (
    <div role="alert" className="over">
      <p>
        <TriangleAlert size={16} aria-hidden /> {words.unsound}
      </p>
      <ul>
        {[...faults].map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
  );
}

/** Splits a hash into groups of eight digits, so that people can compare hashes. */
function inGroups(hash: string): string {
  return hash.replaceAll(/.{8}(?=.)/g, "$& ");
}

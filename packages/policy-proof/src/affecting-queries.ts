import { getOrAdd, variableNamed } from "@traffic-policy/policy-language/internal";
import { isTrue, solve, type Atom, type Test } from "@traffic-policy/policy-logic";
import { isFalse } from "@traffic-policy/policy-logic/internal";
import { isOpen, variablesOf } from "./question.ts";
import { withOtherAtoms } from "./policy/other-atoms.ts";
import type { SymbolicPolicy, SymbolicRule } from "./policy/symbolic-policy.ts";

/**
 * Returns those queries which, added to a URL without one, may change whether a rule matches what it would match
 * without them.
 */
export function affectingQueries(
  own: SymbolicRule,
  { policy: { dialect }, endings, totals }: SymbolicPolicy,
  queries: readonly string[],
): readonly string[] {
  const wholes: Atom[] = [];
  const parameters = new Set<string>();
  // What is forwarded early may not reach the rule.
  let isUnsure = endings.some(({ kind }) => kind === "forwarded");
  const look = (atom: Atom): Atom => {
    const { node, isPresence } = atom.subject;
    const names = variablesOf(node, dialect);
    const mayHave = names.filter((one) => mayHaveQuery.test(one));
    // A rewrite before may have carried the query into any part of the URL.
    if (isOpen(node)) isUnsure ||= mayHave.length > 0;
    if (isOpen(node) || mayHave.every((one) => withoutQuery.test(one))) return atom;
    const [name, ...others] = names;
    const key = node.kind === "index" && node.index.kind === "literal" ? node.index : undefined;
    const isWhole = name === "req.url" && variableNamed(dialect, node) !== undefined;
    if (isWhole && isPresence !== true && atom.test.kind === "text") wholes.push(atom);
    else if (name === "req.url.query_params" && others.length === 0 && key !== undefined) {
      parameters.add(String(key.value));
    } else isUnsure = true;
    return atom;
  };
  const provided = endings.filter(({ rule }) => rule === own.rule).map((one) => one.provided);
  for (const formula of [own.matches, own.stops, ...provided])
    withOtherAtoms(formula, totals, look);
  return queries.filter(
    (query) =>
      isUnsure ||
      query.split("&").some((one) => parameters.has(one.split("=")[0] ?? "")) ||
      wholes.some((atom) => tellsFrom(atom, query)),
  );
}

const mayHaveQuery = /url|uri|quer|param|raw/i;

const withoutQuery = /^req\.url\.(?:authority|host|path|port|raw_path|scheme|user|user_password)$/;

/** True when a question about a URL may have another answer with a query at the end. */
function tellsFrom({ subject: ofUrl, test }: Atom, query: string): boolean {
  if (test.kind !== "text") return true;
  const known = getOrAdd(knownToTell, test, () => new Map<string, boolean>());
  return getOrAdd(known, query, () => {
    const affixed = { kind: "affixed", prefix: "", suffix: `?${query}`, test: test.test } as const;
    // Of any text, which is quicker than of a URL with its parts.
    const { urlPart: _, ...subject } = ofUrl;
    const plain: Atom = { kind: "atom", subject, test };
    const queried: Atom = { kind: "atom", subject, test: { kind: "text", test: affixed } };
    return [isTrue, isFalse].some(
      (outcomes) =>
        solve([
          { formula: plain, outcomes },
          { formula: queried, outcomes: outcomes ^ (isTrue | isFalse) },
        ]).kind !== "none",
    );
  });
}

/** Cache for each question: many rules ask the same, such as whether a URL is rewritten. */
const knownToTell = new WeakMap<Test, Map<string, boolean>>();

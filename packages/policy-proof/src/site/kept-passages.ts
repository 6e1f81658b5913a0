import { getOrAdd, type SiteEndpoint } from "@traffic-policy/policy-language/internal";
import type { Example } from "../witness/example.ts";
import type { OpenAnswer } from "../answers.ts";
import type { Passage, SiteAnswer } from "./passage.ts";
import type { SiteReplay, Taken } from "./site-replay.ts";

/** Keeps answers from one run to the next, by all that they are about. What it gives back is data as it was given. */
export interface AnswerMemory {
  read(about: string): unknown;
  write(about: string, answers: unknown): void;
}

interface KeptPassage {
  readonly to: string;
  readonly ways: number;
  readonly reached: KeptAnswer;
  readonly without: readonly (readonly [type: string, answer: KeptAnswer])[];
  readonly unchecked: KeptAnswer;
}

type KeptAnswer =
  | { readonly dependsOn: readonly OpenAnswer[] }
  | { readonly exchange: Example; readonly taken: KeptTaken };

type KeptTaken = { readonly [Name in keyof Taken]: readonly string[] };

/** Returns passages as data; undefined when something is unknown, which another run may find out. */
export function keptOf(passages: readonly Passage[]): readonly KeptPassage[] | undefined {
  const kept: KeptPassage[] = [];
  for (const { to, ways, reached, without, unchecked } of passages) {
    const types = [...without.keys()];
    const answers = [reached, unchecked, ...without.values()].map(keptAnswer);
    if (answers.includes(undefined)) return undefined;
    const [first, second, ...others] = answers as KeptAnswer[];
    if (first === undefined || second === undefined) return undefined;
    const pairs = types.map((type, index) => [type, others[index] as KeptAnswer] as const);
    kept.push({ to: to.name, ways, reached: first, without: pairs, unchecked: second });
  }
  return kept;
}

function keptAnswer(answer: SiteAnswer): KeptAnswer | undefined {
  if (answer.kind === "unknown") return undefined;
  if (answer.kind === "none") return { dependsOn: answer.dependsOn };
  const { exchange, taken } = answer.result;
  const { members, offline, passed } = taken;
  return {
    exchange,
    taken: { members: [...members], offline: [...offline], passed: [...passed] },
  };
}

/** Returns the passages that were kept, each example run again; undefined when one does not do what it did. */
export function restored(
  kept: readonly KeptPassage[],
  from: SiteEndpoint,
  endpoints: readonly SiteEndpoint[],
  replay: SiteReplay,
): Passage[] | undefined {
  const answers = new Map<string, SiteAnswer | undefined>();
  // Several answers of a passage may be the same example.
  const answerOf = (answer: KeptAnswer): SiteAnswer | undefined =>
    getOrAdd(answers, JSON.stringify(answer), () => restoredAnswer(answer));
  const restoredAnswer = (answer: KeptAnswer): SiteAnswer | undefined => {
    if ("dependsOn" in answer) return { kind: "none", dependsOn: answer.dependsOn };
    const { exchange, taken: names } = answer;
    const taken = {
      members: new Set(names.members),
      offline: new Set(names.offline),
      passed: new Set(names.passed),
    };
    const outcome = replay.run(from, exchange, taken);
    return outcome && { kind: "found", result: { exchange, outcome, taken } };
  };
  const passages: Passage[] = [];
  for (const one of kept) {
    const to = endpoints.find(({ name }) => name === one.to);
    const [reached, unchecked] = [answerOf(one.reached), answerOf(one.unchecked)];
    const without = one.without.map(([type, answer]) => [type, answerOf(answer)] as const);
    if (to === undefined || reached === undefined || unchecked === undefined) return undefined;
    if (without.some(([, answer]) => answer === undefined)) return undefined;
    passages.push({
      from,
      to,
      ways: one.ways,
      reached,
      without: new Map(without as (readonly [string, SiteAnswer])[]),
      unchecked,
    });
  }
  return passages;
}

import type { Automaton } from "../../../packages/policy-logic/src/values/automaton.ts";

/** What an automaton says of a text, and what it says on the way of all that goes on from there. */
export function read(automaton: Automaton, text: string): { accepts?: boolean; settled?: boolean } {
  let state = 0;
  let settled = automaton.settled(state);
  for (const character of text) {
    state = automaton.step(state, automaton.alphabet.classOf(character.codePointAt(0) ?? 0));
    settled ??= automaton.settled(state);
  }
  const accepts = automaton.accepts(state);
  return { ...(accepts !== undefined && { accepts }), ...(settled !== undefined && { settled }) };
}

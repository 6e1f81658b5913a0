import {
  openQuestions,
  type BehaviourOptions,
  type OpenQuestion,
} from "@traffic-policy/policy-engine";

/** An answer to something that the documentation of the service leaves open. */
export interface OpenAnswer {
  readonly question: keyof BehaviourOptions;
  readonly answer: BehaviourOptions[keyof BehaviourOptions];
}

/** Every answer to an open question that is not one of those given; none to those that have too many. */
export function otherAnswers(given: Partial<BehaviourOptions>): OpenAnswer[] {
  return Object.entries(openQuestions).flatMap(([name, open]) => {
    const question = name as keyof BehaviourOptions;
    const { answers = [], default: usual } = open as OpenQuestion;
    const own = given[question] ?? usual;
    return answers.filter((one) => one !== own).map((answer) => ({ question, answer }));
  });
}

/** Those of other answers with which something is not so any more. */
export function answersThatMatter(
  given: Partial<BehaviourOptions> | undefined,
  isSo: (answers: Partial<BehaviourOptions>) => boolean,
): OpenAnswer[] {
  return otherAnswers(given ?? {}).filter(
    ({ question, answer }) => !isSo({ [question]: answer } as Partial<BehaviourOptions>),
  );
}

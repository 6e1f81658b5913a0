import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from "vue";
import type { WorkClient } from "../work/client.ts";
import type { Answer, Problem, Question, QuestionKind } from "../work/messages.ts";

/** The state of a question that is asked again whenever its input changes. */
export interface Asked<Kind extends QuestionKind> {
  readonly answer: Readonly<ShallowRef<Answer<Kind> | undefined>>;
  readonly problem: Readonly<ShallowRef<Problem | undefined>>;
  /** True while the answer, if any, belongs to the previous question. */
  readonly isChecking: Readonly<Ref<boolean>>;
  readonly isSlow: Readonly<Ref<boolean>>;
  /** True after the question was stopped; a change or {@link again} asks it again. */
  readonly isStopped: Readonly<Ref<boolean>>;
  stop(): void;
  again(): void;
}

export interface AskedOptions {
  readonly client: WorkClient;
  /** The time without changes before the question is asked, in milliseconds. */
  readonly pause?: number;
}

/** The time before the page says that it is working, in milliseconds. */
const patience = 400;

/** Asks a question while the component is mounted; asks nothing while the question is undefined. */
export function useAnswer<Kind extends QuestionKind>(
  kind: Kind,
  question: () => Question<Kind> | undefined,
  { client, pause = 80 }: AskedOptions,
): Asked<Kind> {
  const answer: ShallowRef<Answer<Kind> | undefined> = shallowRef();
  const problem = shallowRef<Problem>();
  const isSlow = ref(false);
  const isChecking = ref(false);
  const isStopped = ref(false);
  let asked = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let slow: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    asked += 1;
    clearTimeout(waiting);
    clearTimeout(slow);
    isSlow.value = false;
  };
  const ask = async (about: Question<Kind>): Promise<void> => {
    const own = asked;
    slow = setTimeout(() => {
      isSlow.value = true;
    }, patience);
    const reply = await client.ask(kind, about);
    if (own !== asked || reply.state === "replaced") return;
    clearTimeout(slow);
    isSlow.value = false;
    isChecking.value = false;
    answer.value = reply.state === "answered" ? reply.answer : undefined;
    problem.value = reply.state === "refused" ? reply.problem : undefined;
  };
  const later = (about: Question<Kind> | undefined, milliseconds: number): void => {
    const wasSlow = isSlow.value;
    end();
    isStopped.value = false;
    if (about === undefined) {
      answer.value = undefined;
      problem.value = undefined;
      isChecking.value = false;
      return;
    }
    isChecking.value = true;
    isSlow.value = wasSlow;
    waiting = setTimeout(() => void ask(about), milliseconds);
  };
  let isFirst = true;
  watch(
    question,
    (about) => {
      later(about, isFirst ? 0 : pause);
      isFirst = false;
    },
    { immediate: true },
  );
  onScopeDispose(end);
  return {
    answer,
    problem,
    isChecking,
    isSlow,
    isStopped,
    stop() {
      end();
      client.close();
      isStopped.value = true;
    },
    again: () => later(question(), 0),
  };
}

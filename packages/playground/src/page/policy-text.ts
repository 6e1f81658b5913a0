import { effectScope, shallowRef, watch, type ShallowRef } from "vue";
import type { CodeRunner } from "../code/code-runner.ts";
import type { WrittenPolicy } from "../link/state.ts";
import type { PolicyText, Problem } from "../work/messages.ts";

/** What a written policy is, for questions. */
export interface ReadPolicy {
  /** Nothing while code runs, or when it cannot be run. */
  readonly text: Readonly<ShallowRef<PolicyText | undefined>>;
  /** Why there is no text. */
  readonly problem: Readonly<ShallowRef<Problem | undefined>>;
  close(): void;
}

/** Runs a policy that is code; of other ones the text is all that there is. */
export function usePolicyText(written: () => WrittenPolicy | undefined): ReadPolicy {
  const text = shallowRef<PolicyText>();
  const problem = shallowRef<Problem>();
  let runner: Promise<CodeRunner> | undefined;
  const run = async (code: string): Promise<void> => {
    runner ??= import("../code/code-runner.ts").then((module) => new module.CodeRunner());
    const result = await (await runner).run(code);
    const now = written();
    if (result.state === "replaced" || now?.language !== "typescript" || now.text !== code) return;
    text.value = result.state === "built" ? { ...result.policy, code } : undefined;
    problem.value = result.state === "refused" ? result.problem : undefined;
  };
  const scope = effectScope(true);
  scope.run(() =>
    watch(
      written,
      (policy) => {
        if (policy?.language === "typescript") {
          void run(policy.text);
          return;
        }
        problem.value = undefined;
        text.value = policy && { language: policy.language, text: policy.text };
      },
      { immediate: true },
    ),
  );
  return {
    text,
    problem,
    close() {
      scope.stop();
      void runner?.then((one) => one.close());
    },
  };
}

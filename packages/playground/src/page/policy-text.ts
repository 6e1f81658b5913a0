import { effectScope, shallowRef, watch, type ShallowRef } from "vue";
import type { CodeRunner } from "../code/code-runner.ts";
import type { WrittenPolicy } from "../link/state.ts";
import type { PolicyText, Problem } from "../work/messages.ts";

export interface ReadPolicy {
  /** Undefined while code runs, or when it cannot run. */
  readonly text: Readonly<ShallowRef<PolicyText | undefined>>;
  readonly problem: Readonly<ShallowRef<Problem | undefined>>;
  /** True while code runs: what is read is of an earlier text. */
  readonly isRunning: Readonly<ShallowRef<boolean>>;
  close(): void;
}

export function usePolicyText(written: () => WrittenPolicy | undefined): ReadPolicy {
  const text = shallowRef<PolicyText>();
  const problem = shallowRef<Problem>();
  const isRunning = shallowRef(false);
  let runner: Promise<CodeRunner> | undefined;
  const run = async (code: string): Promise<void> => {
    runner ??= import("../code/code-runner.ts").then((module) => new module.CodeRunner());
    const result = await (await runner).run(code);
    const now = written();
    if (result.state === "replaced" || now?.language !== "typescript" || now.text !== code) return;
    isRunning.value = false;
    text.value = result.state === "built" ? { ...result.policy, code } : undefined;
    problem.value = result.state === "refused" ? result.problem : undefined;
  };
  const scope = effectScope(true);
  scope.run(() =>
    watch(
      written,
      (policy) => {
        isRunning.value = policy?.language === "typescript";
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
    isRunning,
    close() {
      scope.stop();
      void runner?.then((one) => one.close());
    },
  };
}
